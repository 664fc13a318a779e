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

/// The ways that operations of a communicator on several nodes can take, and whose rings lie in whose window for them.
struct Ways {
    explicit Ways(const std::vector<int>& node_of);
    /// The places of the trees for `call`: nodes, or single ranks for scans and where the nodes do not keep the order
    /// that it needs.
    const Places& places(const VectorCall& call) const {
        return call.operation != Operation::scan && (call.commutative || nodes.keep_rank_order()) ? nodes : ranks;
    }

    ChainOrder by_node, by_rank;
    Places nodes, ranks;
    std::vector<std::vector<int>> chain_neighbours, tree_neighbours;  ///< by rank
};

/// What a rule says of the way (`shape=`), in the order of its words.
enum class Shape : std::uint8_t { automatic, chain, tree };

/// How one operation goes.
struct Route {
    bool tree = false;
    std::uint64_t block_bytes = 1;
    double expected_ns = 0;  ///< by the model
};

/// The rings to each neighbour.
HopRings::Shape chain_rings(const PipelineOptions& options);
HopRings::Shape tree_rings(const PipelineOptions& options);

/// The way and block of the least time by the model, alike on all members. `network`: what carries between nodes.
/// `shape`: where a rule has decided. What trees do not carry (exscan, scatters) and elements larger than their blocks
/// take the chain.
Route route_of(const VectorCall& call, const Ways& ways, int ranks, const PipelineOptions& options,
               const WayCosts& network, Shape shape);

}  // namespace shunt::pipeline
