#pragma once
#include <mpi.h>

#include <vector>

namespace shunt {

/// Elements of one datatype at one address.
struct AbsolutePart {
    void* address;
    MPI_Count count;
    MPI_Datatype type;
};

/// Elements whose type has absolute addresses (the buffer is MPI_BOTTOM), split into the parts that lie in one variable
/// each, in the order of the type's map: one part may be on a device and the next not. Owner: the datatypes obtained
/// from the type's constructors, until this object's end.   Fails: std::bad_alloc.
class AbsoluteParts {
public:
    AbsoluteParts(MPI_Count count, MPI_Datatype type) { add(0, count, type); }
    ~AbsoluteParts();
    AbsoluteParts(const AbsoluteParts&) = delete;
    AbsoluteParts& operator=(const AbsoluteParts&) = delete;

    const std::vector<AbsolutePart>& all() const { return parts_; }

private:
    struct Members;
    void add(MPI_Aint base, MPI_Count count, MPI_Datatype type);
    bool find_members(MPI_Datatype type, Members& members);

    std::vector<AbsolutePart> parts_;
    std::vector<MPI_Datatype> made_;
};

}  // namespace shunt
