#include <algorithm>
#include <cstring>

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {
namespace {

Envelope envelope_of(const MessageHeader& header, std::uint64_t bytes) {
    return {header.context, header.source, header.tag, bytes};
}

}  // namespace

void Messenger::Core::start(Receive& receive) {
    receive.state.store(State::active, std::memory_order_relaxed);
    ++receives;
    const std::size_t longest = receive.into.size();
    const bool may_request = longest >= options.write_from && choose_asked(receive) &&
                             (longest > options.eager_most || !fabric.prefers_frame_from(receive.asked));
    if (may_request) receive_frames();  // a message that is here needs no request
    Queues& queues = queues_of(receive.context);
    while (Queued* found = queues.unexpected.find(receive.pattern)) {
        auto& message = static_cast<Unexpected&>(*found);
        queues.unexpected.remove(message);
        if (deliver(receive, message)) return;
    }
    if (has_lost && is_lost(receive.process)) [[unlikely]] {
        fabric.tell_lost(receive.process);
        return end(receive, Ending::lost);
    }
    receive.requestable = may_request;
    receive.queue_length = 0;
    post(queues, receive);
}

void Messenger::Core::start(Receive& receive, Unexpected& taken) {
    receive.state.store(State::active, std::memory_order_relaxed);
    receive.requestable = receive.exposed = receive.set_aside = false;
    ++receives;
    if (!deliver(receive, taken)) break_off("a message was cancelled after it had been matched");
}

// Gives a message that was removed from the unexpected queue to a receive that is not posted.
// Returns: false if its sender has withdrawn it; the message is then destroyed.
bool Messenger::Core::deliver(Receive& receive, Unexpected& message) {
    receive.message = {message.context, message.pattern.source, message.pattern.tag, message.bytes};
    receive.protocol = Protocol::eager;
    receive.from = message.process;
    receive.way = message.way;
    receive.queue_length = message.queue_length;
    const std::span<const std::byte> data{message.data, message.held};
    bool taken = true;
    if (message.local) {
        Send& send = *message.local;
        receive.protocol = Protocol::rendezvous;
        deliver_data(receive, send.data);
        end(send, Ending::success);
    } else if (message.kind == Kind::offer) {
        taken = accept(receive, nullptr, {peer_of(message.process), message.id, message.bytes, data, message.ticket});
    } else {
        if (message.process != process) release_cost(peer_of(message.process), message.bytes);
        if (message.kind == Kind::eager_synchronous) control(peer_of(message.process), Control::matched, message.id);
        deliver_data(receive, data);
    }
    store.drop(message);
    return taken;
}

void Messenger::Core::deliver_data(Receive& receive, std::span<const std::byte> data) {
    const std::size_t bytes = std::min(data.size(), receive.into.size());
    if (bytes != 0) std::memcpy(receive.into.data(), data.data(), bytes);
    end(receive, data.size() > receive.into.size() ? Ending::truncated : Ending::success);
}

// `posted`: the queue that contains the receive, which already has its message's envelope.
// Returns: false if the sender has withdrawn the offer; then nothing was done.
bool Messenger::Core::accept(Receive& receive, Queues* posted, const Offered& offer) {
    const std::size_t bytes = std::min<std::uint64_t>(offer.bytes, receive.into.size());
    const std::size_t piece = std::min(offer.piece.size(), bytes);
    Status status = Status::ok;
    Transfer* transfer =
        fabric.accept(offer.peer.process, offer.ticket, receive.into.subspan(piece, bytes - piece), status);
    if (!transfer && status == Status::declined) return false;
    if (posted) unpost(*posted, receive);
    if (!transfer) {
        if (status != Status::peer_lost) break_off("an offer names data that are not there");
        else fabric.tell_lost(offer.peer.process);
        end(receive, Ending::lost);
        return true;
    }
    receive.from = offer.peer.process;
    if (piece != 0) std::memcpy(receive.into.data(), offer.piece.data(), piece);
    receive.protocol = offer.piece.empty() ? Protocol::rendezvous : Protocol::eager_rendezvous;
    receive.way = offer.peer.way = fabric.way_to(offer.peer.process);
    control(offer.peer, Control::accepted, offer.id);
    run(receive, transfer);
    return true;
}

// Copies nothing before the next poll, as the caller may only be beginning an operation. Where two processes send to
// each other, this one's sends are announced before it copies for its receives, so both copy at the same time.
void Messenger::Core::run(Receive& receive, Transfer* transfer) {
    receive.transfer = transfer;
    receives_under_way.append(receive);
}

void Messenger::Core::finish(Receive& receive) {
    const Status status = receive.transfer->status();
    receive.cross_bytes = receive.transfer->cross_bytes();
    fabric.close(*receive.transfer);
    receive.transfer = nullptr;
    if (receive.exposed) fabric.conclude(receive.target);
    receive.exposed = false;
    receives_under_way.remove(receive);
    if (status != Status::ok) {
        fabric.tell_lost(receive.from);
        return end(receive, Ending::lost);
    }
    end(receive, receive.message.bytes > receive.into.size() ? Ending::truncated : Ending::success);
}

bool Messenger::Core::cancel(Receive& receive) {
    if (receive.state.load(std::memory_order_relaxed) != State::active || receive.transfer) return false;
    // A sender that has claimed the buffer has matched it: its message will arrive.
    if (receive.exposed && !fabric.withdraw(receive.target)) return false;
    receive.exposed = false;
    unpost(queues_of(receive.context), receive);
    end(receive, Ending::cancelled);
    if (!retried.empty()) catch_up();
    return true;
}

void Messenger::Core::take_eager(Peer& peer, const Fabric::Frame& frame) {
    MessageHeader header;
    std::memcpy(&header, frame.bytes.data(), sizeof header);
    if (header.source < 0 || header.tag < 0) return break_off("a message has no source or no tag");
    std::uint64_t id = 0;
    std::span<const std::byte> data = frame.bytes.subspan(sizeof header);
    if (header.kind == Kind::eager_synchronous) {
        std::memcpy(&id, data.data(), sizeof id);
        data = data.subspan(sizeof id);
    }
    const std::uint32_t serial = peer.numbers.message_taken(header.next_request);
    if (peer.first_requestable) fall_behind(peer);
    Queues& queues = queues_of(header.context);
    if (Receive* const found = find_posted(queues, {header.source, header.tag}, peer.process)) {
        Receive& receive = *found;
        unpost(queues, receive);
        receive.from = peer.process;
        receive.message = envelope_of(header, data.size());
        receive.protocol = Protocol::eager;
        receive.way = frame.way;
        release_cost(peer, data.size());
        if (id != 0) control(peer, Control::matched, id);
        return deliver_data(receive, data);
    }
    Unexpected& message = keep(queues, peer, header, data, data.size());
    message.id = id;
    message.serial = serial;
    message.way = frame.way;
}

void Messenger::Core::take_offer(Peer& peer, const Fabric::Frame& frame) {
    OfferHeader header;
    std::memcpy(&header, frame.bytes.data(), sizeof header);
    const std::span<const std::byte> piece = frame.bytes.subspan(sizeof header);
    if (header.message.source < 0 || header.message.tag < 0 || header.piece != piece.size() ||
        piece.size() >= header.bytes)
        return break_off("an offer's lengths contradict each other");
    const std::uint32_t serial = peer.numbers.message_taken(header.message.next_request);
    if (peer.first_requestable) fall_behind(peer);
    Queues& queues = queues_of(header.message.context);
    const Pattern key{header.message.source, header.message.tag};
    bool gone = false;
    if (Receive* const found = find_posted(queues, key, peer.process, &header.ticket, &gone)) {
        Receive& receive = *found;
        receive.message = envelope_of(header.message, header.bytes);
        accept(receive, &queues, {peer, header.id, header.bytes, piece, header.ticket});
        return;  // or the offer was withdrawn, and is forgotten
    }
    if (gone) return;  // withdrawn
    Unexpected& message = keep(queues, peer, header.message, piece, header.bytes);
    message.id = header.id;
    message.serial = serial;
    message.ticket = header.ticket;
}

void Messenger::Core::take_written(Peer& peer, const Fabric::Frame& frame) {
    OfferHeader header;
    std::memcpy(&header, frame.bytes.data(), sizeof header);
    Receive* receive = peer.first_requestable;
    while (receive && !(receive->requested && receive->request == header.request)) receive = receive->next_request;
    if (!receive || header.bytes > receive->into.size()) return break_off("a message was written without a request");
    Status status = Status::ok;
    Transfer* transfer = fabric.accept(peer.process, header.ticket, receive->into.first(header.bytes), status);
    if (!transfer && status != Status::peer_lost) return break_off("the data of a written message is missing");
    const bool exposed = receive->exposed;
    receive->exposed = false;  // it belongs to the sender: unpost() must not take it back
    if (receive->set_aside) unlist(peer, *receive);
    else unpost(queues_of(receive->context), *receive);
    receive->exposed = exposed;
    receive->message = envelope_of(header.message, header.bytes);
    receive->protocol = Protocol::write;
    receive->way = peer.way;
    receive->from = peer.process;
    if (!transfer) return end(*receive, Ending::lost);
    run(*receive, transfer);
}

Unexpected& Messenger::Core::keep(Queues& queues, Peer& peer, const MessageHeader& header,
                                  std::span<const std::byte> data, std::uint64_t bytes) {
    Unexpected& message = store.keep(data);
    message.pattern = {header.source, header.tag};
    message.context = header.context;
    message.process = peer.process;
    message.kind = header.kind;
    message.way = peer.way;
    message.bytes = bytes;
    queues.unexpected.append(message);
    count_unexpected(queues, message);
    return message;
}

void Messenger::Core::count_unexpected(const Queues& queues, Unexpected& message) {
    const std::uint64_t length = queues.unexpected.size();
    message.queue_length = static_cast<std::uint32_t>(length);
    ++counters.unexpected_messages;
    counters.unexpected_length_sum += length;
    counters.unexpected_length_most = std::max(counters.unexpected_length_most, length);
    counters.unexpected_bytes_most = std::max(counters.unexpected_bytes_most, store.bytes());
}

// Drops a message that no receive will match.
void Messenger::Core::drop(Queues& queues, Unexpected& message) {
    queues.unexpected.remove(message);
    if (message.kind == Kind::offer) fabric.refuse(message.process, message.ticket);
    else if (message.process != process) release_cost(peer_of(message.process), message.bytes);
    store.drop(message);
}

void Messenger::Core::take_cancel(Peer& peer, const ControlFrame& frame) {
    const auto found = contexts.find(frame.context);
    Queued* entry = found != contexts.end() ? found->second->unexpected.oldest() : nullptr;
    for (; entry; entry = entry->newer) {
        auto& message = static_cast<Unexpected&>(*entry);
        if (message.process != peer.process || message.serial != frame.serial) continue;
        drop(*found->second, message);
        if (frame.value != 0) control(peer, Control::cancelled, frame.value);
        return;
    }
    if (frame.value != 0) control(peer, Control::not_cancelled, frame.value);
}

// An eager message needs no memory here any more. The sender learns that now and then.
void Messenger::Core::release_cost(Peer& peer, std::uint64_t bytes) {
    peer.released += cost_of(bytes);
    if (peer.released - peer.released_told < options.unexpected_most / 4) return;
    peer.released_told = peer.released;
    control(peer, Control::released, peer.released);
}

// A receive from any source has matched: the next one may ask this source. The communicator may have been freed.
void Messenger::Core::note_source(const Receive& receive) {
    const auto queues = contexts.find(receive.message.context);
    if (queues == contexts.end()) return;
    const bool is_long = receive.message.bytes >= options.write_from;
    queues->second->likely.received(receive.message, receive.from, is_long);
}

void Messenger::Core::end(Receive& receive, Ending ending) {
    --receives;
    receive.ending = ending;
    if (ending == Ending::success || ending == Ending::truncated) {
        auto& received = counters.received[static_cast<std::size_t>(receive.protocol)];
        ++received.messages;
        received.bytes += receive.message.bytes;
        if (receive.pattern.source == kAnySource && receive.into.size() >= options.write_from) note_source(receive);
    }
    receive.state.store(State::ended, std::memory_order_release);
}

}  // namespace shunt::remote_write
