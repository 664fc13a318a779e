#include "native/engines/remote_write/node_peer.hpp"

#include <cstring>

namespace shunt::remote_write {
namespace {

constexpr std::uint32_t kRingFrom = 4;  // frames of a pair go through the common mailbox first

}  // namespace

Outcome NodePeer::connect(const InboxTicket& ticket) {
    Outcome attached = node::Segment::attach(ticket.segment, segment_);
    if (!attached.ok()) return attached;
    if (inbox_.attach(segment_.memory(), options_.inbox, ticket.segment.key) != Status::ok)
        return {Status::declined, "an inbox of another form; run the same version of Shunt on all ranks"};
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
    if ((++sent_ >= kRingFrom || wants_ring_) && out_ == Out::common) open_ring();
}

bool NodePeer::has_room(std::uint64_t bytes) {
    if (out_ == Out::ring) return reserve(bytes) != nullptr;
    if (inbox_.mailbox.has_room(bytes)) return true;
    ++refused_;
    return false;
}

void NodePeer::open_ring() {
    std::byte* const room = inbox_.mailbox.reserve(own_, sizeof(node::SegmentTicket));
    if (room == nullptr) return;  // later
    out_ = Out::none_possible;
    const std::size_t bytes = FrameRing::bytes_needed(options_.ring_bytes);
    node::SegmentTicket ticket;
    if (node::Segment::create(bytes, 1, options_.backing, out_segment_).ok()) {
        ticket = out_segment_.ticket();
        const bool made = FrameRing::format(out_segment_.memory(), options_.ring_bytes, ticket.key) == Status::ok &&
                          writer_.attach(out_segment_.memory(), ticket.key) == Status::ok;
        if (made) out_ = Out::offered;
    }
    // What was reserved is published in any case; a ticket of 0 bytes is ignored.
    std::memcpy(room, &ticket, sizeof ticket);
    inbox_.mailbox.publish(FrameKind::ring_offer);
}

// ---- from the peer --------------------------------------------------------------------------------------------------

void NodePeer::take_ring(std::span<const std::byte> offer) {
    node::SegmentTicket ticket;
    if (offer.size() != sizeof ticket || reader.is_attached()) return;
    std::memcpy(&ticket, offer.data(), sizeof ticket);
    if (ticket.bytes == 0 || !node::Segment::attach(ticket, in_segment_).ok()) return;
    if (reader.attach(in_segment_.memory(), ticket.key) == Status::ok) reader.accept();
}

Status NodePeer::begin_reading() {
    if (!reader.is_attached() || reads_ring_) return Status::bug;
    reads_ring_ = true;
    return Status::ok;
}

// ---- its memory -----------------------------------------------------------------------------------------------------

Status NodePeer::noted(Status status) {
    // Memory that is not to be had is one thing, a system that refuses it always is another.
    cross_refusals_ = status == Status::declined ? cross_refusals_ + 1 : 0;
    return status;
}

Status NodePeer::read(std::uint64_t address, std::span<std::byte> into) {
    return noted(cross_memory_.read(0, address, into));
}

Status NodePeer::write(std::uint64_t address, std::span<const std::byte> data) {
    return noted(cross_memory_.write(0, address, data));
}

}  // namespace shunt::remote_write
