#pragma once
// What an engine must know about a reduction: how elements are combined, and their layout in memory.
#include <mpi.h>

#include <cstdint>

#include "native/engines/contract.hpp"
#include "shim/objects/operation.hpp"
#include "shim/offload/fast_ops.hpp"

namespace shunt {

/// The layout of a type's elements in an array. Units: bytes.
struct ElementLayout {
    MPI_Count extent = 0;
    MPI_Count true_lb = 0;
    bool plain = false;     ///< without holes: an array of them has `extent` bytes each from its address on
    bool separate = false;  ///< elements do not overlap, and are in ascending order

    static ElementLayout of(MPI_Datatype type);
};

/// What must be known of an operation on a type before its elements are combined.
struct Combination {
    MPI_Op op = MPI_OP_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    ElementLayout layout;
    bool is_possible = false;  ///< can_combine(), and elements have bytes and do not overlap; equal on all ranks
    bool commutes = false;
    bool exact = false;      ///< combines_exactly()
    FastOp plain = nullptr;  ///< does the same, faster: only for predefined types, whose handles are never reused

    static Combination of(MPI_Op op, MPI_Datatype type);
};

/// Combines by the host's MPI_Reduce_local, or by a loop that gives the same bits.   Owner: keeps the handles, which
/// the caller keeps valid.   Thread: that of the call.
class HostReducer final : public Reducer {
public:
    /// Requires `how.is_possible`.
    explicit HostReducer(const Combination& how) : how_(how) {}
    /// The host's first code that was not MPI_SUCCESS.
    int code() const { return code_; }
    void forget_code() { code_ = MPI_SUCCESS; }

    std::uint64_t element_bytes() const override { return static_cast<std::uint64_t>(how_.layout.extent); }
    bool is_commutative() const override { return how_.commutes; }
    bool is_exact() const override { return how_.exact; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override;
    Status combine_into(const std::byte* left, const std::byte* right, std::byte* into,
                        std::uint64_t elements) override;

private:
    Combination how_;
    int code_ = MPI_SUCCESS;
};

}  // namespace shunt
