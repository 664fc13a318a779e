#pragma once
// One buffer of a collective call, as the program describes it.
#include <mpi.h>

#include <cstdint>

namespace shunt {

/// A buffer of a collective: one block, or one for each rank. Counts are `int` or MPI_Count, displacements `int` or
/// MPI_Aint; which of them was given is kept, so that nothing is copied.   Owner: arrays and buffer are the program's.
class CollectiveBuffer {
public:
    /// None.
    CollectiveBuffer() = default;
    /// One block, or blocks of equal length one after the other in order of rank.
    CollectiveBuffer(const void* base, MPI_Count count, MPI_Datatype type) : base_(base), type_(type), count_(count) {}
    /// Blocks that lie one after the other (MPI_Reduce_scatter).
    template <class Count>
    CollectiveBuffer(const void* base, const Count* counts, MPI_Datatype type)
        : base_(base),
          type_(type),
          counts_(counts),
          has_counts_(true),
          has_large_counts_(sizeof(Count) > sizeof(int)) {}
    /// The v forms: `displacements` in elements.
    template <class Count, class Displacement>
    CollectiveBuffer(const void* base, const Count* counts, const Displacement* displacements, MPI_Datatype type)
        : CollectiveBuffer(base, counts, type) {
        displace(displacements);
    }
    /// The w forms: `displacements` in bytes.
    template <class Count, class Displacement>
    CollectiveBuffer(const void* base, const Count* counts, const Displacement* displacements,
                     const MPI_Datatype* types)
        : base_(base),
          types_(types),
          counts_(counts),
          has_counts_(true),
          has_types_(true),
          has_large_counts_(sizeof(Count) > sizeof(int)) {
        displace(displacements);
    }

    const void* base() const { return base_; }
    void* writable() const { return const_cast<void*>(base_); }
    bool is_in_place() const { return base_ == MPI_IN_PLACE; }
    void move_to(const void* base) { base_ = base; }
    /// No elements, where there is no count for each rank.
    void count_none() { count_ = 0; }
    /// Counts of the kind that the program gave, in an array of the caller's.
    void count_by(const void* counts) { counts_ = counts; }

    // What the program gave, of the kind it gave.
    MPI_Count count() const { return count_; }
    MPI_Datatype type() const { return type_; }
    const MPI_Datatype* types() const { return types_; }
    template <class Count>
    const Count* counts() const {
        return static_cast<const Count*>(counts_);
    }
    template <class Displacement>
    const Displacement* displacements() const {
        return static_cast<const Displacement*>(displacements_);
    }

    // Of the block of one rank.
    MPI_Datatype type(int rank) const { return has_types_ ? types_[rank] : type_; }
    MPI_Count count(int rank) const {
        if (!has_counts_) return count_;
        return has_large_counts_ ? counts<MPI_Count>()[rank] : counts<int>()[rank];
    }
    /// In elements; in bytes where each block has its type. Blocks without displacements lie one after the other, and
    /// are of equal length.
    MPI_Count displacement(int rank) const {
        if (!has_displacements_) return count_ * rank;
        return has_large_displacements_ ? displacements<MPI_Aint>()[rank] : displacements<int>()[rank];
    }
    /// Where the block begins; `extent` that of its type.
    void* address(int rank, MPI_Count extent) const {
        // As a number: the base may be MPI_BOTTOM, from which nothing but numbers can be counted.
        const auto offset = static_cast<std::uintptr_t>(displacement(rank) * (has_types_ ? 1 : extent));
        return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(base_) + offset);
    }

    /// Whether there is a count for each rank.
    bool has_counts() const { return has_counts_; }
    bool has_types() const { return has_types_; }
    bool has_displacements() const { return has_displacements_; }
    /// Whether the arrays that the program must give are there.
    bool has_arrays() const {
        return (!has_counts_ || counts_) && (!has_displacements_ || displacements_) && (!has_types_ || types_);
    }
    /// Whether the host would not refuse it at sight, as the blocks of `ranks` ranks; 1 where it is one block.
    bool is_valid(int ranks) const;
    /// Whether the type of an empty block may be none.
    bool ignores_type_of_none() const;
    /// Whether counts and types are the same as of `other`, which is of the same form; those of arrays where the arrays
    /// are the same.
    bool is_told_like(const CollectiveBuffer& other) const {
        const bool same_types = has_types_ ? types_ == other.types_ : type_ == other.type_;
        return same_types && (has_counts_ ? counts_ == other.counts_ : count_ == other.count_ && count_ > 0);
    }

    /// Units: bytes of type signatures, so holes do not count. 0 for what is missing or negative.
    std::uint64_t block_bytes(int rank) const;
    std::uint64_t total_bytes(int ranks) const;

private:
    template <class Displacement>
    void displace(const Displacement* displacements) {
        displacements_ = displacements;
        has_displacements_ = true;
        has_large_displacements_ = sizeof(Displacement) > sizeof(int);
    }

    const void* base_ = nullptr;
    union {
        MPI_Datatype type_ = MPI_DATATYPE_NULL;
        const MPI_Datatype* types_;  ///< where has_types_
    };
    union {
        MPI_Count count_ = 0;
        const void* counts_;  ///< where has_counts_
    };
    const void* displacements_ = nullptr;
    bool has_counts_ = false;
    bool has_displacements_ = false;
    bool has_types_ = false;
    bool has_large_counts_ = false;         ///< MPI_Count, else int
    bool has_large_displacements_ = false;  ///< MPI_Aint, else int
};

/// No buffer where one is needed, which the host reports. A null pointer is MPI_BOTTOM too, with types of absolute
/// addresses.
bool is_missing(const void* buffer, bool some_elements, MPI_Datatype type);

}  // namespace shunt
