#pragma once
// Where the blocks of an all-to-all lie, by its MPI arguments, and as contiguous bytes.
#include <mpi.h>

#include <cstddef>
#include <vector>

namespace shunt {

/// One side of an all-to-all, or the root's of a gather, as the program gave it. Arrays are those of the program.
class BlockSide {
public:
    BlockSide(const void* base, MPI_Count count, MPI_Datatype type) : base_(base), type_(type), count_(count) {}
    /// The v forms: `displacements` in elements.
    BlockSide(const void* base, const int* counts, const int* displacements, MPI_Datatype type)
        : base_(base), type_(type), counts_(counts), displacements_(displacements), varies_(true) {}
    BlockSide(const void* base, const MPI_Count* counts, const MPI_Aint* displacements, MPI_Datatype type)
        : base_(base), type_(type), counts_(counts), displacements_(displacements), varies_(true), is_large_(true) {}
    /// The w forms: `displacements` in bytes.
    BlockSide(const void* base, const int* counts, const int* displacements, const MPI_Datatype* types)
        : base_(base), types_(types), counts_(counts), displacements_(displacements), varies_(true), has_types_(true) {}
    BlockSide(const void* base, const MPI_Count* counts, const MPI_Aint* displacements, const MPI_Datatype* types)
        : base_(base), types_(types), counts_(counts), displacements_(displacements), varies_(true), is_large_(true), has_types_(true) {}

    /// Whether the host would not refuse it at sight.
    bool is_valid(int ranks) const;
    /// Whether counts and types are the same as of `other`, which is of the same form; those of arrays where the arrays are the same.
    bool is_told_like(const BlockSide& other) const {
        return type_ == other.type_ && types_ == other.types_ && counts_ == other.counts_ && count_ == other.count_ && (varies_ || count_ > 0);
    }
    const void* base() const { return base_; }
    MPI_Datatype type(int rank) const { return has_types_ ? types_[rank] : type_; }
    MPI_Count count(int rank) const {
        if (!varies_) return count_;
        return is_large_ ? static_cast<const MPI_Count*>(counts_)[rank] : static_cast<const int*>(counts_)[rank];
    }
    /// Whether the type of an empty block may be none.
    bool ignores_type_of_none() const;
    /// Where block `rank` begins; `extent` that of its type.
    void* address(int rank, MPI_Count extent) const;

private:
    MPI_Count displacement(int rank) const;

    const void* base_;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    const MPI_Datatype* types_ = nullptr;
    MPI_Count count_ = 0;
    const void* counts_ = nullptr;
    const void* displacements_ = nullptr;
    bool varies_ = false;      ///< there are arrays
    bool is_large_ = false;    ///< of MPI_Count and MPI_Aint
    bool has_types_ = false;
};

/// `count` elements of `type` from `address`.
struct Block {
    void* address = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    std::size_t bytes = 0;    ///< that they hold
    bool is_plain = false;    ///< they are in memory as they are sent, and the processor may touch them
};

/// The blocks of a valid side, by rank.   Fails: std::bad_alloc.
std::vector<Block> blocks_of(const BlockSide& side, int ranks);

}  // namespace shunt
