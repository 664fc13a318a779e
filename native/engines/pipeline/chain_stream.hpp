#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "native/engines/pipeline/chain_order.hpp"
#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// What a member does with one part of the vector.
struct Item {
    std::uint64_t begin = 0, end = 0;  ///< bytes of the vector
    bool receives = false;             ///< from the stream's `from`; otherwise it is this member's own data
    bool combines = false;             ///< with this member's own data
    bool delivers = false;             ///< to this member's result
    bool sends = false;                ///< to the stream's `to`
};

/// One stream through a member: its items in order, block by block.
struct ChainStream {
    int from = -1;
    int to = -1;
    bool prefix = false;     ///< scan, exscan: received data is the left operand, and each member keeps its own result
    bool exclusive = false;  ///< exscan: the result is the received data, without this member's own
    std::uint64_t chunk_bytes = 0;  ///< length of the chunks of the vector within which parts circulate; 0: the items
                                    ///< are successive, or parts of the whole vector circulate
    std::vector<Item> items;

    bool delivers() const {
        return std::any_of(items.begin(), items.end(), [](const Item& item) { return item.delivers; });
    }
};

/// The one or two streams of `rank` for a call. `most_bytes`: capacity of half a ring in blocks of the call. All
/// members compute them alike, so both ends of each hop expect the same blocks. Bcast, reduce, scan: a chain; each port
/// carries the vector once. Allreduce and reduce_scatter of commutative operations: parts of the vector circulate,
/// combined in the first round and delivered in the second. Each port carries 2 (P - 1) / P vectors (allreduce), which
/// is the minimum (Patarasuk and Yuan 2009), or (P - 1) / P. Other operations of these two kinds: the single pipeline
/// up to rank 0 and back, two vectors on each port.
std::vector<ChainStream> streams_of(const VectorCall& call, std::span<const std::uint64_t> sizes,
                                    const ChainOrder& by_node, const ChainOrder& by_rank, int rank,
                                    std::uint64_t most_bytes);

/// The streams of `rank` among the members of `order` alone, for a bcast, reduce or allreduce. An allreduce completes
/// its result from the front, chunk by chunk: parts circulate within chunks of `most_bytes` for each member.
/// `call.root` is one of the members. Where operands must keep their order, `order` has that order.
std::vector<ChainStream> streams_among(const VectorCall& call, const ChainOrder& order, int rank,
                                       std::uint64_t most_bytes);

/// Whether results would overwrite operands that are not combined yet: in-place reductions whose parts circulate piece
/// by piece.
inline bool needs_copy(const VectorCall& call) {
    return call.in_place() &&
           (call.operation == Operation::reduce_scatter || call.operation == Operation::reduce_scatter_block);
}

}  // namespace shunt::pipeline
