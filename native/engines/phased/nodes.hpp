#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace shunt::phased {

/// Which ranks of a communicator are on which node. The lowest rank of a node is its leader: only it has connections.
struct Nodes {
    int rank = 0;                         ///< this one
    std::vector<int> node_of;             ///< by rank
    std::vector<std::vector<int>> ranks;  ///< by node, ascending

    Nodes() = default;
    Nodes(int own_rank, std::span<const int> nodes) : rank(own_rank), node_of(nodes.begin(), nodes.end()) {
        ranks.resize(static_cast<std::size_t>(*std::max_element(nodes.begin(), nodes.end())) + 1);
        for (int each = 0; each < size(); ++each) ranks[static_cast<std::size_t>(node(each))].push_back(each);
    }

    int size() const { return static_cast<int>(node_of.size()); }
    int count() const { return static_cast<int>(ranks.size()); }
    int node(int of_rank) const { return node_of[static_cast<std::size_t>(of_rank)]; }
    int own() const { return node(rank); }
    const std::vector<int>& on(int node) const { return ranks[static_cast<std::size_t>(node)]; }
    const std::vector<int>& local() const { return on(own()); }
    int leader(int node) const { return on(node).front(); }
    bool is_leader() const { return leader(own()) == rank; }
    /// The index of `of_rank`, which is on this node, among the node's ranks; 0 is the leader.
    std::uint32_t member(int of_rank) const {
        return static_cast<std::uint32_t>(std::lower_bound(local().begin(), local().end(), of_rank) - local().begin());
    }
};

}  // namespace shunt::phased
