#pragma once
// What an engine needs to know of a reduction: how elements are combined, and how they lie.
#include <mpi.h>

#include <cstdint>
#include <functional>

#include "native/engine.hpp"
#include "shim/plain_operation.hpp"

namespace shunt {

/// Whether every host combines elements of `type` by `op`: predefined operations on the predefined types that MPI lists for them (MPI 4.0,
/// 6.9.2 and 6.9.4), and operations of the program. The same on all ranks that MPI allows to call together.
bool can_combine(MPI_Op op, MPI_Datatype type);

/// How elements of a type lie in an array. Units: bytes.
struct ElementLayout {
    MPI_Count extent = 0;
    MPI_Count true_lb = 0;
    bool plain = false;       ///< without holes: an array of them is `extent` bytes each from its address on
    bool separate = false;    ///< elements do not overlap, and follow each other upwards

    static ElementLayout of(MPI_Datatype type);
};

/// Combines by the host's MPI_Reduce_local, or by a loop that gives the same bits.   Owner: keeps the handles, which the caller keeps valid.   Thread: that of the call.
class HostReducer final : public Reducer {
public:
    /// `failed` gets the host's code when it refuses.
    HostReducer(MPI_Op op, MPI_Datatype type, const ElementLayout& layout, std::function<void(int)> failed);

    std::uint64_t element_bytes() const override { return static_cast<std::uint64_t>(layout_.extent); }
    bool is_commutative() const override { return commutative_; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override;
    Status combine_into(const std::byte* left, const std::byte* right, std::byte* into, std::uint64_t elements) override;

private:
    MPI_Op op_;
    MPI_Datatype type_;
    ElementLayout layout_;
    bool commutative_ = false;
    PlainOperation plain_ = nullptr;   // does the same, faster
    std::function<void(int)> failed_;
};

}  // namespace shunt
