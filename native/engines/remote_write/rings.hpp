#pragma once
// The rings that a process reads, of others of its node. Their number may be limited.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/remote_write/frame_ring.hpp"
#include "native/node/segment.hpp"

namespace shunt::remote_write {

class NodePeer;

/// A ring that a peer has offered to this process.
struct IncomingRing {
    explicit IncomingRing(NodePeer& of) : from(of) {}
    NodePeer& from;
    node::Segment memory;
    RingReader reader;
    bool has_place = false;  ///< accepted: it counts in the limit
    bool is_read = false;    ///< the peer has moved to it
};

/// The rings that this process reads, polled in turn.
/// Thread: one at a time; has_news() any, while a Looking of that thread lives.
class IncomingRings {
public:
    /// `most` 0: no limit.
    explicit IncomingRings(std::uint32_t most) : most_(most) {}
    /// Room for the rings of so many peers; call it first.   Fails: std::bad_alloc.
    void make_room(std::size_t peers) { slots_ = std::vector<std::atomic<IncomingRing*>>(peers); }

    /// The peer has offered a ring. It is accepted once there is a place for it. One that cannot be attached is
    /// ignored: the sender never moves to it.
    void take_offer(NodePeer& from, std::span<const std::byte> offer);
    /// The peer has withdrawn its offer, and has not moved to the ring.
    void drop_offer(NodePeer& from);
    /// The peer publishes there from here on.   Fails: bug, when the ring is not accepted, or was begun before.
    Status begin(NodePeer& from);
    /// The peer has left the ring, and all its frames were read.
    void end(NodePeer& from);

    /// Places of rings to poll; some of them may be empty.
    std::size_t places() const { return count_.load(std::memory_order_relaxed); }
    IncomingRing* at(std::size_t place) const { return slots_[place].load(std::memory_order_relaxed); }
    bool has_news() const;

    /// While it lives, no ring's memory is given back, where rings are limited.   Thread: any.
    class Looking {
    public:
        explicit Looking(IncomingRings& rings) : count_(rings.most_ != 0 ? &rings.looking_ : nullptr) {
            if (count_ != nullptr) count_->fetch_add(1, std::memory_order_seq_cst);
        }
        ~Looking() {
            if (count_ != nullptr) count_->fetch_sub(1, std::memory_order_release);
        }
        Looking(const Looking&) = delete;

    private:
        std::atomic<int>* count_;
    };
    /// Gives back the memory of rings that were left, if no thread polls.
    void tidy() {
        if (!left_.empty() && looking_.load(std::memory_order_seq_cst) == 0) [[unlikely]]
            left_.clear();
    }

private:
    void accept(IncomingRing& ring);
    void give_place_back();

    std::uint32_t most_;
    std::uint32_t accepted_ = 0;
    std::vector<std::atomic<IncomingRing*>> slots_;  // `count_` of them are in use or were
    std::atomic<std::size_t> count_{0};
    std::vector<NodePeer*> waiting_;  // their rings have no place yet; in order
    std::vector<std::unique_ptr<IncomingRing>> left_;
    std::atomic<int> looking_{0};
};

}  // namespace shunt::remote_write
