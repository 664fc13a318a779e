#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "native/engines/multicast/number.hpp"
#include "native/engines/multicast/tree.hpp"

namespace shunt::multicast {

/// Combines acknowledgements of one node's subtree, for each root. An acknowledgement is a frontier: the number up to
/// which every operation of that root has been received. A subtree's frontier is the minimum of its nodes'; it is sent
/// to the parent when it advances. The root asks for lost acknowledgements, so losing this state costs messages, not
/// correctness. Memory: fan_out numbers for each root that has used the tree, at inner nodes only.   Thread: any one at
/// a time.
class AcknowledgementTree {
public:
    AcknowledgementTree(int node, int nodes) : node_(node), nodes_(nodes) {}

    /// A child reports; returns false if it is not a child of this node in the tree of `root`.
    bool child(int root, int child, std::uint32_t frontier) {
        const Tree tree(nodes_, root);
        const int index = tree.child_index(node_, child);
        if (index < 0) return false;
        auto& known = below(root, tree).children[static_cast<std::size_t>(index)];
        if (!known || before(*known, frontier)) known = frontier;
        return true;
    }

    /// The frontier to report to the parent, given this node's own; none if it was reported already, or if some child
    /// has not reported.
    std::optional<std::uint32_t> report(int root, std::uint32_t own) {
        Below& all = below(root, Tree(nodes_, root));
        for (const auto& child : all.children) {
            if (!child) return std::nullopt;
            if (before(*child, own)) own = *child;
        }
        if (all.reported && !before(*all.reported, own)) return std::nullopt;
        all.reported = own;
        return own;
    }

    /// Makes the next report() even if no frontier has advanced.
    void forget_report(int root) {
        const auto found = roots_.find(root);
        if (found != roots_.end()) found->second.reported.reset();
    }

private:
    struct Below {
        std::vector<std::optional<std::uint32_t>> children;
        std::optional<std::uint32_t> reported;
    };

    Below& below(int root, const Tree& tree) {
        const auto [found, is_new] = roots_.try_emplace(root);
        if (is_new) found->second.children.resize(static_cast<std::size_t>(tree.child_count(node_)));
        return found->second;
    }

    int node_;
    int nodes_;
    std::unordered_map<int, Below> roots_;
};

}  // namespace shunt::multicast
