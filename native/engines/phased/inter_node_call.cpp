#include "native/engines/phased/inter_node_call.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "native/base/clock.hpp"

namespace shunt::phased {
namespace {

using net::Frame;

constexpr std::uint64_t kChunk = 64 << 10;        // of a frame: control frames to the same node wait for at most one
constexpr std::int64_t kPatienceNs = 50'000'000;  // for a node from which nothing arrives

/// Kinds of frames.
enum Kind : std::uint16_t { part = 1, last_part, token_for, met, common_bits, rows, impossible };

}  // namespace

InterNodeCall::InterNodeCall(Wires& wires, const NodeBlocks& blocks, const InterNodeCallSetup& setup)
    : wires_(wires), blocks_(blocks), setup_(setup), rounds_{wires.nodes.own(), wires.nodes.count()} {
    begin();
}

InterNodeCall::Line& InterNodeCall::line(std::unordered_map<int, Line>& lines, int node,
                                         NodeMessage (NodeBlocks::*message)(int) const) {
    Line& line = lines[node];
    if (line.made) return line;
    line.made = true;
    line.message = (blocks_.*message)(node);
    line.parts = MessageParts(&line.message, wires_.local_peers);
    return line;
}

void InterNodeCall::begin() {
    const int nodes = wires_.nodes.count();
    impatient_at_ = monotonic_ns() + kPatienceNs;
    wires_.streams.resume();  // reads frames of nodes that are ahead of this one
    const bool sizes_known = shape_of(setup_.operation) != Shape::all_to_all || setup_.operation == Operation::alltoall;
    if (wires_.renews_when_paced && wires_.rate.is_known()) {
        wires_.renews_when_paced = false;
        wires_.streams.renew(sizes_known ? "bbr" : "cubic");
    }
    if (nodes == 1) {
        state_ = State::done;
        return;
    }
    for (int node = 0; !sizes_known && node < nodes; ++node) {
        const std::uint64_t bytes = node == wires_.nodes.own() ? 0 : blocks_.outgoing(node).bytes;
        if (bytes > 0) own_row_.entries.emplace_back(static_cast<std::uint32_t>(node), bytes);
    }
    if (setup_.prepared != nullptr && setup_.prepared->plan) {
        ++wires_.counters.schedule_given;
        if (!(setup_.prepared->own == own_row_))
            disagree("this call's sizes differ from those of its preparation", wires_.nodes.own());
        return begin_moving(setup_.prepared->plan);
    }
    const bool one_switch = wires_.topology.is_one_switch();
    if (setup_.order == Order::rotation ||
        (sizes_known && (one_switch || shape_of(setup_.operation) != Shape::all_to_all)))
        return begin_moving(
            std::make_shared<Plan>(plan_without_pattern(wires_.nodes, blocks_, setup_.operation, setup_.root)));
    if (setup_.pattern != nullptr) return make_plan(*setup_.pattern);
    common_.emplace(rounds_, wires_.cache.places_with(own_row_, setup_.order));
    for (std::uint32_t round = 0; round < rounds_.count(); ++round) {
        want(rounds_.to(round));
        want(rounds_.from(round));
    }
    tell();
}

void InterNodeCall::make_plan(std::span<const Row> rows) {
    auto made = scheduled_plan(wires_.nodes.own(), rows, setup_.order, wires_.topology, wires_.options.small_bytes + 1,
                               wires_.model);
    if (!made.ok()) {
        result_ = Status::bug;
        state_ = State::done;
        return;
    }
    begin_moving(std::make_shared<Plan>(std::move(made.value())));
}

void InterNodeCall::begin_moving(std::shared_ptr<const Plan> plan) {
    plan_ = std::move(plan);
    if (setup_.only_prepare) {
        state_ = State::done;
        return;
    }
    const PhaseRules rules = rules_for(*plan_, setup_.operation, setup_.separation, wires_.options);
    phases_.emplace(plan_->sends, plan_->receives, rules);
    for (const Move& move : plan_->sends) want(move.peer);
    for (const Move& move : plan_->receives) want(move.peer);
    for (std::uint32_t round = 0; rules.separation == Separation::barrier && round < rounds_.count(); ++round) {
        want(rounds_.to(round));
        want(rounds_.from(round));
    }
    state_ = State::moving;
    compare_with_plan();
    wires_.streams.resume();
}

/// The plan must match the blocks here for each node; otherwise the call is not the one the plan was made for.
void InterNodeCall::compare_with_plan() {
    const auto nodes = static_cast<std::size_t>(wires_.nodes.count());
    std::vector<std::uint64_t> to(nodes), from(nodes);
    for (const Move& move : plan_->sends) to[static_cast<std::size_t>(move.peer)] += move.bytes;
    for (const Move& move : plan_->receives) from[static_cast<std::size_t>(move.peer)] += move.bytes;
    for (int node = 0; node < wires_.nodes.count(); ++node) {
        if (node == wires_.nodes.own()) continue;
        const auto compare = [&](Line& line, std::uint64_t planned) {
            line.differs = line.message.bytes != planned;
            if (line.differs) disagree("the sizes of this call differ from those of its plan", node);
        };
        compare(outgoing(node), to[static_cast<std::size_t>(node)]);
        compare(incoming(node), from[static_cast<std::size_t>(node)]);
    }
}

/// Requests the stream to a node that this call uses.
void InterNodeCall::want(int node) {
    if (wires_.streams.is_broken(node))
        trouble_ = {Status::peer_lost,
                    "node " + std::to_string(node) + ", or its connection, has ended in an earlier call"};
    wires_.streams.want(node);
}

Status InterNodeCall::advance(std::int64_t now_ns) {
    wires_.streams.pump(now_ns, *this);
    if (!trouble_.ok()) return trouble_.status;
    if (state_ == State::looking || state_ == State::gathering) tell();
    if (state_ == State::moving) move();
    if (std::exchange(moved_, false)) impatient_at_ = now_ns + kPatienceNs;
    if (now_ns >= impatient_at_ && state_ == State::moving) {
        ++wires_.counters.passed_by;
        phases_->be_impatient();
        impatient_at_ = now_ns + kPatienceNs;
        move();
    }
    if (!trouble_.ok()) return trouble_.status;
    if (state_ != State::done || !wires_.streams.all_sent()) return Status::again;
    for (int node = 0; node < wires_.nodes.count(); ++node) wires_.streams.unwant(node);
    return result_;
}

/// Sends the messages of the AND reduction and of the gathering to other nodes.
void InterNodeCall::tell() {
    while (state_ == State::looking && common_) {
        const auto told = common_->next();
        if (!told) break;
        send(told->to, common_bits, told->round, told->bits);
    }
    while (state_ == State::gathering) {
        const auto told = gathering_->next();
        if (!told) break;
        tell_rows(*told);
    }
    after_exchange();
}

void InterNodeCall::tell_rows(const BruckAllgather::Tell& told) {
    for (std::size_t at = 0; at < told.bytes.size(); at += kChunk) {
        const auto bytes = told.bytes.subspan(at, std::min<std::size_t>(kChunk, told.bytes.size() - at));
        wires_.streams.send(
            told.to, {rows, setup_.number, told.round, static_cast<std::uint32_t>(bytes.size()), told.bytes.size()},
            {{const_cast<std::byte*>(bytes.data()), bytes.size()}});
    }
}

void InterNodeCall::after_exchange() {
    if (state_ == State::looking && common_ && common_->done()) {
        if (common_->bits() != 0) {
            ++wires_.counters.schedule_hits;
            return begin_moving(wires_.cache.use(common_->bits()));
        }
        ++wires_.counters.schedule_misses;
        state_ = State::gathering;
        gathering_.emplace(rounds_, own_row_);
        wires_.streams.resume();
        return tell();
    }
    // The rows sent last are this object's memory: they must have left before it may end.
    if (state_ == State::gathering && gathering_->done()) {
        make_plan(gathering_->rows());
        if (plan_) wires_.cache.put(own_row_, setup_.order, plan_);
    }
}

void InterNodeCall::move() {
    drain();
    for (auto send_now = phases_->next_send(); send_now; send_now = phases_->next_send()) {
        const Move& move = phases_->sends()[*send_now];
        Line& line = outgoing(move.peer);
        const auto known = static_cast<std::uint64_t>(wires_.options.rate);
        wires_.streams.pace(known > 0 ? known : wires_.rate.pace());
        line.active = true;
        line.move = *send_now;
        line.done = 0;
        feed(move.peer);
    }
    for (auto due = phases_->next_token(); due; due = phases_->next_token()) {
        ++wires_.counters.tokens;
        send(phases_->receives()[*due].peer, token_for, 0, 0);
    }
    meet();
    if (phases_->done()) state_ = State::done;
}

/// Enters and runs the barriers between phases, where barriers separate them.
void InterNodeCall::meet() {
    for (auto over = phases_->next_barrier(); over; over = phases_->next_barrier()) {
        barriers_.try_emplace(*over, rounds_, 0);
        barrier_after_ = *over;
    }
    if (!barrier_after_) return;
    AndReduction& barrier = barriers_.at(*barrier_after_);
    for (auto told = barrier.next(); told; told = barrier.next()) send(told->to, met, *barrier_after_, told->round);
    if (!barrier.done()) return;
    phases_->released(*std::exchange(barrier_after_, std::nullopt));
    move();
}

/// Sends the next frame of the move under way to `node`; one at a time.
void InterNodeCall::feed(int node) {
    Line& line = outgoing(node);
    if (!line.active || wires_.streams.unsent(node) > 0) return;
    const Move& move = phases_->sends()[line.move];
    if (line.differs) {
        line.done = move.bytes;
        return send(node, impossible, line.number, 0);
    }
    const std::uint64_t left = move.bytes - line.done, now = std::min(left, kChunk);
    std::vector<iovec> parts;
    const Status gathered = line.parts.gather(move.offset + line.done, now, parts);
    if (gathered != Status::ok && trouble_.ok()) trouble_ = {gathered, "a rank of this node has ended"};
    if (!trouble_.ok()) return;
    line.done += now;
    wires_.counters.bytes += now;
    const std::uint16_t kind = now == left ? last_part : part;
    wires_.streams.send(node, {kind, setup_.number, line.number, static_cast<std::uint32_t>(now), line.message.digest},
                        std::move(parts));
}

void InterNodeCall::all_sent(int node) {
    if (state_ != State::moving) return;
    const auto found = out_.find(node);
    if (found == out_.end() || !found->second.active) return;
    Line& line = found->second;
    moved_ = true;
    if (line.done < phases_->sends()[line.move].bytes) return feed(node);
    line.active = false;
    ++line.number;
    ++wires_.counters.moves;
    draining_.push_back(node);
    drain();
    move();
}

/// The part of a move still in the kernel would share the port with the next move, and arrive late: the next move
/// begins when little is left.
void InterNodeCall::drain() {
    std::erase_if(draining_, [this](int node) {
        const std::size_t move = outgoing(node).move;
        const bool waits = phases_->more_to_send() &&
                           phases_->sends()[move].bytes > static_cast<std::uint64_t>(wires_.options.small_bytes);
        const std::size_t unconfirmed = waits ? wires_.streams.unconfirmed(node) : 0;
        const bool is_little = unconfirmed <= static_cast<std::size_t>(wires_.options.early_bytes);
        if (!is_little) return false;
        phases_->sent(move);
        return true;
    });
}

/// `bytes` more of the incoming move have arrived: measures its rate, from kFreeBytes on to its end.
void InterNodeCall::measure(Line& line, std::uint64_t bytes) {
    line.here += bytes;
    const std::uint64_t whole = phases_->receives()[line.move].bytes;
    const bool tells = line.measured_from == 0 && line.here >= PortRate::kFreeBytes, ends = line.here >= whole;
    if (!tells && !ends) return;
    const std::int64_t now = monotonic_ns();
    if (ends && line.measured_from != 0) wires_.rate.arrived(line.here - line.here_then, now - line.measured_from);
    line.measured_from = tells && !ends ? now : 0;
    line.here_then = line.here;
}

net::StreamSink::Take InterNodeCall::frame_begins(int node, const Frame& frame, std::vector<iovec>& places) {
    const bool early = state_ == State::looking || state_ == State::gathering;
    if (frame.operation != setup_.number) return hold_for_later(node, frame);
    switch (frame.kind) {
        case part:
        case last_part:
        case impossible: return early ? Take::hold : take_data(node, frame, places);
        case token_for:
        case met: return early ? Take::hold : Take::take;
        case rows: {
            if (state_ == State::looking) return Take::hold;
            std::byte* room = gathering_ ? gathering_->room(node, frame.number, frame.word) : nullptr;
            if (room == nullptr) disagree("its part of the pattern is invalid", node);
            else places.push_back({room, frame.bytes});
            return Take::take;
        }
        default: return Take::take;
    }
}

/// A node that is in a later call has sent all its data for this one. If more is expected from it, its members and ours
/// are not in the same call.
net::StreamSink::Take InterNodeCall::hold_for_later(int node, const Frame& frame) {
    const bool later = static_cast<std::int32_t>(frame.operation - setup_.number) > 0;
    const bool expected = state_ == State::moving && phases_->receiving(node);
    if ((!later || expected) && trouble_.ok())
        trouble_ = {Status::bug, "node " + std::to_string(node) +
                                     " carries another call than this one; "
                                     "all ranks must call collectives in the same order"};
    return Take::hold;
}

net::StreamSink::Take InterNodeCall::take_data(int node, const Frame& frame, std::vector<iovec>& places) {
    const auto index = phases_ ? phases_->receiving(node) : std::nullopt;
    if (!index) {
        disagree("it sends a message that is not expected", node);
        return Take::take;
    }
    Line& line = incoming(node);
    const Move& move = phases_->receives()[*index];
    if (!line.active) {
        line.active = true;
        line.move = *index;
        line.done = line.here = 0;
        line.measured_from = 0;
    }
    const bool whole = frame.kind == last_part;
    const std::uint64_t end = line.done + frame.bytes;
    const bool fits = !line.differs && frame.kind != impossible && frame.number == line.number &&
                      frame.word == line.message.digest && (whole ? end == move.bytes : end < move.bytes) &&
                      move.offset + end <= line.message.bytes;
    if (!fits) disagree("the sizes it sends differ from those expected here", node);
    if (fits) line.parts.expect(move.offset + line.done, frame.bytes, places);
    return Take::take;
}

void InterNodeCall::frame_grows(int node, const Frame& frame, std::size_t bytes) {
    moved_ = true;
    const bool fits = frame.kind != rows || !gathering_ || gathering_->heard(frame.number, bytes);
    if (!fits) disagree("its part of the pattern is invalid", node);
    if ((frame.kind != part && frame.kind != last_part) || !phases_) return;
    if (incoming(node).active) measure(incoming(node), bytes);
    phases_->grows(node, bytes);
    if (state_ == State::moving) move();
}

void InterNodeCall::frame_ends(int node, const Frame& frame) {
    moved_ = true;
    switch (frame.kind) {
        case part:
        case last_part:
        case impossible: return end_data(node, frame);
        case token_for:
            if (phases_) phases_->token(node);
            break;
        case met: {
            const auto found = barriers_.try_emplace(frame.number, rounds_, 0).first;
            if (!found->second.heard(node, static_cast<std::uint32_t>(frame.word), 0))
                disagree("it is at a barrier that does not exist", node);
            break;
        }
        case common_bits:
            if (!common_ || !common_->heard(node, frame.number, frame.word))
                disagree("it searches for a pattern where none is needed", node);
            break;
        default: break;
    }
    if (state_ == State::moving) move();
    else if (state_ != State::done) tell();
}

void InterNodeCall::end_data(int node, const Frame& frame) {
    Line& line = incoming(node);
    const Status settled = line.parts.settle();
    if (settled != Status::ok && trouble_.ok()) trouble_ = {settled, "a rank of this node has ended"};
    line.done += frame.bytes;
    if (frame.kind == part || !phases_ || !phases_->receiving(node)) return;
    line.active = false;
    ++line.number;
    phases_->received(node);
    if (state_ == State::moving) move();
}

/// Records that members disagree about the call, and continues: the others wait for the rest of it.
void InterNodeCall::disagree(const char* what, int node) {
    if (result_ == Status::ok) {
        ++wires_.counters.disagreements;
        disagreement_ = "node " + std::to_string(node) + ": " + what;
    }
    result_ = Status::bug;
}

/// A node that owes this call nothing, and is owed nothing, may be gone: the next call reports that.
void InterNodeCall::lost(int node, const Outcome& why) {
    if (state_ == State::moving && !phases_->concerns(node)) return;
    if (trouble_.ok()) trouble_ = {Status::peer_lost, "node " + std::to_string(node) + ": " + why.reason};
}

int InterNodeCall::awaited() const {
    if (state_ == State::looking && common_) return common_->awaited();
    if (state_ == State::gathering) return gathering_->awaited();
    return state_ == State::moving ? phases_->awaited() : -1;
}

}  // namespace shunt::phased
