#pragma once
#include <algorithm>
#include <vector>

namespace shunt::pipeline {

/// The order of the members in a chain. The chain is closed to a ring so that it can begin anywhere.
struct ChainOrder {
    std::vector<int> member;    ///< by position: the rank
    std::vector<int> position;  ///< by rank

    int size() const { return static_cast<int>(member.size()); }
    int at(int place) const { return member[static_cast<std::size_t>((place % size() + size()) % size())]; }
    int next(int rank) const { return at(place_of(rank) + 1); }
    int previous(int rank) const { return at(place_of(rank) - 1); }
    int place_of(int rank) const { return position[static_cast<std::size_t>(rank)]; }
};

/// Node after node, so that data enter and leave each node once; within a node, and among nodes, in order of rank.
inline ChainOrder order_by_node(const std::vector<int>& node_of) {
    ChainOrder order;
    for (int rank = 0; rank < static_cast<int>(node_of.size()); ++rank) order.member.push_back(rank);
    std::stable_sort(order.member.begin(), order.member.end(), [&](int a, int b) {
        return node_of[static_cast<std::size_t>(a)] < node_of[static_cast<std::size_t>(b)];
    });
    order.position.resize(order.member.size());
    for (int place = 0; place < order.size(); ++place)
        order.position[static_cast<std::size_t>(order.at(place))] = place;
    return order;
}

/// In order of rank, for non-commutative operations.
inline ChainOrder order_by_rank(int size) { return order_by_node(std::vector<int>(static_cast<std::size_t>(size), 0)); }

/// The ranks adjacent to `rank` in either order, each once.
inline std::vector<int> peers(const ChainOrder& by_node, const ChainOrder& by_rank, int rank) {
    std::vector<int> all;
    for (const int peer : {by_node.previous(rank), by_node.next(rank), by_rank.previous(rank), by_rank.next(rank)})
        if (peer != rank && std::find(all.begin(), all.end(), peer) == all.end()) all.push_back(peer);
    return all;
}

}  // namespace shunt::pipeline
