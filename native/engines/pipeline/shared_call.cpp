#include "native/engines/pipeline/shared_call.hpp"

#include <algorithm>

#include "native/base/copy_lines.hpp"

namespace shunt::pipeline {

SharedCall::SharedCall(SharedRing& ring, const VectorCall& call, std::uint64_t position, std::uint64_t number,
                       std::byte* scratch, int only_reader)
    : ring_(ring),
      call_(call),
      plan_(only_reader == kNobody ? shared_plan(call.operation, call.root, ring.rank(), ring.size(), call.commutative)
                                   : handing_over(call.root, only_reader, ring.rank())),
      scratch_(scratch),
      tag_(tag_of(call, number)),
      title_{title_of(call, number), call.bytes},
      share_(ring.share_of(call.operation, call.bytes)),
      work_{0, position},
      delivery_{0, position} {}

Place SharedCall::next_place(const Cursor& cursor) const {
    const std::uint64_t bytes = std::min(call_.block_bytes, call_.bytes - cursor.offset);
    const Place place = ring_.place(cursor.position, bytes, share_);
    ring_.expect(place);
    return place;
}

void SharedCall::step(Cursor& cursor, const Place& place) {
    cursor.offset += place.bytes;
    cursor.position = place.end;
    moved_ = true;
}

Status SharedCall::advance() {
    moved_ = false;
    for (bool going = true; going;) {
        const Cursor before = work_, delivered = delivery_;
        Status status = try_work();
        if (status != Status::ok && status != Status::again) return status;
        status = try_deliver();
        if (status != Status::ok && status != Status::again) return status;
        going = work_.offset != before.offset || delivery_.offset != delivered.offset;
    }
    if (is_over(work_) && is_over(delivery_)) return Status::ok;
    return ring_.is_poisoned() ? Status::bug : Status::again;
}

int SharedCall::waits_for() const {
    if (!is_over(work_) && plan_.work != Work::none) return plan_.before;
    return is_over(delivery_) ? kNobody : plan_.last;
}

/// One turn, if it is due. A member without turns follows its deliveries.
Status SharedCall::try_work() {
    if (is_over(work_)) return Status::ok;
    if (plan_.work == Work::none && !plan_.delivers) return pass_over();
    if (plan_.work == Work::none) {
        if (work_.offset != delivery_.offset) moved_ = true;
        work_ = delivery_;
        return Status::ok;
    }
    const Place place = next_place(work_);
    if (!is_there(place)) return Status::again;
    Status status = plan_.before == kNobody ? ring_.poll_room(place) : ring_.poll_worked(plan_.before, place);
    if (status != Status::ok) return status;
    if (plan_.before != kNobody && !ring_.is_stamped(place, tag_)) return Status::bug;
    status = take_turn(place);
    if (status != Status::ok) return status;
    step(work_, place);
    status = tell(place.end);
    if (status != Status::ok || plan_.delivers) return status;
    delivery_ = work_;
    return release();
}

/// For a member without a part in the operation.
Status SharedCall::pass_over() {
    while (!is_over(work_)) {
        const std::uint64_t bytes = std::min(call_.block_bytes, call_.bytes - work_.offset);
        step(work_, ring_.place(work_.position, bytes, share_));
    }
    delivery_ = work_;
    return release();
}

/// One delivery, if the block is complete.
Status SharedCall::try_deliver() {
    if (is_over(delivery_) || !plan_.delivers) return Status::ok;
    if (plan_.work != Work::none && delivery_.offset >= work_.offset) return Status::again;
    const Place place = next_place(delivery_);
    if (plan_.last != ring_.rank()) {
        const Status status = ring_.poll_worked(plan_.last, place);
        if (status != Status::ok) return status;
        if (!ring_.is_stamped(place, tag_)) return Status::bug;
    }
    deliver(call_, delivery_.offset, ring_.data(place), place.bytes);
    if (reads_alone()) own_lines(ring_.data(place), place.bytes);
    step(delivery_, place);
    return release();
}

/// Whether only the member with the last turn, which wrote it, has a copy of the data delivered here.
bool SharedCall::reads_alone() const {
    return plan_.last != ring_.rank() && (ring_.size() == 2 || call_.operation == Operation::reduce);
}

Status SharedCall::take_turn(const Place& place) {
    switch (plan_.work) {
        case Work::write: return write(place);
        case Work::combine: return call_.combine(call_.own + work_.offset, ring_.data(place), place.bytes);
        case Work::take: return take(place);
        case Work::scan: return scan(place);
        case Work::exscan: return exscan(place);
        case Work::none: break;
    }
    return Status::bug;
}

Status SharedCall::write(const Place& place) {
    const std::byte* const own = call_.own + work_.offset;
    copy_lines(ring_.data(place), own, place.bytes);
    ring_.stamp(place, tag_, title_);
    if (plan_.writes_copy && !call_.in_place()) copy_lines(call_.result + work_.offset, own, place.bytes);
    return Status::ok;
}

/// Runs `work(at, bytes)` on one piece of a block after the other. So the pieces that it reads are still in the first
/// cache when they are combined.
template <class Work>
Status SharedCall::in_pieces(const Place& place, Work&& work) {
    constexpr std::uint64_t kPiece = 4096;
    const std::uint64_t piece = std::max<std::uint64_t>(1, kPiece / call_.element_bytes) * call_.element_bytes;
    for (std::uint64_t at = 0; at < place.bytes; at += piece) {
        const Status status = work(at, std::min(piece, place.bytes - at));
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

Status SharedCall::take(const Place& place) {
    return in_pieces(place, [&](std::uint64_t at, std::uint64_t bytes) {
        const std::byte* const own = call_.own + work_.offset + at;
        std::byte* const result = call_.result + work_.offset + at;
        std::byte* const data = ring_.data(place) + at;
        if (call_.in_place() && !call_.commutative) {
            const Status status = call_.combine(own, data, bytes);
            copy_lines(result, data, bytes);
            return status;
        }
        const Status status =
            call_.in_place() ? call_.combine(data, result, bytes) : call_.combine_into(own, data, result, bytes);
        own_lines(data, bytes);
        return status;
    });
}

Status SharedCall::scan(const Place& place) {
    return in_pieces(place, [&](std::uint64_t at, std::uint64_t bytes) {
        const std::byte* const own = call_.own + work_.offset + at;
        std::byte* const result = call_.result + work_.offset + at;
        std::byte* const data = ring_.data(place) + at;
        const Status status =
            call_.in_place() ? call_.combine(data, result, bytes) : call_.combine_into(data, own, result, bytes);
        if (plan_.next != kNobody) copy_lines(data, result, bytes);
        else own_lines(data, bytes);
        return status;
    });
}

Status SharedCall::exscan(const Place& place) {
    std::byte* const result = call_.result + work_.offset;
    std::byte* const data = ring_.data(place);
    if (plan_.next == kNobody) {
        copy_lines(result, data, place.bytes);
        own_lines(data, place.bytes);
        return Status::ok;
    }
    copy_lines(scratch_, call_.own + work_.offset, place.bytes);
    copy_lines(result, data, place.bytes);
    const Status status = call_.combine(result, scratch_, place.bytes);
    copy_lines(data, scratch_, place.bytes);
    return status;
}

/// After a turn: notifies the members that wait for it.
Status SharedCall::tell(std::uint64_t position) {
    if (plan_.next != kNobody) return ring_.tell_worked(plan_.next, position);
    if (plan_.tells_one != kNobody) return ring_.tell_worked(plan_.tells_one, position);
    for (int other = 1; plan_.tells_all && other < ring_.size(); ++other) {
        const Status status = ring_.tell_worked((ring_.rank() + other) % ring_.size(), position);
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

std::uint64_t SharedCall::finished() const {
    return plan_.work == Work::none ? delivery_.position : std::min(work_.position, delivery_.position);
}

/// After turn and delivery: the first member may need the memory.
Status SharedCall::release() { return ring_.tell_finished(plan_.releases ? plan_.first : kNobody, finished()); }

}  // namespace shunt::pipeline
