#include "native/engines/script/run.hpp"

#include <algorithm>
#include <cstring>

namespace shunt::script_engine {

using program::Kind;

void Progress::make_room(const Plan& plan) {
    ops.reserve(plan.ops.size());
    active.reserve(plan.ops.size());
    sent.reserve(plan.outs.size());
    received.reserve(plan.ins.size());
}

Run::Run(const Plan& plan, const Places& places, Reducer* reducer, memory::RemoteMemory& memory, const Direct& direct,
         std::span<std::byte> block, Progress& progress, Moved& moved)
    : plan_(plan),
      places_(places),
      reducer_(reducer),
      may_exchange_(reducer && reducer->is_commutative() && reducer->is_exact()),
      memory_(memory),
      direct_(direct),
      block_(block),
      progress_(progress),
      total_(moved) {}

void Run::begin() {
    has_begun_ = true;
    progress_.ops.assign(plan_.ops.size(), {});
    for (std::size_t i = 0; i < plan_.ops.size(); ++i) progress_.ops[i].waits_for = plan_.ops[i].waits_for;
    progress_.sent.assign(plan_.outs.size(), 0);
    progress_.received.assign(plan_.ins.size(), 0);
    progress_.active.clear();
    for (const std::uint32_t index : plan_.first) begin_op(index);
}

/// Also begins the ops whose parts follow its parts.
void Run::begin_op(std::uint32_t index) {
    std::size_t next = progress_.active.size();
    progress_.active.push_back(index);
    for (; next < progress_.active.size(); ++next) {
        const Op& op = plan_.ops[progress_.active[next]];
        for (std::uint32_t i = op.followers_begin; i < op.followers_end; ++i) {
            const Follower& follower = plan_.followers[i];
            if (follower.by_parts && --progress_.ops[follower.op].waits_for == 0)
                progress_.active.push_back(follower.op);
        }
    }
}

void Run::finish_op(std::uint32_t index) {
    const Op& op = plan_.ops[index];
    for (std::uint32_t i = op.followers_begin; i < op.followers_end; ++i) {
        const Follower& follower = plan_.followers[i];
        if (!follower.by_parts && --progress_.ops[follower.op].waits_for == 0) begin_op(follower.op);
    }
}

Status Run::advance() {
    moved_ = false;
    if (!has_begun_) begin();
    std::vector<std::uint32_t>& active = progress_.active;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < active.size(); ++i) {  // `active` grows meanwhile
        const std::uint32_t index = active[i];
        const Status status = step(index);
        if (status == Status::again) {
            active[kept++] = index;
            continue;
        }
        if (status != Status::ok) return status;
        finish_op(index);
        moved_ = true;
    }
    active.resize(kept);
    if (!is_settled_) {
        const Status status = settle();
        if (status != Status::ok) return status;
    }
    return kept > 0 ? Status::again : memory_.progress();
}

/// Reports to senders what they rely on. Call it again after `again`.
Status Run::settle() {
    is_settled_ = true;
    for (PairRings::In* const in : plan_.ins) {
        const Status status = in->settle();
        if (status == Status::again) is_settled_ = false;
        else if (status != Status::ok) return status;
    }
    return is_settled_ ? Status::ok : Status::again;
}

int Run::waits_for() const {
    int peer = -1;
    for (const std::uint32_t index : progress_.active) {
        const Op& op = plan_.ops[index];
        if (op.kind == Kind::receive) return plan_.ins[op.channel]->peer();
        if (op.kind == Kind::send) peer = plan_.outs[op.channel]->peer();
    }
    return peer;
}

Status Run::step(std::uint32_t index) {
    const Op& op = plan_.ops[index];
    OfOp& at = progress_.ops[index];
    switch (op.kind) {
        case Kind::send: return step_send(op, at);
        case Kind::receive: return step_receive(op, at);
        default: return step_local(op, at);
    }
}

std::uint64_t Run::parts_allowed(const Op& op) const {
    std::uint64_t parts = op.parts;
    for (std::uint32_t i = op.leaders_begin; i < op.leaders_end; ++i)
        parts = std::min(parts, progress_.ops[plan_.leaders[i]].parts_done);
    return parts;
}

Status Run::step_send(const Op& op, OfOp& at) {
    std::uint32_t& next = progress_.sent[op.channel];
    if (next < op.message) return Status::again;
    PairRings::Out& out = *plan_.outs[op.channel];
    if (next == op.message) {
        const std::uint64_t allowed = parts_allowed(op);
        while (at.parts_done < allowed) {
            const Status status = send_part(op, at, at.parts_done * op.part_bytes, bytes_of_part(op, at.parts_done));
            if (status != Status::ok) return status;
            ++at.parts_done;
        }
        if (at.parts_done < op.parts) return Status::again;
        at.posts = out.posted();
        ++next;
    }
    return out.has_left(at.posts) ? Status::ok : Status::again;
}

Status Run::send_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes) {
    if (!at.is_refused && may_offer(op, begin, bytes)) {
        const Status status = offer_part(op, at, begin, bytes);
        if (status != Status::declined) return status;
        at.is_refused = true;
    }
    do {
        const std::uint64_t packet = std::min(plan_.packet_bytes, bytes - at.bytes_done);
        const Status status = send_packet(op, at, begin + at.bytes_done, packet);
        if (status != Status::ok) return status;
        at.bytes_done += packet;
        total_.bytes += packet;
        moved_ = true;
    } while (at.bytes_done < bytes);
    at.bytes_done = 0;
    at.is_refused = false;
    return Status::ok;
}

Status Run::send_packet(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes) {
    PairRings::Out& out = *plan_.outs[op.channel];
    if (at.written == 0) {
        const Status room = out.poll_room(bytes);
        if (room != Status::ok) return room;
    }
    const Place& place = places_[op.from_buffer];
    while (at.written < bytes) {
        const std::span<std::byte> run = place.run(op.from_at + begin + at.written, bytes - at.written);
        const Status status = out.write(bytes, at.written, run, op.may_lend ? place.lent : nullptr);
        if (status != Status::ok) return status;
        at.written += run.size();
    }
    const Status status = out.send(bytes, {plan_.tag, false});
    if (status == Status::ok) at.written = 0;
    return status;
}

bool Run::may_offer(const Op& op, std::uint64_t begin, std::uint64_t bytes) const {
    if (direct_.least_bytes == 0 || bytes < direct_.least_bytes) return false;
    return direct_.reaches[static_cast<std::size_t>(plan_.outs[op.channel]->peer())] != 0 &&
           places_[op.from_buffer].is_run(op.from_at + begin, bytes);
}

/// Fails: declined where the receiver cannot copy from this member's memory.
Status Run::offer_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes) {
    PairRings::Out& out = *plan_.outs[op.channel];
    if (!at.is_offered) {
        Status status = out.poll_room(PairRings::kOfferBytes);
        if (status != Status::ok) return status;
        const std::byte* const data = places_[op.from_buffer].run(op.from_at + begin, bytes).data();
        const memory::Place place{reinterpret_cast<std::uintptr_t>(data), 0};
        status = out.write(PairRings::kOfferBytes, 0, std::as_bytes(std::span(&place, 1)), nullptr);
        if (status == Status::ok) status = out.send(PairRings::kOfferBytes, {plan_.tag, true});
        if (status != Status::ok) return status;
        at.offer = out.sent() - 1;
        at.is_offered = moved_ = true;
    }
    std::uint64_t taken = 0;
    const Status status = out.look_taken(taken);
    if (status != Status::ok) return status;
    if (taken <= at.offer) return Status::again;
    at.is_offered = false;
    moved_ = true;
    if (out.has_refused(at.offer)) return Status::declined;
    total_.bytes += bytes;
    total_.direct_bytes += bytes;
    return Status::ok;
}

Status Run::step_receive(const Op& op, OfOp& at) {
    std::uint32_t& next = progress_.received[op.channel];
    if (next != op.message) return Status::again;
    const std::uint64_t allowed = parts_allowed(op);
    while (at.parts_done < allowed) {
        const Status status = receive_part(op, at, at.parts_done * op.part_bytes, bytes_of_part(op, at.parts_done));
        if (status != Status::ok) return status;
        ++at.parts_done;
    }
    if (at.parts_done < op.parts) return Status::again;
    ++next;
    return Status::ok;
}

Status Run::receive_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes) {
    PairRings::In& in = *plan_.ins[op.channel];
    do {
        const bool may_be_offer = at.bytes_done == 0 && direct_.least_bytes > 0 && bytes >= direct_.least_bytes;
        const std::uint64_t packet = std::min(plan_.packet_bytes, bytes - at.bytes_done);
        bool is_offer = false;
        Status status = in.poll(packet, plan_.tag, may_be_offer ? &is_offer : nullptr);
        if (is_offer) {
            status = take_offer(op, begin, bytes, in);
            return status == Status::declined ? Status::again : status;  // the sender sends it instead
        }
        if (status == Status::ok) status = take_packet(op, begin + at.bytes_done, packet, in);
        if (status != Status::ok) return status;
        at.bytes_done += packet;
    } while (at.bytes_done < bytes);
    at.bytes_done = 0;
    return Status::ok;
}

Status Run::take_packet(const Op& op, std::uint64_t begin, std::uint64_t bytes, PairRings::In& from) {
    std::byte* const data = from.data(bytes);
    if (op.fused >= 0) {
        const Op& combination = plan_.ops[static_cast<std::size_t>(op.fused)];
        const Status status = combine_packet(combination, begin, data, bytes);
        if (status != Status::ok) return status;
    } else {
        const Place& place = places_[op.to_buffer];
        for (std::uint64_t done = 0; done < bytes;) {
            const std::span<std::byte> run = place.run(op.to_at + begin + done, bytes - done);
            std::memcpy(run.data(), data + done, run.size());
            done += run.size();
        }
    }
    from.take(bytes);
    moved_ = true;
    const Status status = from.settle();
    if (status == Status::again) is_settled_ = false;
    return status == Status::again ? Status::ok : status;
}

/// Combines a packet's elements in place; this member may change them.
Status Run::combine_packet(const Op& combination, std::uint64_t begin, std::byte* data, std::uint64_t bytes) {
    std::byte* into = places_[combination.to_buffer].memory + combination.to_at + begin;
    if (bytes <= PairRings::kInlineBytes) {  // there elements need not be aligned as in an array
        std::memcpy(block_.data(), data, bytes);
        data = block_.data();
    }
    if (combination.from_is_left || may_exchange_) return reducer_->combine(data, into, elements_in(bytes));
    const Status status = reducer_->combine(into, data, elements_in(bytes));
    if (status == Status::ok) std::memcpy(into, data, bytes);
    return status;
}

/// Fails: declined where the memory cannot be copied from; the sender learns that.
Status Run::take_offer(const Op& op, std::uint64_t begin, std::uint64_t bytes, PairRings::In& from) {
    memory::Place offered;
    std::memcpy(&offered, from.data(PairRings::kOfferBytes), sizeof offered);
    const Place& place = places_[op.to_buffer];
    Status status = Status::ok;
    for (std::uint64_t done = 0; done < bytes && status == Status::ok;) {
        const std::span<std::byte> run = place.run(op.to_at + begin + done, bytes - done);
        status = memory_.read(from.peer(), {offered.address + done, offered.key}, run);
        done += run.size();
    }
    if (status != Status::ok && status != Status::declined) return status;
    if (status == Status::declined)
        if (const Status told = from.refuse(); told != Status::ok) return told;
    from.take(PairRings::kOfferBytes);
    moved_ = true;
    const Status told = from.tell();
    if (told == Status::again) is_settled_ = false;
    else if (told != Status::ok) return told;
    if (status == Status::ok && op.fused >= 0)
        return combine(plan_.ops[static_cast<std::size_t>(op.fused)], begin, bytes);
    return status;
}

Status Run::step_local(const Op& op, OfOp& at) {
    const std::uint64_t allowed = parts_allowed(op);
    while (at.parts_done < allowed) {
        const std::uint64_t begin = at.parts_done * op.part_bytes, bytes = bytes_of_part(op, at.parts_done);
        if (bytes > 0) {
            const Status status = op.kind == Kind::copy ? copy(op, begin, bytes) : combine(op, begin, bytes);
            if (status != Status::ok) return status;
        }
        ++at.parts_done;
        moved_ = true;
    }
    return at.parts_done < op.parts ? Status::again : Status::ok;
}

Status Run::copy(const Op& op, std::uint64_t begin, std::uint64_t bytes) {
    const Place &from = places_[op.from_buffer], &to = places_[op.to_buffer];
    for (std::uint64_t done = 0; done < bytes;) {
        const std::span<std::byte> source = from.run(op.from_at + begin + done, bytes - done);
        const std::span<std::byte> into = to.run(op.to_at + begin + done, source.size());
        if (into.data() != source.data()) std::memmove(into.data(), source.data(), into.size());
        done += into.size();
    }
    return Status::ok;
}

Status Run::combine(const Op& op, std::uint64_t begin, std::uint64_t bytes) {
    const std::byte* const from = places_[op.from_buffer].memory + op.from_at + begin;
    std::byte* const to = places_[op.to_buffer].memory + op.to_at + begin;
    if (op.from_is_left || may_exchange_) return reducer_->combine(from, to, elements_in(bytes));
    const std::uint64_t most = elements_in(block_.size()) * plan_.element_bytes;
    for (std::uint64_t done = 0; done < bytes;) {
        const std::uint64_t now = std::min(most, bytes - done);
        const Status status = reducer_->combine_into(to + done, from + done, block_.data(), elements_in(now));
        if (status != Status::ok) return status;
        std::memcpy(to + done, block_.data(), now);
        done += now;
    }
    return Status::ok;
}

}  // namespace shunt::script_engine
