#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/pipeline/vector_call.hpp"

namespace shunt::pipeline {

/// The members grouped by places of a tree: those of a node, or each alone. The first member of a place communicates
/// with other places.
struct Places {
    std::vector<std::vector<int>> members;  ///< by place: ranks, ascending
    std::vector<int> place_of;              ///< by rank

    int size() const { return static_cast<int>(members.size()); }
    int leader(int place) const { return members[static_cast<std::size_t>(place)].front(); }
    int at(int rank) const { return place_of[static_cast<std::size_t>(rank)]; }
    /// Whether the ranks of the first place precede those of the second, and so on: then a tree over places keeps their
    /// order.
    bool keep_rank_order() const;

    static Places of_nodes(const std::vector<int>& node_of);
    static Places of_ranks(int size);
};

/// A place's links in one of the two trees over `count` places; -1: none. The tree is in order: the left subtree has
/// the lower places.
struct TreeLinks {
    int parent = -1, left = -1, right = -1;
    bool operator==(const TreeLinks&) const = default;
};

/// Two binary trees: a place with children in one has none in the other. If each tree carries half of a vector, no port
/// carries more than the vector. Tree 0: place 0 on top, the odd ones are leaves; tree 1: the even ones are leaves.
/// Every link joins places whose distance is a power of two. Source: Sanders, Speck and Traeff, "Two-tree algorithms
/// for full bandwidth broadcast, reduction and scan", Parallel Computing 35 (2009).
TreeLinks links_in_tree(int tree, int count, int place);
int top_of_tree(int tree, int count);

/// What one member does with one half of the vector, in one of the trees.
struct Branch {
    std::uint64_t begin = 0, end = 0;  ///< bytes of the vector
    bool goes_up = false;              ///< it is combined up to the top; otherwise it only goes down
    std::vector<int> up_from;          ///< in the order of their operands
    std::size_t own_at = 0;            ///< how many of those are left of this member's own
    int up_to = -1;                    ///< -1: this is the top
    int down_from = -1;                ///< -1: from the top's own result, or the root's own data
    std::vector<int> down_to;
    bool comes_down = false;    ///< to this member, or from it
    bool delivers = false;      ///< to this member's result
    bool prefix = false;        ///< scan: the value going down is the sum of all operands left of this subtree
    bool serves_right = false;  ///< scan: the last of down_to gets this member's result instead
};

constexpr bool trees_carry(Operation operation) {
    return operation == Operation::bcast || operation == Operation::reduce || operation == Operation::allreduce ||
           operation == Operation::scan;
}

/// The branches of `rank`: both trees, or only the first where the vector is one block. Trees begin at the root by
/// rotation of the places. Where rank order must be kept, the top's result goes down the tree to the root. All members
/// compute them alike. For operations that trees_carry(); scans need places of one rank each.
std::vector<Branch> branches_of(const VectorCall& call, const Places& places, int rank);

/// The ranks that `rank` may have to reach in either tree, whatever the root: each once.   Cost: the logarithm of the
/// number of places.
std::vector<int> tree_peers(const Places& places, int rank);

}  // namespace shunt::pipeline
