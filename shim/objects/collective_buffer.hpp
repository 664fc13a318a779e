#pragma once
// One buffer of a collective call, as the program describes it.
#include <mpi.h>

#include <cstdint>

namespace shunt {

/// A buffer of a collective: one block, or one for each rank. Counts are `int` or MPI_Count, displacements `int` or
/// MPI_Aint; the buffer remembers which of them was given, so that nothing is copied.   Owner: arrays and buffer are
/// the program's.
class CollectiveBuffer {
public:
    /// No buffer.
    CollectiveBuffer() = default;
    /// One block, or contiguous blocks of equal length in order of rank.
    CollectiveBuffer(const void* base, MPI_Count count, MPI_Datatype type) : base_(base), type_(type), count_(count) {}
    /// Contiguous blocks (MPI_Reduce_scatter).
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
    /// Sets the count to 0, for a buffer without a count for each rank.
    void count_none() { count_ = 0; }
    /// Replaces the counts by an array of the caller's, of the same type as the program's.
    void count_by(const void* counts) { counts_ = counts; }

    // The values the program gave, in their original types.
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

    // Values of the block of one rank.
    MPI_Datatype type(int rank) const { return has_types_ ? types_[rank] : type_; }
    MPI_Count count(int rank) const {
        if (!has_counts_) return count_;
        return has_large_counts_ ? counts<MPI_Count>()[rank] : counts<int>()[rank];
    }
    /// In elements; in bytes if each block has its own type. Without displacements the blocks are contiguous and of
    /// equal length.
    MPI_Count displacement(int rank) const {
        if (!has_displacements_) return count_ * rank;
        return has_large_displacements_ ? displacements<MPI_Aint>()[rank] : displacements<int>()[rank];
    }
    /// The address of the block; `extent` that of its type.
    void* address(int rank, MPI_Count extent) const {
        // Computed as an integer: the base may be MPI_BOTTOM, on which pointer arithmetic is not defined.
        const auto offset = static_cast<std::uintptr_t>(displacement(rank) * (has_types_ ? 1 : extent));
        return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(base_) + offset);
    }

    /// Whether there is a count for each rank.
    bool has_counts() const { return has_counts_; }
    bool has_types() const { return has_types_; }
    bool has_displacements() const { return has_displacements_; }
    /// Whether all arrays that the program must give are non-null.
    bool has_arrays() const {
        return (!has_counts_ || counts_) && (!has_displacements_ || displacements_) && (!has_types_ || types_);
    }
    /// Whether the host would accept the buffer when it checks it, as the blocks of `ranks` ranks; 1 for one block.
    bool is_valid(int ranks) const;
    /// Whether an empty block may have the null datatype.
    bool ignores_type_of_none() const;
    /// Whether counts and types equal those of `other`, which is of the same form. Arrays are compared by address.
    bool is_told_like(const CollectiveBuffer& other) const {
        const bool same_types = has_types_ ? types_ == other.types_ : type_ == other.type_;
        return same_types && (has_counts_ ? counts_ == other.counts_ : count_ == other.count_ && count_ > 0);
    }

    /// Units: bytes of type signatures, so holes do not count. 0 for a missing or negative value.
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
        const MPI_Datatype* types_;  ///< if has_types_
    };
    union {
        MPI_Count count_ = 0;
        const void* counts_;  ///< if has_counts_
    };
    const void* displacements_ = nullptr;
    bool has_counts_ = false;
    bool has_displacements_ = false;
    bool has_types_ = false;
    bool has_large_counts_ = false;         ///< MPI_Count, else int
    bool has_large_displacements_ = false;  ///< MPI_Aint, else int
};

/// Whether a needed buffer is missing, an error that the host reports. A null pointer is also MPI_BOTTOM, with types of
/// absolute addresses.
bool is_missing(const void* buffer, bool some_elements, MPI_Datatype type);

}  // namespace shunt
