#include "native/engines/remote_write/node_peer.hpp"

#include <cstring>

#include "native/base/clock.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint32_t kRingFrom = 4;  // the first frames of a pair go through the common mailbox

}  // namespace

Outcome NodePeer::connect(const InboxTicket& ticket) {
    Outcome attached = node::Segment::attach(ticket.segment, segment_);
    if (!attached.ok()) return attached;
    if (inbox_.attach(segment_.memory(), options_.inbox, ticket.segment.key) != Status::ok)
        return {Status::declined, "an inbox with a different layout; run the same version of Shunt on all ranks"};
    process_ = {ticket.segment.pid, ticket.start};
    cross_memory_.allow({static_cast<pid_t>(ticket.segment.pid)});
    if (!options_.uses_cross_memory) cross_refusals_ = kMostRefusals;
    return {};
}

// ---- to the peer ----------------------------------------------------------------------------------------------------

std::byte* NodePeer::reserve_common(std::uint64_t bytes) {
    if (is_unsettled_) inbox_.mailbox.publish(FrameKind::nothing);
    is_unsettled_ = false;
    if (out_ == Out::offered && writer_.accepted()) {
        std::byte* const room = inbox_.mailbox.reserve(own_, 0);
        refused_ = room != nullptr ? 0 : refused_ + 1;
        if (room == nullptr) return nullptr;
        inbox_.mailbox.publish(FrameKind::moved);
        out_ = Out::ring;
        out_segment_.close_door();
        return reserve(bytes);
    }
    std::byte* const room = inbox_.mailbox.reserve(own_, bytes);
    is_unsettled_ = room != nullptr;
    refused_ = room != nullptr ? 0 : refused_ + 1;
    return room;
}

void NodePeer::publish_common(FrameKind kind) {
    inbox_.mailbox.publish(kind);
    is_unsettled_ = false;
    if ((++sent_ >= kRingFrom || wants_ring_) && out_ == Out::common && rings_.admits(number_)) open_ring();
}

bool NodePeer::has_room(std::uint64_t bytes) {
    if (out_ == Out::ring) return reserve(bytes) != nullptr;
    if (inbox_.mailbox.has_room(bytes)) return true;
    ++refused_;
    return false;
}

void NodePeer::open_ring() {
    std::byte* const room = inbox_.mailbox.reserve(own_, sizeof(node::SegmentTicket));
    if (room == nullptr) return;  // tried again later
    out_ = Out::none_possible;
    const std::size_t bytes = FrameRing::bytes_needed(options_.ring_bytes);
    node::SegmentTicket ticket;
    if (node::Segment::create(bytes, 1, options_.backing, out_segment_).ok()) {
        ticket = out_segment_.ticket();
        const bool made = FrameRing::format(out_segment_.memory(), options_.ring_bytes, ticket.key) == Status::ok &&
                          writer_.attach(out_segment_.memory(), ticket.key) == Status::ok;
        if (made) out_ = Out::offered, rings_.made(number_);
    }
    // The reserved frame is published in any case; a ticket of 0 bytes is ignored.
    std::memcpy(room, &ticket, sizeof ticket);
    inbox_.mailbox.publish(FrameKind::ring_offer);
}

// The receiver reads the ring's frames before this sender's later ones in the common mailbox (NodeFabric::look_common).
bool NodePeer::leave_ring() {
    if (out_ == Out::ring) {
        if (writer_.reserve(0) == nullptr) return false;
        writer_.publish(FrameKind::ring_left);
    } else if (out_ == Out::offered) {
        if (is_unsettled_) inbox_.mailbox.publish(FrameKind::nothing);
        is_unsettled_ = false;
        if (inbox_.mailbox.reserve(own_, 0) == nullptr) return false;
        inbox_.mailbox.publish(FrameKind::ring_taken_back);
    } else {
        return true;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);  // as in publish()
    inbox_.bell().ring();
    rings_.gone(number_);
    out_ = Out::common;
    writer_ = RingWriter{};
    out_segment_ = node::Segment{};
    sent_ = 0;
    wants_ring_ = false;
    return true;
}

void NodePeer::begin_copy() { copied_since_ns_ = out_ == Out::ring && rate_.is_due() ? monotonic_ns() : 0; }

void NodePeer::end_copy(std::size_t bytes) {
    if (copied_since_ns_ == 0) return;
    rate_.note(bytes, monotonic_ns() - copied_since_ns_);
    writer_.say_fast(rate_.is_fast());
}

PreferredPeers::Use NodePeer::review() {
    recent_ = recent_ / 2 + published_;
    published_ = 0;
    const bool is_offered = out_ == Out::offered && !writer_.accepted();
    const PreferredPeers::Use use{number_, recent_, out_ == Out::ring || out_ == Out::offered,
                                  is_offered && was_offered_};
    was_offered_ = is_offered;
    return use;
}

// ---- its memory -----------------------------------------------------------------------------------------------------

Status NodePeer::noted(Status status) {
    // One refusal may be due to this memory; a system that refuses cross-memory attach refuses it always.
    cross_refusals_ = status == Status::declined ? cross_refusals_ + 1 : 0;
    lost_ = lost_ || status == Status::peer_lost;  // frames that it left behind may be for transfers that have ended
    return status;
}

Status NodePeer::read(std::uint64_t address, std::span<std::byte> into) {
    return noted(cross_memory_.read(0, address, into));
}

Status NodePeer::write(std::uint64_t address, std::span<const std::byte> data) {
    return noted(cross_memory_.write(0, address, data));
}

}  // namespace shunt::remote_write
