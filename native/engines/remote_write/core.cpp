#include "native/engines/remote_write/core.hpp"

#include <cstring>
#include <utility>

namespace shunt::remote_write {
namespace {

constexpr int kFramesAtATime = 64;
constexpr std::uint32_t kLooksBetweenChecks = 64;  // whether the fabric has failed

/// Whether an item of a list passes `test`.
template <class Item, class Test>
bool any_of(const Item* first, Item* Item::*next, Test test) {
    for (const Item* each = first; each; each = each->*next)
        if (test(*each)) return true;
    return false;
}

}  // namespace

std::uint64_t SendNames::add(Send& send) {
    std::uint32_t at = slots_[0].next_free;
    if (at == 0) {
        at = static_cast<std::uint32_t>(slots_.size());
        slots_.emplace_back();
    } else {
        slots_[0].next_free = slots_[at].next_free;
    }
    slots_[at].send = &send;
    return (std::uint64_t{slots_[at].generation} << 32) | at;
}

Send* SendNames::find(std::uint64_t id) const {
    const auto at = static_cast<std::uint32_t>(id);
    if (at == 0 || at >= slots_.size() || slots_[at].generation != id >> 32) return nullptr;
    return slots_[at].send;
}

void SendNames::remove(std::uint64_t id) {
    Slot& slot = slots_[static_cast<std::uint32_t>(id)];
    slot.send = nullptr;
    ++slot.generation;
    slot.next_free = slots_[0].next_free;
    slots_[0].next_free = static_cast<std::uint32_t>(id);
}

Peer::~Peer() {
    for (Send *send = waiting.first, *next; send; send = next) {
        next = send->next;
        if (send->is_copy) delete static_cast<CopiedSend*>(send);
    }
}

Peer& Messenger::Core::new_peer(int number) {
    const auto at = static_cast<std::size_t>(number);
    if (at >= peers.size()) peers.resize(at + 1);
    peers[at] = std::make_unique<Peer>();
    peers[at]->process = number;
    peers[at]->way = fabric.way_to(number);
    return *peers[at];
}

Queues& Messenger::Core::find_queues(Context context, Near& near) {
    std::unique_ptr<Queues>& queues = contexts[context];
    if (!queues) {
        queues = std::make_unique<Queues>();
        queues->context = context;
    }
    near = {context, queues.get()};
    return *queues;
}

void Messenger::Core::close_context(Context context) {
    const auto found = contexts.find(context);
    if (found == contexts.end()) return;
    Queues& queues = *found->second;
    queues.is_closed = true;
    queues.likely = {};
    drop_unexpected(queues);
    if (queues.posted.size() != 0) return;  // posted receives stay
    std::erase(retried, &queues);
    forget(queues);
}

bool Messenger::Core::is_in_use(Context context) const {
    if (sends.get() == 0 && receives.get() == 0) return false;
    const auto sends_it = [=](const Send& send) { return send.envelope.context == context; };
    const auto receives_it = [=](const Receive& receive) { return receive.context == context; };
    const auto has_matched_it = [=](const Receive& receive) { return receive.message.context == context; };
    if (names.has_context(context) || any_of(sends_under_way.first, &Send::next, sends_it)) return true;
    if (any_of(receives_under_way.first, &Receive::next, has_matched_it)) return true;
    for (const auto& peer : peers) {
        if (!peer) continue;
        if (any_of(peer->waiting.first, &Send::next, sends_it)) return true;
        // Receives that are set aside are in no queue.
        if (any_of(peer->first_requestable, &Receive::next_request, receives_it)) return true;
    }
    const auto queues = contexts.find(context);
    if (queues == contexts.end()) return false;
    const auto is_own = [](const Queued& message) { return static_cast<const Unexpected&>(message).local != nullptr; };
    // If a peer is lost, perhaps nobody is left who could send to a receive from any source.
    const auto may_end = [this](const Queued& posted) { return !has_lost || posted.pattern.source != kAnySource; };
    return any_of(queues->second->posted.oldest(), &Queued::newer, may_end) ||
           any_of(queues->second->unexpected.oldest(), &Queued::newer, is_own);
}

// The senders that still have a message learn it, as they may cancel it.
void Messenger::Core::drop_unexpected(Queues& queues) {
    while (Queued* entry = queues.unexpected.oldest()) {
        auto& message = static_cast<Unexpected&>(*entry);
        if (message.local) end(*message.local, Ending::success);
        if (message.id != 0) control(peer_of(message.process), Control::dropped, message.id);
        drop(queues, message);
    }
}

// They are empty.
void Messenger::Core::forget(Queues& queues) {
    for (Near& near : nearby)
        if (near.queues == &queues) near = {};
    contexts.erase(queues.context);
}

bool Messenger::Core::advance() {
    bool moved = receive_frames();
    if (sends_under_way.first || receives_under_way.first) moved |= advance_transfers();
    if (!busy.empty()) moved |= flush();
    return moved;
}

bool Messenger::Core::receive_frames() {
    if (is_broken()) return false;
    Fabric::Frame frame;
    int frames = 0;
    const bool broke_off = std::exchange(has_broken_off, false);
    const std::size_t receives_before = receives.get();
    while (frames < kFramesAtATime && !is_broken() && fabric.next(frame)) {
        take_frame(frame);
        fabric.release(frame);
        ++frames;
        // A receive has ended: its caller should not wait for another poll, unless frames arrive one after the other.
        // But requests wait until all frames are received.
        if (receives.get() == receives_before || !behind.empty()) continue;
        has_broken_off = !frames_are_dense || receives.get() == 0;
        if (has_broken_off) break;
    }
    if (broke_off) frames_are_dense = frames > 0;
    else if (frames <= 1) frames_are_dense = false;
    if (!behind.empty() || !retried.empty()) catch_up();
    if (frames == 0 && ++vain_looks % kLooksBetweenChecks == 0) {
        if (const char* why = fabric.failure()) break_off(why);
        look_for_lost();
    }
    return frames > 0;
}

void Messenger::Core::take_frame(const Fabric::Frame& frame) {
    const std::size_t bytes = frame.bytes.size();
    if (bytes < sizeof(MessageHeader)) return break_off("a frame is shorter than any header");
    Peer& peer = peer_of(frame.process);
    switch (static_cast<Kind>(frame.bytes[0])) {
        case Kind::eager: return take_eager(peer, frame);
        case Kind::eager_synchronous:
            if (bytes < sizeof(SynchronousHeader)) break;
            return take_eager(peer, frame);
        case Kind::offer:
            if (bytes < sizeof(OfferHeader)) break;
            return take_offer(peer, frame);
        case Kind::written:
            if (bytes < sizeof(OfferHeader)) break;
            return take_written(peer, frame);
        case Kind::request:
            if (bytes != sizeof(RequestFrame)) break;
            return take_request(peer, frame);
        case Kind::control:
            if (bytes != sizeof(ControlFrame)) break;
            return take_control(peer, frame);
    }
    break_off("a frame has an unknown kind, or is too short for its kind");
}

void Messenger::Core::take_request(Peer& peer, const Fabric::Frame& frame) {
    RequestFrame request;
    std::memcpy(&request, frame.bytes.data(), sizeof request);
    if (!peer.requests.take(request)) ++counters.requests_dropped;
}

void Messenger::Core::take_control(Peer& peer, const Fabric::Frame& frame) {
    ControlFrame control;
    std::memcpy(&control, frame.bytes.data(), sizeof control);
    if (control.what == Control::cancel) return take_cancel(peer, control);
    if (control.what == Control::released) peer.eager_released = control.value;
    else take_answer(control.what, control.value);
}

bool Messenger::Core::advance_transfers() {
    bool moved = false;
    for (Send *send = sends_under_way.first, *next; send; send = next) {
        next = send->next;
        moved |= send->transfer->advance();
        if (send->transfer->done()) finish(*send);
    }
    for (Receive *receive = receives_under_way.first, *next; receive; receive = next) {
        next = receive->next;
        moved |= receive->transfer->advance();
        if (receive->transfer->done()) finish(*receive);
    }
    return moved;
}

bool Messenger::Core::flush() {
    bool moved = false;
    std::size_t kept = 0;
    for (Peer* peer : busy) {
        const bool moved_here = flush(*peer);
        moved |= moved_here;
        peer->vain_looks = moved_here ? 0 : peer->vain_looks + 1;
        if (peer->next_to_copy && peer->vain_looks >= options.looks_for_room) copy_waiting(*peer);
        peer->is_busy = !peer->controls.empty() || peer->waiting.first;
        if (peer->is_busy) busy[kept++] = peer;
    }
    busy.resize(kept);
    busy_peers.set(kept);
    return moved;
}

bool Messenger::Core::flush_controls(Peer& peer) {
    std::ptrdiff_t gone = 0;
    for (const ControlFrame& frame : peer.controls) {
        std::byte* place = fabric.reserve(peer.process, sizeof frame);
        if (!place) break;
        std::memcpy(place, &frame, sizeof frame);
        fabric.publish(peer.process);
        ++gone;
    }
    peer.controls.erase(peer.controls.begin(), peer.controls.begin() + gone);
    return gone > 0;
}

bool Messenger::Core::flush(Peer& peer) {
    bool moved = false;
    if (!peer.controls.empty()) {
        moved = flush_controls(peer);
        if (!peer.controls.empty()) return moved;
    }
    while (peer.waiting.first) {
        Send& send = *peer.waiting.first;
        Send* const next = send.next;
        const bool is_copy = send.is_copy, is_next_to_copy = peer.next_to_copy == &send;
        if (!publish(peer, send)) return moved;
        if (is_copy) delete static_cast<CopiedSend*>(&send);
        if (is_next_to_copy) peer.next_to_copy = next;
        peer.waiting.remove_first(next);
        moved = true;
    }
    return moved;
}

void Messenger::Core::be_busy(Peer& peer) {
    if (peer.is_busy) return;
    peer.is_busy = true;
    busy.push_back(&peer);
    busy_peers.set(busy.size());
}

void Messenger::Core::control(Peer& peer, Control what, std::uint64_t value, std::uint32_t serial, Context context) {
    if (peer.is_lost) return;
    const ControlFrame frame{Kind::control, what, {}, serial, value, context};
    std::byte* place = peer.controls.empty() ? fabric.reserve(peer.process, sizeof frame) : nullptr;
    if (!place) {
        peer.controls.push_back(frame);
        return be_busy(peer);
    }
    std::memcpy(place, &frame, sizeof frame);
    fabric.publish(peer.process);
}

}  // namespace shunt::remote_write
