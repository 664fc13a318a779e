#include "native/engines/pipeline/route.hpp"

#include <algorithm>

#include "native/engines/pipeline/costs.hpp"

namespace shunt::pipeline {
namespace {

constexpr std::uint64_t kLeastBlock = 1024;
constexpr std::uint64_t kLineBytes = 128;
constexpr std::uint64_t kSlots = 16, kTreeSlots = 8;
constexpr std::uint64_t kTreeBlock = 8 << 10;  // at most: trees are for vectors that are short for filling a chain

bool goes_round(const VectorCall& call) {
    const bool chained = call.operation == Operation::bcast || call.operation == Operation::reduce ||
                         call.operation == Operation::scan || call.operation == Operation::exscan;
    return !chained && call.commutative;
}

/// How often data move from node to node along a chain, plus one: the members of the model's chain.
int stations(const VectorCall& call, const Ways& ways, int ranks) {
    const bool keeps_order =
        call.operation == Operation::scan || call.operation == Operation::exscan || !call.commutative;
    return keeps_order && !ways.nodes.keep_rank_order() ? ranks : ways.nodes.size();
}

Route chain_route(const VectorCall& call, const Ways& ways, int ranks, const PipelineOptions& options,
                  const WayCosts& network) {
    const std::uint64_t most = chain_rings(options).slot_bytes;
    const Costs costs = network_costs_of(network);
    const auto bytes = static_cast<double>(call.bytes);
    const int members = goes_round(call) ? ranks : stations(call, ways, ranks);
    const auto time = [&](double block) {
        return chain_ns(costs, call.operation, call.commutative, members, bytes, block);
    };
    auto block = static_cast<std::uint64_t>(options.block_bytes);
    if (block == 0)
        block = goes_round(call) ? std::max(kLeastBlock, call.bytes / static_cast<std::uint64_t>(ranks))
                                 : best_block(kLeastBlock, most, time);
    block = in_elements(std::min(block, most), call.element_bytes);
    return {false, false, block, time(static_cast<double>(block))};
}

Route tree_route(const VectorCall& call, const Ways& ways, const PipelineOptions& options, const WayCosts& network) {
    const std::uint64_t most = tree_rings(options).slot_bytes;
    const Costs costs = network_costs_of(network);
    const auto time = [&](double block) {
        return two_trees_ns(costs, call.operation, ways.places(call).size(), static_cast<double>(call.bytes), block);
    };
    auto block = static_cast<std::uint64_t>(options.block_bytes);
    if (block == 0) block = best_block(kLeastBlock, most, time);
    block = in_elements(std::min(block, most), call.element_bytes);
    return {false, true, block, time(static_cast<double>(block))};
}

/// Whether nodes may combine among themselves first.
bool goes_by_levels(const VectorCall& call, const Ways& ways, Shape shape) {
    const bool is_bcast = call.operation == Operation::bcast;
    return (shape == Shape::automatic || shape == Shape::levels) && ways.have_levels() &&
           (is_bcast || call.operation == Operation::reduce || call.operation == Operation::allreduce) &&
           (is_bcast || call.commutative || ways.nodes.keep_rank_order());
}

ChainOrder order_of_leaders(const Places& nodes, std::size_t ranks) {
    ChainOrder order;
    order.position.assign(ranks, -1);
    for (int node = 0; node < nodes.size(); ++node) {
        order.member.push_back(nodes.leader(node));
        order.position[static_cast<std::size_t>(nodes.leader(node))] = node;
    }
    return order;
}

Places places_of_leaders(const ChainOrder& leaders) {
    Places places;
    for (const int leader : leaders.member) places.members.push_back({leader});
    places.place_of = leaders.position;
    return places;
}

}  // namespace

Ways::Ways(const std::vector<int>& node_of)
    : by_node(order_by_node(node_of)),
      by_rank(order_by_rank(static_cast<int>(node_of.size()))),
      nodes(Places::of_nodes(node_of)),
      ranks(Places::of_ranks(static_cast<int>(node_of.size()))),
      leaders(order_of_leaders(nodes, node_of.size())),
      of_leaders(places_of_leaders(leaders)) {
    for (int rank = 0; rank < static_cast<int>(node_of.size()); ++rank) {
        chain_peers.push_back(peers(by_node, by_rank, rank));
        if (have_levels() && leaders.place_of(rank) >= 0)
            for (const int other : {leaders.previous(rank), leaders.next(rank)})
                if (std::find(chain_peers.back().begin(), chain_peers.back().end(), other) == chain_peers.back().end())
                    chain_peers.back().push_back(other);
        tree_peers.push_back(pipeline::tree_peers(nodes, rank));
        if (nodes.size() == ranks.size()) continue;
        std::vector<int>& all = tree_peers.back();
        for (const int other : pipeline::tree_peers(ranks, rank))
            if (std::find(all.begin(), all.end(), other) == all.end()) all.push_back(other);
    }
}

HopRings::Shape chain_rings(const PipelineOptions& options) {
    const std::uint64_t slot = static_cast<std::uint64_t>(options.ring_bytes) / kSlots;
    return {kSlots, std::max(kLineBytes, slot / kLineBytes * kLineBytes)};
}

HopRings::Shape tree_rings(const PipelineOptions& options) {
    return {kTreeSlots, std::min(kTreeBlock, chain_rings(options).slot_bytes)};
}

Route route_of(const VectorCall& call, const Ways& ways, int ranks, const PipelineOptions& options,
               const WayCosts& network, Shape shape) {
    const bool levels = goes_by_levels(call, ways, shape);
    Route best = chain_route(call, ways, levels ? ways.nodes.size() : ranks, options, network);
    const bool may_be_tree =
        shape != Shape::chain && trees_carry(call.operation) && call.element_bytes <= tree_rings(options).slot_bytes;
    if (may_be_tree) {
        const Route tree = tree_route(call, ways, options, network);
        if (shape == Shape::tree || tree.expected_ns < best.expected_ns) best = tree;
    }
    best.levels = levels;
    return best;
}

}  // namespace shunt::pipeline
