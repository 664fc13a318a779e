#include "native/engines/pipeline/vector_call.hpp"

#include <numeric>

#include "native/engines/shared/stamp_word.hpp"

namespace shunt::pipeline {
namespace {

Status broadcast(const CollectiveCall& call, VectorCall& vector) {
    vector.bytes = vector.wanted_to = call.receive.size();
    vector.own = call.receive.data();
    vector.result = call.receive.data();
    return Status::ok;
}

Status reduction(const CollectiveCall& call, VectorCall& vector) {
    if (!call.reducer || call.reducer->element_bytes() == 0) return Status::bug;
    vector.reducer = call.reducer;
    vector.commutative = call.reducer->is_commutative();
    vector.element_bytes = call.reducer->element_bytes();
    vector.bytes = vector.wanted_to = call.send.size();
    vector.own = call.send.data();
    vector.result = call.receive.empty() ? nullptr : call.receive.data();
    return vector.bytes % vector.element_bytes == 0 ? Status::ok : Status::bug;
}

/// Which part of the vector is this member's.
Status segment(const CollectiveCall& call, const Group& group, VectorCall& vector) {
    const auto rank = static_cast<std::size_t>(group.rank), size = static_cast<std::size_t>(group.size);
    if (call.operation == Operation::reduce_scatter_block) {
        const std::uint64_t each = vector.bytes / size;
        vector.wanted_from = each * rank;
        vector.wanted_to = vector.wanted_from + each;
        return each * size == vector.bytes ? Status::ok : Status::bug;
    }
    if (call.sizes.size() != size) return Status::bug;
    vector.wanted_from = std::accumulate(call.sizes.begin(), call.sizes.begin() + group.rank, std::uint64_t{0});
    vector.wanted_to = vector.wanted_from + call.sizes[rank];
    return std::accumulate(call.sizes.begin(), call.sizes.end(), std::uint64_t{0}) == vector.bytes ? Status::ok
                                                                                                   : Status::bug;
}

}  // namespace

Status vector_of(const CollectiveCall& call, const Group& group, VectorCall& vector) {
    vector = {};
    vector.operation = call.operation;
    vector.root = call.root;
    if (call.root < 0 || call.root >= group.size) return Status::bug;
    if (call.operation == Operation::barrier) return Status::ok;
    if (call.operation == Operation::bcast) return broadcast(call, vector);
    const Status status = reduction(call, vector);
    if (status != Status::ok) return status;
    const bool scatters =
        call.operation == Operation::reduce_scatter || call.operation == Operation::reduce_scatter_block;
    return scatters ? segment(call, group, vector) : Status::ok;
}

std::uint64_t tag_of(const VectorCall& call, std::uint64_t number) {
    const auto what = static_cast<std::uint64_t>(call.operation) << 32 | static_cast<std::uint64_t>(call.root);
    return mixed(number, mixed(what, call.bytes), call.block_bytes);
}

}  // namespace shunt::pipeline
