#include "native/node/node_group.hpp"

#include <utility>

namespace shunt::node {
namespace {

/// Where each part begins. All sizes are multiples of a line, so each part begins on one.
struct Parts {
    std::span<std::byte> members, ring, arrivals, notices;
};

std::size_t bytes_of(const RingShape& shape) {
    const std::size_t ring = BroadcastRing::bytes_needed(shape);
    return ring == 0 ? 0
                     : Members::bytes_needed(shape.members) + ring + Arrivals::bytes_needed(shape.members) +
                           Notices::bytes_needed();
}

Parts divide(std::span<std::byte> memory, const RingShape& shape) {
    const auto take = [&](std::size_t bytes) {
        const auto part = memory.first(bytes);
        memory = memory.subspan(bytes);
        return part;
    };
    Parts parts;
    parts.members = take(Members::bytes_needed(shape.members));
    parts.ring = take(BroadcastRing::bytes_needed(shape));
    parts.arrivals = take(Arrivals::bytes_needed(shape.members));
    parts.notices = take(Notices::bytes_needed());
    return parts;
}

}  // namespace

Outcome NodeGroup::create(const RingShape& shape, std::uint32_t index, WaitPolicy policy, Backing backing) {
    const std::size_t bytes = bytes_of(shape);
    if (bytes == 0) return {Status::bug, "a ring of a shape that is not allowed"};
    Segment made;
    Outcome outcome = Segment::create(bytes, shape.members - 1, backing, made);
    if (!outcome.ok()) return outcome;
    const Parts parts = divide(made.memory(), shape);
    const bool formatted = Members::format(parts.members, shape.members) == Status::ok &&
                           BroadcastRing::format(parts.ring, shape) == Status::ok &&
                           Arrivals::format(parts.arrivals, shape.members) == Status::ok &&
                           Notices::format(parts.notices) == Status::ok;
    if (!formatted) return {Status::bug, "shared memory could not be formatted"};
    outcome = take_part(made.memory(), shape, index, policy);
    if (outcome.ok()) segment_ = std::move(made);
    return outcome;
}

Outcome NodeGroup::attach(const SegmentTicket& ticket, const RingShape& shape, std::uint32_t index, WaitPolicy policy) {
    Segment found;
    Outcome outcome = Segment::attach(ticket, found);
    if (!outcome.ok()) return outcome;
    outcome = take_part(found.memory(), shape, index, policy);
    if (outcome.ok()) segment_ = std::move(found);
    return outcome;
}

Outcome NodeGroup::join(const NodeGroup& mapped, const RingShape& shape, std::uint32_t index, WaitPolicy policy) {
    return take_part(mapped.segment_.memory(), shape, index, policy);
}

Outcome NodeGroup::take_part(std::span<std::byte> memory, const RingShape& shape, std::uint32_t index,
                             WaitPolicy policy) {
    const std::size_t bytes = bytes_of(shape);
    const char* const disagree =
        "ranks of a node disagree on their shared memory; run the same version and options of Shunt on all ranks";
    if (bytes == 0 || memory.size() < bytes || members_.count() != 0) return {Status::bug, disagree};
    const Parts parts = divide(memory, shape);
    const bool attached = members_.attach(parts.members, shape.members, index) == Status::ok &&
                          ring_.attach(parts.ring, shape, members_, policy) == Status::ok &&
                          arrivals_.attach(parts.arrivals, members_, policy) == Status::ok &&
                          notices_.attach(parts.notices) == Status::ok;
    if (attached) return {};
    members_.leave();  // now, while its memory is mapped
    return {Status::bug, disagree};
}

}  // namespace shunt::node
