#pragma once
#include "native/node/arrivals.hpp"
#include "native/node/broadcast_ring.hpp"
#include "native/node/members.hpp"
#include "native/node/notices.hpp"
#include "native/node/segment.hpp"

namespace shunt::node {

/// All objects that a group of processes of one node needs for broadcasts and barriers, in one segment: members, a
/// ring, arrivals, notices. One member creates it and sends ticket() to the others, which attach. Then all exchange
/// whether that succeeded, and only then use it. Thread: any one at a time.
class NodeGroup {
public:
    NodeGroup() = default;
    NodeGroup(const NodeGroup&) = delete;
    NodeGroup& operator=(const NodeGroup&) = delete;

    /// Makes the segment and takes part as member `index`.   Fails: as Segment::create.
    Outcome create(const RingShape& shape, std::uint32_t index, WaitPolicy policy,
                   Backing backing = Backing::automatic);
    /// Takes part as member `index` of a group that another member created with an equal shape.   Fails: as
    /// Segment::attach; bug for another shape.
    Outcome attach(const SegmentTicket& ticket, const RingShape& shape, std::uint32_t index, WaitPolicy policy);
    /// Takes part as another member of a segment that this process has mapped; `mapped` outlives this.
    Outcome join(const NodeGroup& mapped, const RingShape& shape, std::uint32_t index, WaitPolicy policy);

    Segment& segment() { return segment_; }
    Members& members() { return members_; }
    /// Reports that this member cannot take part any more: waits for it end with `status`, on all members, now and
    /// later.
    void report(Status status) { (void)members_.report(status, members_.index()); }

    BroadcastRing& ring() { return ring_; }
    Arrivals& arrivals() { return arrivals_; }
    Notices& notices() { return notices_; }

private:
    Outcome take_part(std::span<std::byte> memory, const RingShape& shape, std::uint32_t index, WaitPolicy policy);

    Segment segment_;  // first, so that it is unmapped last
    Members members_;
    BroadcastRing ring_;
    Arrivals arrivals_;
    Notices notices_;
};

}  // namespace shunt::node
