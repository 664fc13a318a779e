#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "native/base/outcome.hpp"
#include "native/base/process.hpp"
#include "native/engines/remote_write/copy_ways.hpp"
#include "native/engines/remote_write/frame_rate.hpp"
#include "native/engines/remote_write/frame_ring.hpp"
#include "native/engines/remote_write/inbox.hpp"
#include "native/engines/remote_write/preferred_peers.hpp"
#include "native/engines/remote_write/rings.hpp"
#include "native/memory/cross_memory.hpp"

namespace shunt::remote_write {

/// How a process reaches the others of its node. Equal in all of them except `spin_ns`.
struct NodeFabricOptions {
    InboxShape inbox;
    /// Ring size of each direction of a pair; a power of two from 64 KiB on. Half of it where many processes share the
    /// node.
    std::uint64_t ring_bytes = 128 << 10;
    /// The most rings a process writes to, and the most it reads; 0: any number. The other pairs stay in the common
    /// mailboxes.
    std::uint32_t rings_most = 0;
    node::Backing backing = node::Backing::automatic;
    bool uses_cross_memory = true;
    /// Longest spin before a wait sleeps. 0: there are fewer cores than processes; a wait yields its core at once.
    std::int64_t spin_ns = 200'000;
    /// If the peer has not moved a transfer for so long, one side copies alone.
    std::int64_t grace_ns = 5'000;
    /// How long transfers are copied; none: each receiver finds out (CopyWays).
    std::optional<CopyWay> way{};
};

/// Another process of this node, and the two directions of frames with it.   Thread: one at a time.
/// On failure: frames that cannot be sent through a ring go through the peer's common mailbox.
class NodePeer {
public:
    /// Owner: `options` and `rings` outlive it.
    NodePeer(int own, int number, const NodeFabricOptions& options, PreferredPeers& rings)
        : own_(own), number_(number), options_(options), rings_(rings) {}
    NodePeer(const NodePeer&) = delete;

    /// Attaches the inbox.   Fails: declined, with the remedy.
    Outcome connect(const InboxTicket& ticket);
    int number() const { return number_; }
    const Inbox& inbox() const { return inbox_; }

    // ---- to the peer
    /// As Fabric::reserve().
    std::byte* reserve(std::uint64_t bytes) {
        if (out_ == Out::ring) [[likely]] {
            std::byte* const room = writer_.reserve(bytes);
            refused_ = room != nullptr ? 0 : refused_ + 1;
            return room;
        }
        return reserve_common(bytes);
    }
    /// Sends the reserved frame. `fences`: a barrier is needed before checking whether the peer sleeps.
    void publish(FrameKind kind, bool fences) {
        if (out_ == Out::ring) [[likely]]
            writer_.publish(kind);
        else publish_common(kind);
        if (fences) std::atomic_thread_fence(std::memory_order_seq_cst);
        inbox_.bell().ring();
        ++published_;
    }
    /// Whether reserve() would give room for the longest block. The common mailbox may still refuse it.
    bool has_room(std::uint64_t bytes);
    /// How often reserve() found no room since it last found some.
    std::uint32_t refusals() const { return refused_; }
    /// Frames sent to the peer lately; those before the last call count half. Also whether a ring was on offer at the
    /// last call and is still not accepted.
    PreferredPeers::Use review();
    /// Restarts the counts of review().
    void forget_use() { published_ = 0, recent_ = 0; }
    bool is_in_common() const { return out_ != Out::ring; }
    /// Asks the peer to report when the ring has room.   Returns: whether it will; if not, there is room.
    bool ask_for_room() { return !writer_.ask_for_room(); }
    /// Long messages go to this peer: makes a ring for them, and offers it, with the next frame.
    void want_ring() { wants_ring_ = true; }
    /// Returns to the common mailbox, in the middle of the stream.
    /// Returns: true when finished; false when the notice to the peer found no room: call it again later.
    bool leave_ring();
    /// As Fabric's.
    void begin_copy();
    void end_copy(std::size_t bytes);
    /// As Fabric::prefers_frame_to().
    bool prefers_frame() { return out_ == Out::ring && rate_.prefers_frame(); }
    /// Notifies the peer of an event of its transfers, or of room.
    void nudge() {
        inbox_.events().fetch_add(1, std::memory_order_seq_cst);
        inbox_.bell().ring();
    }
    bool is_broken() const { return writer_.is_broken(); }

    // ---- from the peer
    /// The ring that the peer has offered (IncomingRings); null: none.
    std::unique_ptr<IncomingRing> incoming;
    bool reads_ring() const { return incoming && incoming->is_read; }
    /// As Fabric::prefers_frame_from(): by the peer's measurements.
    bool sends_fast_frames() const { return reads_ring() && incoming->reader.is_fast(); }
    /// How data from the peer are copied.
    CopyWays ways;

    // ---- its memory
    bool has_cross_memory() const { return cross_refusals_ < kMostRefusals; }
    Status read(std::uint64_t address, std::span<std::byte> into);
    Status write(std::uint64_t address, std::span<const std::byte> data);

    /// Whether the peer ended before it had done all it owes.   Blocks: some 10 us.
    bool is_lost() {
        lost_ = lost_ || (!inbox_.is_finished() && !alive(process_));
        return lost_;
    }
    bool was_lost() const { return lost_; }

private:
    enum class Out : std::uint8_t { common, offered, ring, none_possible };
    static constexpr int kMostRefusals = 3;
    std::byte* reserve_common(std::uint64_t bytes);
    void publish_common(FrameKind kind);
    void open_ring();
    Status noted(Status status);

    int own_;
    int number_;
    const NodeFabricOptions& options_;
    PreferredPeers& rings_;
    Out out_ = Out::common;
    std::uint32_t refused_ = 0;
    std::uint32_t sent_ = 0;       // frames, in the common mailbox
    std::uint32_t published_ = 0;  // frames since review()
    std::uint64_t recent_ = 0;     // as Use::frames
    bool was_offered_ = false;     // at the last review()
    int cross_refusals_ = 0;
    bool wants_ring_ = false;
    bool is_unsettled_ = false;  // a frame reserved in the common mailbox is not published
    bool lost_ = false;
    FrameRate rate_;
    std::int64_t copied_since_ns_ = 0;  // 0: the copy is not timed
    RingWriter writer_;
    Inbox inbox_;
    Process process_;
    node::Segment segment_, out_segment_;
    memory::CrossMemory cross_memory_;
};

}  // namespace shunt::remote_write
