#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "native/multicast/bitmap.hpp"
#include "native/multicast/number.hpp"
#include "native/multicast/tree.hpp"

namespace shunt::multicast {

/// Up to so many nodes arrive at a barrier's root directly; more arrive up the tree.
inline constexpr int kMostFlatArrivals = 32;

/// Who has arrived at the barriers under way, as far as this node gathers it, and what it has to say of it.
/// Thread: any one at a time.
class Arrivals {
public:
    struct Barrier {
        std::uint32_t number = 0;
        int root = 0;
        bool here = false;      ///< this node has arrived
        Bitmap from{0};         ///< at the root of a flat barrier: nodes; else children
        std::size_t expected = 0;
        std::int64_t say_at = kNever;
        std::int64_t interval = kFirstInterval;
        std::int64_t last_progress = 0;
        bool all() const { return here && from.count() == expected; }
    };

    Arrivals(int node, int nodes) : node_(node), nodes_(nodes) {}
    bool flat() const { return nodes_ <= kMostFlatArrivals; }

    /// This node arrives (at the root: waits for all).
    void here(std::uint32_t number, int root, std::int64_t now) {
        Barrier& barrier = at(number, root);
        barrier.here = true;
        barrier.last_progress = now;
        if (node_ != root && barrier.all()) barrier.say_at = now;
    }

    /// `sender` says that it (or its subtree) has arrived. False: it has no business to say so, or too many barriers are under way.
    bool from(std::uint32_t number, int root, int sender, std::int64_t now) {
        const int index = flat() ? (root == node_ ? sender : -1) : Tree(nodes_, root).child_index(node_, sender);
        if (index < 0 || sender == node_) return false;
        if (!find(number) && barriers_.size() >= kMostBarriers) return false;
        Barrier& barrier = at(number, root);
        if (barrier.root != root) return false;
        if (!barrier.from.set(static_cast<std::size_t>(index))) return true;
        barrier.last_progress = now;
        if (node_ != root && barrier.all()) barrier.say_at = now;
        return true;
    }

    /// The barrier of that number, or nullptr.
    const Barrier* find(std::uint32_t number) const {
        for (const Barrier& barrier : barriers_)
            if (barrier.number == number) return &barrier;
        return nullptr;
    }

    /// Barrier `number` is over, and with it all that this node never came to.
    void over(std::uint32_t number) {
        std::erase_if(barriers_, [&](const Barrier& barrier) { return barrier.number == number || (!barrier.here && before(barrier.number, number)); });
    }

    std::int64_t due() const {
        std::int64_t due = kNever;
        for (const Barrier& barrier : barriers_) due = std::min(due, barrier.say_at);
        return due;
    }

    /// Calls `say(number, root, to)` for each arrival that is to be told now; it is repeated ever more slowly until the barrier is over.
    template <class Say>
    void say_due(std::int64_t now, Say say) {
        for (Barrier& barrier : barriers_) {
            if (barrier.say_at > now) continue;
            say(barrier.number, barrier.root, flat() ? barrier.root : Tree(nodes_, barrier.root).parent(node_));
            barrier.say_at = now + barrier.interval;
            barrier.interval = std::min(2 * barrier.interval, kLongestInterval);
        }
    }

private:
    static constexpr std::size_t kMostBarriers = 64;
    static constexpr std::int64_t kFirstInterval = 5 * kMillisecond, kLongestInterval = 200 * kMillisecond;

    Barrier& at(std::uint32_t number, int root) {
        for (Barrier& barrier : barriers_)
            if (barrier.number == number) return barrier;
        Barrier barrier;
        barrier.number = number;
        barrier.root = root;
        const bool gathers_all = flat() && root == node_;
        const int count = flat() ? (gathers_all ? nodes_ - 1 : 0) : Tree(nodes_, root).child_count(node_);
        barrier.expected = static_cast<std::size_t>(count);
        barrier.from = Bitmap(static_cast<std::size_t>(gathers_all ? nodes_ : count));
        barriers_.push_back(std::move(barrier));
        return barriers_.back();
    }

    int node_;
    int nodes_;
    std::vector<Barrier> barriers_;
};

}  // namespace shunt::multicast
