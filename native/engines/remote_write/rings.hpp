#pragma once
// The rings of a process with others of its node. Their number may be limited.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/remote_write/frame_ring.hpp"
#include "native/node/segment.hpp"

namespace shunt::remote_write {

class NodePeer;

/// The processes that this one may write to by a ring, and those it prefers.   Thread: one at a time.
/// Source: PRO-MPI 5.4.1 (maxRDMA and a row of the priority matrix).
class OutgoingRings {
public:
    /// `most` 0: no limit.
    explicit OutgoingRings(std::uint32_t most) : most_(most) {}

    bool are_limited() const { return most_ != 0; }
    /// From now on only the first of `processes`, up to the limit, are preferred. In reviews they count as if they had
    /// a ring; no process is left out any longer.
    void expect(std::span<const int> processes);
    bool prefers(int process) const { return has(preferred_, process); }
    /// Whether a ring to `process` may be made now. The preferred processes have reserved places.
    bool admits(int process) const;
    void made(int process);
    void gone(int process);

    /// How much this process has written to a peer lately (NodePeer::review()).
    struct Use {
        int process = -1;
        std::uint64_t frames = 0;
        bool has_ring = false, is_waiting = false;
    };
    /// Prefers the busiest peers. A peer with a ring, or expected, keeps it until another is twice as busy. A peer
    /// whose receiver had no place for the ring is left out for kReviewsLeftOut reviews.
    /// Returns: whether the preferred peers have changed.
    bool review(std::span<const Use> uses);
    static constexpr std::uint64_t kReviewsLeftOut = 16;

private:
    static bool has(const std::vector<int>& list, int process);
    void prefer(std::span<const int> processes);

    std::uint32_t most_;
    void count_lacking();

    std::vector<int> made_, preferred_, expected_;  // at most `most_` each
    std::size_t lacking_ = 0;                       // of the preferred peers, those without a ring
    std::uint64_t reviews_ = 0;
    std::map<int, std::uint64_t> left_out_;  // process: until which review
};

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
