#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/pipeline/chain_order.hpp"
#include "native/engines/pipeline/hop_ring.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/tree_shape.hpp"
#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// The chains and trees of a communicator on several nodes, and the pairs of members that need rings for them.
struct Ways {
    explicit Ways(const std::vector<int>& node_of);
    /// The places of the trees for `call`: nodes. They are single ranks for scans, and where the nodes do not keep the
    /// rank order that the call needs.
    const Places& places(const VectorCall& call) const {
        return call.operation != Operation::scan && (call.commutative || nodes.keep_rank_order()) ? nodes : ranks;
    }

    /// The ranks of the node of `rank`, ascending.
    const std::vector<int>& on_node_of(int rank) const {
        return nodes.members[static_cast<std::size_t>(nodes.at(rank))];
    }
    /// Whether some node has several members, so that nodes can combine before they communicate with each other.
    bool have_levels() const { return nodes.size() > 1 && nodes.size() < ranks.size(); }

    ChainOrder by_node, by_rank;
    Places nodes, ranks;
    ChainOrder leaders;                                     ///< the first members of the nodes alone
    Places of_leaders;                                      ///< the same as places of trees
    std::vector<std::vector<int>> chain_peers, tree_peers;  ///< by rank
};

/// The parameter `shape` of a rule, in the order of its choices.
enum class Shape : std::uint8_t { automatic, chain, tree, levels };

/// The algorithm and block size for one operation.
struct Route {
    bool levels = false;  ///< nodes combine first; the other fields describe what their first members do
    bool tree = false;
    std::uint64_t block_bytes = 1;
    double expected_ns = 0;  ///< by the model
};

/// Among the first members of nodes, parts circulate within chunks of the vector. A chunk has room, for each member,
/// for so many parts of a ring: then the data of one chunk overlap with the next one.
inline constexpr std::uint64_t kLevelParts = 8;

/// The rings between two members.
HopRings::Shape chain_rings(const PipelineOptions& options);
HopRings::Shape tree_rings(const PipelineOptions& options);

/// The algorithm and block size with the smallest time by the model, equal on all members. `network`: costs of the
/// transport between nodes. `shape`: the rule's choice. The chain carries the operations that trees do not carry
/// (exscan, reduce_scatter), and elements larger than the trees' blocks.
Route route_of(const VectorCall& call, const Ways& ways, int ranks, const PipelineOptions& options,
               const WayCosts& network, Shape shape);

}  // namespace shunt::pipeline
