#include <algorithm>
#include <cstring>

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {

void Messenger::Core::start(Send& send) {
    send.state.store(State::active, std::memory_order_relaxed);
    send.stage = static_cast<std::uint8_t>(Stage::none);
    send.id = 0;
    send.serial = 0;
    ++sends;
    if (send.process == process) return start_local(send);
    Peer& peer = peer_of(send.process);
    send.way = peer.way;
    if (send.data.size() >= options.write_from) receive_frames();  // a request may have arrived
    if (!peer.waiting.first && publish(peer, send)) return;
    if (peer.is_lost) {
        fabric.tell_lost(peer.process);
        return end(send, Ending::lost);
    }
    send.stage = static_cast<std::uint8_t>(Stage::waiting);
    peer.wait_for_room(send);
    be_busy(peer);
}

void Messenger::Core::start_local(Send& send) {
    Queues& queues = queues_of(send.envelope.context);
    const Pattern key{send.envelope.source, send.envelope.tag};
    send.protocol = Protocol::eager;
    send.way = Way::own_process;
    if (Receive* const found = find_posted(queues, key, process)) {
        Receive& receive = *found;
        unpost(queues, receive);
        receive.from = process;
        receive.message = send.envelope;
        receive.protocol = Protocol::eager;
        receive.way = Way::own_process;
        deliver_data(receive, send.data);
        return end(send, Ending::success);
    }
    const bool copied = !send.synchronous && send.data.size() <= options.eager_most &&
                        store.bytes() + send.data.size() <= options.unexpected_most;
    Unexpected& message = store.keep(copied ? send.data : std::span<const std::byte>{});
    message.pattern = key;
    message.context = send.envelope.context;
    message.process = process;
    message.way = Way::own_process;
    message.kind = Kind::eager;
    message.serial = send.serial = ++local_serial;
    message.bytes = send.data.size();
    if (!copied) message.local = &send;
    queues.unexpected.append(message);
    count_unexpected(queues, message);
    if (copied) return end(send, Ending::success);
    send.protocol = Protocol::rendezvous;
    send.stage = static_cast<std::uint8_t>(Stage::local);
}

// Returns: false if there is no room now; then nothing was done.
bool Messenger::Core::publish(Peer& peer, Send& send) {
    const std::uint64_t bytes = send.data.size();
    const bool may_be_written = bytes >= options.write_from && !peer.requests.empty() && !send.is_copy;
    if (may_be_written && (bytes > options.eager_most || !fabric.prefers_frame_to(peer.process))) {
        const Written written = write(peer, send);
        if (written != Written::no_request) return written == Written::yes;
    }
    if (send.is_copy) return publish_eager(peer, send);
    if (bytes <= options.eager_most && has_credit(peer))
        return send.synchronous ? publish_synchronous(peer, send) : publish_eager(peer, send);
    return bytes <= kAlwaysEager ? publish_synchronous(peer, send) : publish_offer(peer, send);
}

void Messenger::Core::put_header(std::byte* place, Kind kind, Peer& peer, const Send& send) {
    const MessageHeader header{
        kind, {}, peer.requests.next_request(), send.envelope.context, send.envelope.source, send.envelope.tag};
    std::memcpy(place, &header, sizeof header);
}

bool Messenger::Core::publish_eager(Peer& peer, Send& send) {
    const std::size_t bytes = send.data.size();
    std::byte* place = fabric.reserve(peer.process, sizeof(MessageHeader) + bytes);
    if (!place) return false;
    put_header(place, Kind::eager, peer, send);
    if (bytes >= kLongFrameBytes) fabric.begin_copy(peer.process);
    if (bytes != 0) std::memcpy(place + sizeof(MessageHeader), send.data.data(), bytes);
    if (bytes >= kLongFrameBytes) fabric.end_copy(peer.process, bytes);
    fabric.publish(peer.process);
    send.serial = peer.requests.message_sent();
    if (!send.is_copy) peer.eager_sent += cost_of(bytes);
    send.protocol = Protocol::eager;
    send.way = fabric.reserved_way();
    end(send, Ending::success);
    return true;
}

// The receiver has not polled for long. Eager messages do not wait for it, as far as memory allows. Each is looked at
// once: very many may wait.
void Messenger::Core::copy_waiting(Peer& peer) {
    for (Send *send = peer.next_to_copy, *next; send && has_credit(peer); send = next) {
        next = peer.next_to_copy = send->next;
        const std::size_t bytes = send->data.size();
        if (send->synchronous || bytes > options.eager_most) continue;
        auto* copy = new CopiedSend;
        copy->bytes.assign(send->data.begin(), send->data.end());
        copy->envelope = send->envelope;
        copy->process = send->process;
        copy->data = copy->bytes;
        copy->is_copy = true;
        copy->state.store(State::active, std::memory_order_relaxed);
        copy->stage = static_cast<std::uint8_t>(Stage::waiting);
        peer.waiting.replace(*send, *copy);
        ++sends;
        peer.eager_sent += cost_of(bytes);
        send->protocol = Protocol::eager;
        end(*send, Ending::success);
    }
}

bool Messenger::Core::publish_synchronous(Peer& peer, Send& send) {
    const std::size_t bytes = send.data.size();
    std::byte* place = fabric.reserve(peer.process, sizeof(SynchronousHeader) + bytes);
    if (!place) return false;
    put_header(place, Kind::eager_synchronous, peer, send);
    send.id = names.add(send);
    std::memcpy(place + sizeof(MessageHeader), &send.id, sizeof send.id);
    if (bytes != 0) std::memcpy(place + sizeof(SynchronousHeader), send.data.data(), bytes);
    fabric.publish(peer.process);
    send.serial = peer.requests.message_sent();
    peer.eager_sent += cost_of(bytes);
    send.protocol = Protocol::eager;
    send.way = fabric.reserved_way();
    send.stage = static_cast<std::uint8_t>(Stage::unmatched);
    return true;
}

bool Messenger::Core::publish_offer(Peer& peer, Send& send) {
    const std::uint64_t piece = std::min({options.first_piece, send.data.size() - 1, kMostPiece});
    std::byte* place = fabric.reserve(peer.process, sizeof(OfferHeader) + piece);
    if (!place) return false;
    OfferHeader offer{};
    send.transfer = fabric.offer(peer.process, send.data.subspan(piece), nullptr, offer.ticket);
    if (!send.transfer) return false;
    send.id = offer.id = names.add(send);
    offer.bytes = send.data.size();
    offer.piece = static_cast<std::uint32_t>(piece);
    std::memcpy(place, &offer, sizeof offer);
    put_header(place, Kind::offer, peer, send);
    if (piece != 0) std::memcpy(place + sizeof offer, send.data.data(), piece);
    fabric.publish(peer.process);
    send.serial = peer.requests.message_sent();
    send.protocol = piece != 0 ? Protocol::eager_rendezvous : Protocol::rendezvous;
    send.way = peer.way = fabric.way_to(peer.process);  // may be known only since the first frame
    send.stage = static_cast<std::uint8_t>(Stage::offered);
    leave(send);
    return true;
}

/// Ends the send if the fabric has a copy of its data, and no answer of the receiver is asked for.
void Messenger::Core::leave(Send& send) {
    if (send.synchronous || !fabric.leave(*send.transfer)) return;
    send.transfer = nullptr;
    names.remove(send.id);
    end(send, Ending::success);
}

// MPI/MBCF 3.1.1, the write protocol: the receive was posted first and has told where its buffer is.
Messenger::Core::Written Messenger::Core::write(Peer& peer, Send& send) {
    while (OpenRequest* open = peer.requests.find(send.envelope.context, send.envelope.tag)) {
        if (send.data.size() > open->target.bytes) return Written::no_request;
        std::byte* place = fabric.reserve(peer.process, sizeof(OfferHeader));
        if (!place) return Written::no_room;
        OfferHeader offer{};
        Transfer* transfer = fabric.offer(peer.process, send.data, &open->target, offer.ticket);
        if (!transfer) return Written::no_request;
        if (!fabric.claim(peer.process, open->target)) {  // the receive was cancelled
            const bool withdrawn = fabric.withdraw(*transfer);
            fabric.close(*transfer);
            peer.requests.remove(open);
            if (!withdrawn) break_off("an offer was accepted that was never sent");
            continue;
        }
        offer.bytes = send.data.size();
        offer.request = open->serial;
        std::memcpy(place, &offer, sizeof offer);
        put_header(place, Kind::written, peer, send);
        fabric.publish(peer.process);
        peer.requests.remove(open);
        send.transfer = transfer;
        send.protocol = Protocol::write;
        put_under_way(send);
        return Written::yes;
    }
    return Written::no_request;
}

void Messenger::Core::put_under_way(Send& send) {
    send.stage = static_cast<std::uint8_t>(Stage::under_way);
    sends_under_way.append(send);
    send.transfer->advance();
    if (send.transfer->done()) finish(send);
}

void Messenger::Core::finish(Send& send) {
    const Status status = send.transfer->status();
    send.cross_bytes = send.transfer->cross_bytes();
    fabric.close(*send.transfer);
    send.transfer = nullptr;
    sends_under_way.remove(send);
    if (status != Status::ok) fabric.tell_lost(send.process);
    end(send, status == Status::ok ? Ending::success : Ending::lost);
}

void Messenger::Core::take_answer(Control what, std::uint64_t id) {
    Send* send = names.find(id);
    if (!send) return;  // it has ended: a late answer to its cancelling
    const auto stage = static_cast<Stage>(send->stage);
    if (what == Control::accepted && stage == Stage::offered) {
        names.remove(id);
        return put_under_way(*send);
    }
    // The receiver did not find a message that it had dropped before.
    if (stage == Stage::dropped && what == Control::not_cancelled) return end_cancelled(*send);
    if (stage != Stage::unmatched && stage != Stage::offered)
        return break_off("a message received an answer of the wrong kind");
    switch (what) {
        case Control::cancelled: return end_cancelled(*send);
        case Control::dropped: send->stage = static_cast<std::uint8_t>(Stage::dropped); return;
        // An offer is matched, and will be accepted. A synchronous message taken by MPI_Mprobe is matched, and not yet
        // received.
        case Control::not_cancelled: return;
        default:
            if (stage == Stage::offered) return break_off("a message received an answer of the wrong kind");
    }
    names.remove(id);
    end(*send, Ending::success);
}

void Messenger::Core::cancel(Send& send) {
    // A wait for one that has ended must not depend on the receiver (MPI 4.0, 3.8.4).
    if (send.state.load(std::memory_order_relaxed) != State::active) return;
    if (send.process == process) return cancel_local(send);
    Peer& peer = peer_of(send.process);
    const auto stage = static_cast<Stage>(send.stage);
    if (stage == Stage::waiting) {
        peer.stop_waiting(send);
        return end(send, Ending::cancelled);
    }
    if (stage == Stage::dropped) return end_cancelled(send);
    if (stage == Stage::offered && fabric.has_gates(send.process) && fabric.withdraw(*send.transfer)) {
        control(peer, Control::cancel, 0, send.serial, send.envelope.context);
        return end_cancelled(send);
    }
    // The receiver may hold an offer that no receive has matched; and of very many offers some have no gate.
    if (stage == Stage::unmatched || stage == Stage::offered)
        control(peer, Control::cancel, send.id, send.serial, send.envelope.context);
}

// The message was sent, and no receive has matched it.
void Messenger::Core::end_cancelled(Send& send) {
    if (send.transfer) fabric.close(*send.transfer);
    send.transfer = nullptr;
    names.remove(send.id);
    end(send, Ending::cancelled);
}

// For a message to this process itself.
void Messenger::Core::cancel_local(Send& send) {
    Queues& queues = queues_of(send.envelope.context);
    for (Queued* entry = queues.unexpected.oldest(); entry; entry = entry->newer) {
        auto& message = static_cast<Unexpected&>(*entry);
        if (message.process != process || message.serial != send.serial) continue;
        queues.unexpected.remove(message);
        store.drop(message);
        return end(send, Ending::cancelled);
    }
}

void Messenger::Core::end(Send& send, Ending ending) {
    --sends;
    send.ending = ending;
    if (ending == Ending::success && !send.is_copy) {
        auto& sent = counters.sent[static_cast<std::size_t>(send.protocol)];
        ++sent.messages;
        sent.bytes += send.data.size();
    }
    send.state.store(State::ended, std::memory_order_release);
}

}  // namespace shunt::remote_write
