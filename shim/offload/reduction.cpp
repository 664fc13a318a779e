#include "shim/offload/reduction.hpp"

#include <algorithm>

#include "shim/objects/datatype.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

ElementLayout ElementLayout::of(MPI_Datatype type) {
    MPI_Count lb = 0, true_extent = 0;
    ElementLayout layout;
    host.MPI_Type_get_extent_x(type, &lb, &layout.extent);
    host.MPI_Type_get_true_extent_x(type, &layout.true_lb, &true_extent);
    layout.plain = facts_of(type).contiguous;
    layout.separate = layout.extent > 0 && layout.extent >= true_extent;
    return layout;
}

Combination Combination::of(MPI_Op op, MPI_Datatype type) {
    constexpr MPI_Count kMostExtent = 64 << 10;  // of an element, which must fit into a block
    Combination it{op, type, ElementLayout::of(type)};
    it.is_possible =
        it.layout.separate && it.layout.extent <= kMostExtent && facts_of(type).size > 0 && can_combine(op, type);
    if (!it.is_possible) return it;
    int commutes = 0;
    host.MPI_Op_commutative(op, &commutes);
    it.commutes = commutes != 0;
    it.exact = combines_exactly(op, type);
    it.plain = fast_op(op, type);
    return it;
}

Status HostReducer::combine_into(const std::byte* left, const std::byte* right, std::byte* into,
                                 std::uint64_t elements) {
    if (!how_.plain) return Reducer::combine_into(left, right, into, elements);
    how_.plain(left, right, into, elements);
    return Status::ok;
}

Status HostReducer::combine(const std::byte* left, std::byte* right, std::uint64_t elements) {
    if (how_.plain) {
        how_.plain(left, right, right, elements);
        return Status::ok;
    }
    constexpr std::uint64_t kMost = 1 << 30;  // MPI_Reduce_local counts in int
    left -= how_.layout.true_lb;
    right -= how_.layout.true_lb;
    for (std::uint64_t done = 0; done < elements; done += kMost) {
        const auto at = static_cast<std::ptrdiff_t>(done * element_bytes());
        const int code = host.MPI_Reduce_local(left + at, right + at,
                                               static_cast<int>(std::min(kMost, elements - done)), how_.type, how_.op);
        if (code == MPI_SUCCESS) continue;
        if (code_ == MPI_SUCCESS) code_ = code;
        return Status::bug;
    }
    return Status::ok;
}

}  // namespace shunt
