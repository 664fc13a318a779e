#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "native/engines/multicast/bitmap.hpp"
#include "native/engines/multicast/number.hpp"
#include "native/engines/multicast/tree.hpp"

namespace shunt::multicast {

/// Largest number of nodes that send their arrivals to a barrier's root directly; more nodes send them up the tree.
inline constexpr int kMostDirectArrivals = 32;

/// The nodes that have arrived at the barriers under way, as far as they report to this node, and the arrivals that
/// this node must send. Thread: any one at a time.
class Arrivals {
public:
    struct Barrier {
        std::uint32_t number = 0;
        int root = 0;
        bool direct = true;  ///< this node reports to the root itself; otherwise to its parent in the tree
        bool here = false;   ///< this node has arrived
        Bitmap from{0};      ///< at the root: nodes; elsewhere: children
        Bitmap members{0};   ///< at the root of a barrier of some nodes: those nodes; otherwise empty
        std::size_t expected = 0;
        std::int64_t say_at = kNever;
        std::int64_t interval = kFirstInterval;
        std::int64_t last_progress = 0;
        bool all() const { return here && from.count() == expected; }
        bool concerns(int node) const { return members.count() == 0 || members.test(static_cast<std::size_t>(node)); }
    };

    Arrivals(int node, int nodes) : node_(node), nodes_(nodes) {}
    bool is_direct() const { return nodes_ <= kMostDirectArrivals; }

    /// This node arrives (at the root: begins to wait for all).
    void here(std::uint32_t number, int root, std::int64_t now) { here(at(number, root, is_direct()), now); }

    /// The same at a barrier of some nodes. All of them report to the root directly, whatever their number. `members`:
    /// those nodes, at the root.
    void here_directly(std::uint32_t number, int root, std::span<const int> members, std::int64_t now) {
        Barrier& barrier = at(number, root, true);
        if (root == node_) limit(barrier, members);
        here(barrier, now);
    }

    /// Records an arrival of `sender` (without `direct`: of its whole subtree). Any node may report to the root
    /// directly: the tree only saves packets. False: `sender` may not report here, or too many barriers are under way.
    bool from(std::uint32_t number, int root, int sender, bool direct, std::int64_t now) {
        const bool is_root = root == node_;
        const Tree tree(nodes_, root);
        const int index = direct ? (is_root ? sender : -1) : tree.child_index(node_, sender);
        if (index < 0 || sender == node_) return false;
        if (!find(number) && barriers_.size() >= kMostBarriers) return false;
        Barrier& barrier = at(number, root, direct);
        if (barrier.root != root || !barrier.concerns(sender)) return false;
        bool is_new = false;
        const auto note = [&](int place) { is_new |= barrier.from.set(static_cast<std::size_t>(place)); };
        if (is_root && !direct)
            tree.for_subtree(sender, [&](int node) {
                if (barrier.concerns(node)) note(node);
            });
        else note(index);
        if (!is_new) return true;
        barrier.last_progress = now;
        if (!is_root && barrier.all()) barrier.say_at = now;
        return true;
    }

    /// A node that barrier `number`, with this node as root, still waits for; -1: none.
    int missing(std::uint32_t number) const {
        const Barrier* barrier = find(number);
        if (!barrier || barrier->root != node_) return -1;
        for (int node = 0; node < nodes_; ++node)
            if (node != node_ && barrier->concerns(node) && !barrier->from.test(static_cast<std::size_t>(node)))
                return node;
        return -1;
    }

    /// The barrier of that number, or nullptr.
    const Barrier* find(std::uint32_t number) const {
        for (const Barrier& barrier : barriers_)
            if (barrier.number == number) return &barrier;
        return nullptr;
    }

    /// Forgets barrier `number` and all earlier ones, including those that this node never reached.
    void over(std::uint32_t number) {
        std::erase_if(barriers_, [&](const Barrier& barrier) {
            return barrier.number == number || (!barrier.here && before(barrier.number, number));
        });
    }

    std::int64_t due() const {
        std::int64_t due = kNever;
        for (const Barrier& barrier : barriers_) due = std::min(due, barrier.say_at);
        return due;
    }

    /// Calls `say(barrier, to)` for each arrival to be sent now. An arrival is repeated at growing intervals until the
    /// barrier is over.
    template <class Say>
    void say_due(std::int64_t now, Say say) {
        for (Barrier& barrier : barriers_) {
            if (barrier.say_at > now) continue;
            say(std::as_const(barrier), barrier.direct ? barrier.root : Tree(nodes_, barrier.root).parent(node_));
            barrier.say_at = now + barrier.interval;
            barrier.interval = std::min(2 * barrier.interval, kLongestInterval);
        }
    }

private:
    static constexpr std::size_t kMostBarriers = 64;
    static constexpr std::int64_t kFirstInterval = 5 * kMillisecond, kLongestInterval = 200 * kMillisecond;

    void here(Barrier& barrier, std::int64_t now) {
        barrier.here = true;
        barrier.last_progress = now;
        if (node_ != barrier.root && barrier.all()) barrier.say_at = now;
    }

    /// Makes the root wait for `members` only; arrivals of other nodes are ignored.
    void limit(Barrier& barrier, std::span<const int> members) {
        const Bitmap heard = std::exchange(barrier.from, Bitmap(static_cast<std::size_t>(nodes_)));
        barrier.members = Bitmap(static_cast<std::size_t>(nodes_));
        for (const int member : members) {
            if (member < 0 || member >= nodes_ || member == node_) continue;
            const auto index = static_cast<std::size_t>(member);
            barrier.members.set(index);
            if (heard.test(index)) barrier.from.set(index);
        }
        barrier.expected = barrier.members.count();
    }

    Barrier& at(std::uint32_t number, int root, bool direct) {
        for (Barrier& barrier : barriers_)
            if (barrier.number == number) return barrier;
        Barrier barrier;
        barrier.number = number;
        barrier.root = root;
        barrier.direct = direct;
        const bool is_root = root == node_;
        const int children = direct ? 0 : Tree(nodes_, root).child_count(node_);
        barrier.expected = static_cast<std::size_t>(is_root ? nodes_ - 1 : children);
        barrier.from = Bitmap(static_cast<std::size_t>(is_root ? nodes_ : children));
        barriers_.push_back(std::move(barrier));
        return barriers_.back();
    }

    int node_;
    int nodes_;
    std::vector<Barrier> barriers_;
};

}  // namespace shunt::multicast
