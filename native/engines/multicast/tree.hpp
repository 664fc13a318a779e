#pragma once

namespace shunt::multicast {

/// The smallest number of children with which the tree has at most two levels below the root; at most 64 (three levels
/// then).
constexpr int fan_out(int nodes) {
    int children = 2;
    while (children < 64 && 1 + children + children * children < nodes) ++children;
    return children;
}

/// A complete tree over all nodes of a channel, rooted at any of them: positions count from the root, children of
/// position p are p * children + 1 ... p * children + children. Every node computes it by itself.
struct Tree {
    int nodes = 1;
    int root = 0;
    int children = 2;

    Tree(int nodes, int root) : nodes(nodes), root(root), children(fan_out(nodes)) {}

    int position(int node) const { return (node - root + nodes) % nodes; }
    int node_at(int position) const { return (position + root) % nodes; }
    /// The parent of `node`; the root's is the root itself.
    int parent(int node) const { return position(node) == 0 ? root : node_at((position(node) - 1) / children); }
    /// How many children `node` has.
    int child_count(int node) const {
        const int first = position(node) * children + 1;
        return first >= nodes ? 0 : (nodes - first < children ? nodes - first : children);
    }
    /// The 0-based index of `child` among the children of `node`, or -1.
    int child_index(int node, int child) const {
        const int index = position(child) - (position(node) * children + 1);
        return child != root && index >= 0 && index < child_count(node) ? index : -1;
    }

    /// Calls `visit(node)` for `top` and everything below it.
    template <class Visit>
    void for_subtree(int top, Visit visit) const {
        long first = position(top), last = first;
        while (first < nodes) {
            for (long p = first; p <= last && p < nodes; ++p) visit(node_at(static_cast<int>(p)));
            first = first * children + 1;
            last = last * children + children;
        }
    }
};

}  // namespace shunt::multicast
