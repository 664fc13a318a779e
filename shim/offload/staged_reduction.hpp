#pragma once
// The buffers of a reduction on a device, under gentle waiting by its nonblocking twin. Open MPI's nonblocking
// reductions combine with the processor and do not accept such buffers; its blocking ones do. A blocking call does not
// match a nonblocking one (MPI 4.0, 6.12). So a rank with such buffers still uses the twin, but gives it copies in the
// processor's memory. Other ranks need not know.
#include <mpi.h>

#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/offload/packed.hpp"

namespace shunt {

/// The data that a reduction reads and writes on this rank. Units: elements. No operands if the host will refuse them.
struct ReductionBuffers {
    const void* send = nullptr;
    void* receive = nullptr;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Count operands = 0;  ///< of the vector
    MPI_Count results = 0;   ///< written to `receive`; 0 if that is not significant
};

ReductionBuffers reduction_buffers(const CollectiveArguments& arguments, const CommRecord& record);

/// The buffers passed to the host: the program's own or, for those on a device, copies.   Owner: keeps `record` until
/// it ends. Thread: one.   Fails: without memory the job ends, as the other ranks rely on this rank.
class StagedReduction {
public:
    /// `comm`: one whose errors are returned. Costs one branch if no device's runtime is in the process.
    StagedReduction(const ReductionBuffers& buffers, const CommRecord& record, MPI_Comm comm)
        : program_(buffers), record_(record), comm_(comm), send_(buffers.send), receive_(buffers.receive) {
        if (device_watch.may_have_any()) stage();
    }
    const void* send() const { return send_; }
    void* receive() const { return receive_; }
    /// After the call, which ended with `code`: copies the result to the device.
    /// Fails: `code`, or that of a copy, which the communicator's error handler has been called with.
    int finish(int code) { return receive_ == program_.receive && code_ == MPI_SUCCESS ? code : bring_back(code); }

private:
    /// A copy of elements, and the address to pass to MPI for it.
    struct Copy {
        PackedBuffer elements;
        void* address = nullptr;
    };

    void stage();
    void* make(Copy& copy, const void* from, MPI_Count count);
    int move(const void* from, void* to, MPI_Count count);
    int bring_back(int code);

    ReductionBuffers program_;
    const CommRecord& record_;
    MPI_Comm comm_;
    const void* send_;
    void* receive_;
    Copy send_copy_, receive_copy_;
    int code_ = MPI_SUCCESS;  ///< the first error of a copy
};

}  // namespace shunt
