// When a receive tells its sender where its buffer is: MPI/MBCF 3.1.2, steps 3 and 4 of MPI_Irecv.
#include <cstring>

#include "native/engines/remote_write/core.hpp"

namespace shunt::remote_write {
namespace {

/// So many earlier receives are checked for one that blocks a request.
constexpr int kMostLookedAt = 64;
/// The most requests pending at one sender: each message by the FIFO has them posted again.
constexpr int kMostRequests = 16;
/// So many receives in a row are offered to a sender in vain.
constexpr int kMostInVain = 64;

}  // namespace

// The process that a receive may ask to write to its buffer. For any source: the likely one (LikelySources).
// Returns: false if there is none.
bool Messenger::Core::choose_asked(Receive& receive) {
    receive.asked = receive.process;
    receive.asked_source = receive.pattern.source;
    if (receive.pattern.source == kAnySource) {
        const LikelySources::Source source = queues_of(receive.context).likely.of(receive.pattern.tag);
        receive.asked = source.process;
        receive.asked_source = source.rank;
    }
    return receive.asked >= 0 && receive.asked != process && fabric.has_gates(receive.asked);
}

// The oldest posted receive that matches a message of `from`. A receive from any source takes its buffer back from the
// process it asked to write there. If that process has claimed the buffer, its message will arrive, and this message is
// for the next receive.
Receive* Messenger::Core::find_posted(Queues& queues, const Pattern& key, int from, const Ticket* offer, bool* gone) {
    while (Queued* const found = queues.posted.find(key)) {
        auto& receive = static_cast<Receive&>(*found);
        if (!receive.exposed || receive.asked == from) return &receive;
        // Once its request is void, the receive must leave the queue, so the offer is held first: otherwise later
        // requests would be answered in its place.
        if (offer && !fabric.hold(from, *offer)) {
            *gone = true;
            return nullptr;
        }
        if (fabric.withdraw(receive.target)) {
            receive.exposed = false;
            set_requested(queues, receive, false);
            return &receive;
        }
        if (!receive.requested) {
            break_off("a buffer was claimed without a request");
            return nullptr;
        }
        set_aside(queues, receive);
    }
    return nullptr;
}

// The process asked by a receive from any source is its sender: it is matched, though its message has not arrived.
void Messenger::Core::set_aside(Queues& queues, Receive& receive) {
    queues.posted.remove(receive);
    receive.set_aside = true;
    --queues.wild_requested;
    want_retry(queues);
}

void Messenger::Core::post(Queues& queues, Receive& receive) {
    receive.requested = false;
    receive.exposed = false;
    receive.set_aside = false;
    queues.posted.append(receive);
    ++queues.unrequested;
    if (!receive.requestable) return;
    ++queues.blocked;
    Peer& peer = peer_of(receive.asked);
    receive.next_request = nullptr;
    receive.previous_request = peer.first_requestable ? peer.last_requestable : nullptr;
    (peer.first_requestable ? peer.last_requestable->next_request : peer.first_requestable) = &receive;
    peer.last_requestable = &receive;
    request(queues, receive);
}

void Messenger::Core::unpost(Queues& queues, Receive& receive) {
    queues.posted.remove(receive);
    if (receive.requestable) unlist(peer_of(receive.asked), receive);
    if (!receive.requested) {
        --queues.unrequested;
        if (receive.requestable) --queues.blocked;
    } else if (receive.pattern.source == kAnySource) {
        --queues.wild_requested;
    }
    want_retry(queues);
}

// A receive has left the queue.
void Messenger::Core::want_retry(Queues& queues) {
    if ((queues.blocked == 0 && !queues.is_closed) || queues.is_retried) return;
    queues.is_retried = true;  // it may have blocked others, or be the last one of a freed communicator
    retried.push_back(&queues);
}

void Messenger::Core::unlist(Peer& peer, Receive& receive) {
    (receive.previous_request ? receive.previous_request->next_request : peer.first_requestable) = receive.next_request;
    (receive.next_request ? receive.next_request->previous_request : peer.last_requestable) = receive.previous_request;
    if (receive.requested) --peer.requested;
    if (receive.exposed && !fabric.withdraw(receive.target)) break_off("a buffer was claimed out of order");
    receive.exposed = false;
}

void Messenger::Core::set_requested(Queues& queues, Receive& receive, bool requested) {
    if (receive.requested == requested) return;
    receive.requested = requested;
    queues.unrequested += requested ? std::size_t{0} - 1 : 1;
    queues.blocked += requested ? std::size_t{0} - 1 : 1;
    if (receive.pattern.source == kAnySource) queues.wild_requested += requested ? 1 : std::size_t{0} - 1;
    peer_of(receive.asked).requested += requested ? 1 : -1;
}

// MPI/MBCF 3.1.2: the sender must not write to this receive while an earlier receive that it does not know could match
// the same message, such as one from any source.
bool Messenger::Core::is_blocked(const Queues& queues, const Receive& receive) const {
    if (queues.unrequested == 1 && queues.wild_requested == 0) return false;  // this receive itself
    const Pattern wanted{receive.asked_source, receive.pattern.tag};
    int looked_at = 0;
    for (Queued* entry = queues.posted.oldest(); entry != &receive; entry = entry->newer) {
        const auto& earlier = static_cast<const Receive&>(*entry);
        const bool is_known = earlier.requested && earlier.asked == receive.asked;
        if (++looked_at > kMostLookedAt || (!is_known && earlier.pattern.overlaps(wanted))) return true;
    }
    return false;
}

// Posts a request if that is allowed and possible now. If not, the message arrives by the FIFO, and nothing is lost.
void Messenger::Core::request(Queues& queues, Receive& receive) {
    Peer& peer = peer_of(receive.asked);
    if (peer.requested == kMostRequests || is_blocked(queues, receive)) return;
    if (!receive.exposed && !fabric.expose(peer.process, receive.into, receive.target)) return;
    receive.exposed = true;
    std::byte* place = fabric.reserve(peer.process, sizeof(RequestFrame));
    if (!place) return;
    receive.request = peer.numbers.next();
    const RequestFrame frame{
        Kind::request, {}, receive.request, peer.numbers.accepted(), receive.pattern.tag, receive.context,
        receive.target};
    std::memcpy(place, &frame, sizeof frame);
    fabric.publish(peer.process);
    peer.numbers.posted();
    ++counters.requests_posted;
    set_requested(queues, receive, true);
}

void Messenger::Core::fall_behind(Peer& peer) {
    if (peer.is_behind) return;
    peer.is_behind = true;
    behind.push_back(&peer);
}

void Messenger::Core::catch_up() {
    for (Peer* peer : behind) post_again(*peer);
    behind.clear();
    for (Queues* queues : retried) retry(*queues);
    retried.clear();
}

// MPI/MBCF 3.1.2: after messages have arrived by the FIFO, all pending receives of their sender are requested again, in
// the order in which they were posted. A program may have posted any number, so it looks only at as many as it needs.
void Messenger::Core::post_again(Peer& peer) {
    peer.is_behind = false;
    for (Receive* receive = peer.first_requestable; receive && peer.requested != 0; receive = receive->next_request)
        set_requested(queues_of(receive->context), *receive, false);
    int in_vain = 0;
    for (Receive* receive = peer.first_requestable; receive; receive = receive->next_request) {
        if (peer.requested == kMostRequests || in_vain == kMostInVain) return;
        request(queues_of(receive->context), *receive);
        in_vain = receive->requested ? 0 : in_vain + 1;
    }
}

// A receive has left that blocked the requests of later ones.
void Messenger::Core::retry(Queues& queues) {
    queues.is_retried = false;
    if (queues.is_closed && queues.posted.size() == 0) {
        drop_unexpected(queues);  // messages that have arrived since
        return forget(queues);
    }
    int looked_at = 0;
    for (Queued* entry = queues.posted.oldest(); entry && queues.blocked != 0; entry = entry->newer) {
        auto& receive = static_cast<Receive&>(*entry);
        if (++looked_at > kMostLookedAt) return;
        if (receive.requestable && !receive.requested) request(queues, receive);
    }
}

}  // namespace shunt::remote_write
