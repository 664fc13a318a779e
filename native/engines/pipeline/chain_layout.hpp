#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/pipeline/hop_ring.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/engines/pipeline/shared_ring.hpp"
#include "native/engines/pipeline/team_node.hpp"

namespace shunt::pipeline {

/// The offsets of the rings of chains, of the two trees and of a node in the windows: one after the other.
struct Layout {
    Layout(const Ways& ways, const PipelineOptions& options)
        : chain(chain_rings(options)),
          tree(tree_rings(options)),
          node_ring{{}, kNodeRings * static_cast<std::uint64_t>(options.ring_bytes)} {
        for (std::size_t rank = 0; rank < ways.chain_peers.size(); ++rank) {
            const std::uint64_t of_tree = HopRings::window_bytes(tree, ways.tree_peers[rank].size());
            begin[0].push_back(HopRings::window_bytes(chain, ways.chain_peers[rank].size()));
            begin[1].push_back(begin[0].back() + of_tree);
            far_bytes.push_back(begin[1].back() + of_tree);
            node_ring.begins.push_back((far_bytes.back() + kPage - 1) / kPage * kPage);
            bytes.push_back(node_ring.begins.back() + of_node(ways, static_cast<int>(rank)));
        }
    }
    /// Bytes of the window of `rank` for its node's ring.
    std::uint64_t of_node(const Ways& ways, int rank) const {
        const std::vector<int>& here = ways.on_node_of(rank);
        const int size = static_cast<int>(here.size());
        return ways.have_levels() && size > 1
                   ? SharedRing::window_bytes(here.front() == rank ? 0 : 1, size, 0, node_ring.bytes)
                   : 0;
    }

    static constexpr std::uint64_t kPage = 4096;
    static constexpr std::uint64_t kNodeRings = 4;

    HopRings::Shape chain, tree;
    TeamNode::RingPlace node_ring;
    std::vector<std::uint64_t> begin[2];   // by rank: of each tree
    std::vector<std::uint64_t> far_bytes;  // by rank: the front part, which members of other nodes write
    std::vector<std::uint64_t> bytes;      // by rank
};

}  // namespace shunt::pipeline
