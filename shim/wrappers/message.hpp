#pragma once
// Point-to-point calls. A send is one row. A blocking receive is one row, of the message that it received. A
// nonblocking receive is a row for the call, and one for its traffic when it completes.
#include <optional>

#include "shim/host/status.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/messages/carry_message.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/probed_receive.hpp"
#include "shim/wrappers/arrival_probe.hpp"
#include "shim/wrappers/call_objects.hpp"
#include "shim/wrappers/callback.hpp"

namespace shunt {

/// The host is about to carry a message of the program, and may need more calls for it. Not called for messages of
/// ours: a wait for them seldom calls the host while the host has no work.
template <const MessageFunction& kFunction>
[[gnu::always_inline]] inline void note_host_moves(Session& s) {
    s.bring_on();
    s.host_work.moved();
    if constexpr (is_buffered(kFunction.number)) {
        s.host_work.never_known();
        before_buffered_send(s);
    }
}

/// Calls the host's blocking function or, gently, its twin if MPI has one. `carried`: as in carry_message().
template <const MessageFunction& kFunction>
int call_or_gently(Session& s, const MessageArguments& arguments, std::optional<CarriedParts>* carried = nullptr) {
    if (are_ours(s, arguments)) [[unlikely]]
        return carry_message(s, kFunction, arguments, carried).code;
    note_host_moves<kFunction>(s);
    if constexpr (kFunction.call_twin != nullptr)
        if (const Patience* gentle = s.gentle_wait()) [[unlikely]]
            return run_gently(
                *gentle, [&](MPI_Request* request) { return kFunction.call_twin(arguments, request); },
                arguments.status, s.multithreaded ? MPI_COMM_NULL : arguments.comm);
    return kFunction.call(arguments);
}

/// The same for a receive. A receive from MPI_PROC_NULL returns at once anyway, and MPICH's nonblocking one leaves
/// another status.
template <const MessageFunction& kFunction>
int receive_or_gently(Session& s, bool from_somebody, const MessageArguments& arguments,
                      std::optional<CarriedParts>* carried = nullptr) {
    if (from_somebody && (!ends_are_misreported(s, arguments.comm) || are_ours(s, arguments)))
        return call_or_gently<kFunction>(s, arguments, carried);
    if (from_somebody) {
        note_host_moves<kFunction>(s);
        if (const Patience* const gentle = s.gentle_wait())
            await_message(s, *gentle, arguments.receive, arguments.comm);
    }
    return kFunction.call(arguments);
}

/// Counts in the row of a blocking send how its message was sent. `cell` is null if there is no row, or if nothing
/// moved. The caller holds the recorder.
[[gnu::noinline]] inline void note_sent_part(Session& s, record::Cell* cell, const CarriedParts& parts) {
    if (parts.buffered) s.messages->tell_row(*parts.buffered, cell);
    else if (cell) s.recorder->note_message(*cell, parts.sent);
}

/// The same for a receive.
[[gnu::noinline]] inline void note_received_part(Session& s, const record::Cell* cell, const CarriedParts& parts) {
    if (cell && (cell->key.flags & record::kTraffic) != 0) s.recorder->note_message(*cell, parts.received);
}

/// A call that makes a request, which may be the host's.
template <const MessageFunction& kFunction>
[[gnu::always_inline]] inline int begun_message(Session& s, const MessageArguments& arguments) {
    if (s.messages && begins_plainly<kFunction>(*s.messages, arguments)) [[unlikely]]
        return MPI_SUCCESS;
    if (are_ours(s, arguments)) [[unlikely]] {
        const MessageOutcome how = carry_message(s, kFunction, arguments);
        // Its peer is MPI_PROC_NULL: nothing moves, but such requests are counted as completed later.
        if (how.by_host && how.code == MPI_SUCCESS) s.host_work.add_request();
        return how.code;
    }
    note_host_moves<kFunction>(s);
    return begun(s, kFunction.call(arguments), arguments.request);
}

template <const MessageFunction& kFunction>
int on_send(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return call_or_gently<kFunction>(*s, arguments);
    const MessageBuffer& sent = arguments.send;
    const CalledComm comm(*s, arguments.comm);
    const CalledBuffer buffer(*s, sent);
    CallTimer timer(*s, function, CallTimer::Need::always);
    std::optional<CarriedParts> carried;
    int code;
    {
        const WhereItIs here(*s, function, arguments.comm, peer_of(sent.peer), timer.start());
        code = call_or_gently<kFunction>(*s, arguments, &carried);
    }
    timer.stop();
    const CommRecord* record = comm.after(code);
    const Extent extent = buffer.after(code);
    const unsigned traffic = extent.exists ? traffic_after(code, record, sent.peer) : 0u;
    const record::Recorder::Locked locked(*s->recorder);
    record::Cell* cell = count(*s,
                               key_of(function, record, peer_after(code, record, sent.peer), extent.bytes,
                                      record::kCall | traffic | extent.contiguous),
                               record, timer);
    if (cell && traffic && sent.base && extent.bytes) s->recorder->note_send_buffer(*cell, sent.base);
    if (carried) [[unlikely]]
        note_sent_part(*s, traffic ? cell : nullptr, *carried);
    touch_clock_after(*s, timer.elapsed());
    return code;
}

/// Adds a started request to the table.   Returns: the new entry for the caller to fill in; null if none is needed. The
/// caller holds the recorder.
[[gnu::always_inline]] inline PendingCall* remember(Session& s, MPI_Request* request, PendingCall::Kind kind,
                                                    record::Cell* cell, const CommRecord* comm, bool with_self,
                                                    bool persistent = false) {
    if (!request || *request == MPI_REQUEST_NULL) [[unlikely]]
        return nullptr;
    if (kind != PendingCall::Kind::receive && !persistent &&
        (s.requests.is_shared(*request) || s.requests.learn_shared(*request, kind)))
        return nullptr;
    PendingCall* entry = s.requests.add(*request, kind, persistent, with_self);
    if (!entry) [[unlikely]] {
        s.recorder->header().flags |= record::kRequestsOverflowed;
        return nullptr;
    }
    entry->cell = cell;
    entry->comm = comm;
    return entry;
}

/// The same for a receive, whose traffic is recorded under `function` when it completes.
[[gnu::always_inline]] inline void remember_receive(Session& s, MPI_Request* request, Function function,
                                                    record::Cell* cell, const CommRecord* comm, bool with_self,
                                                    unsigned flags) {
    PendingCall* entry = remember(s, request, PendingCall::Kind::receive, cell, comm, with_self);
    if (!entry) return;
    entry->function = function;
    entry->flags = static_cast<std::uint8_t>(flags);
}

/// A send was started, and its call is counted in `cell`, which may be null. The caller holds the recorder.
[[gnu::always_inline]] inline void note_send(Session& s, record::Cell* cell, const CommRecord* record, bool with_self,
                                             const void* buffer, bool empty, MPI_Request* request) {
    if (cell && buffer && !empty) s.recorder->note_send_buffer(*cell, buffer);
    remember(s, request, PendingCall::Kind::send, cell, record, with_self);
}

/// The same for a send about which nothing is known yet; it may have failed. The callee takes the recorder.
[[gnu::noinline]] inline void note_new_send(Session& s, Function function, int code, const CallTimer& timer,
                                            const MessageBuffer& sent, const Extent& extent, MPI_Comm comm,
                                            const CommRecord* record, std::uint32_t handles, MPI_Request* request) {
    const unsigned traffic = extent.exists ? traffic_after(code, record, sent.peer) : 0u;
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* cell = count(s,
                               key_of(function, record, peer_after(code, record, sent.peer), extent.bytes,
                                      record::kCall | traffic | extent.contiguous),
                               record, timer);
    if (!traffic) return;
    const bool empty = extent.bytes == 0;
    note_send(s, cell, record, is_self(record, sent.peer), sent.base, empty, request);
    if (s.callsites) return;  // the next call may have another call site
    s.last_isend.become(handles, function, sent, comm, s.recorder->phase(), cell, record, extent.contiguous, empty);
}

/// Counts a send that repeats the last one, and has not been timed.   Returns: false if it does not.
[[gnu::always_inline]] inline bool is_send_again(Session& s, Function function, const MessageArguments& arguments) {
    const MessageBuffer& sent = arguments.send;
    const record::Recorder::Locked locked(*s.recorder);
    const LastMessage& known = s.last_isend;
    if (!known.is(s.comms, function, sent, arguments.comm, s.recorder->phase())) [[unlikely]]
        return false;
    known.cell->count += 1;
    s.recorder->note_bytes(known.cell->key.bytes);
    note_send(s, known.cell, known.comm, known.with_self, sent.base, known.empty, arguments.request);
    return true;
}

/// Other threads may free the type and the communicator as soon as the send has begun.
template <const MessageFunction& kFunction>
[[gnu::noinline]] int isend_among_threads(Session& s, const MessageArguments& arguments) {
    const std::uint32_t handles = LastMessage::handles(s.comms);
    const CalledComm comm(s, arguments.comm);
    const CalledBuffer buffer(s, arguments.send);
    CallTimer timer(s, kFunction.number, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed() && is_send_again(s, kFunction.number, arguments)) return code;
    note_new_send(s, kFunction.number, code, timer, arguments.send, buffer.after(code), arguments.comm,
                  comm.after(code), handles, arguments.request);
    return code;
}

template <const MessageFunction& kFunction>
int on_isend(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return begun_message<kFunction>(*s, arguments);
    if (s->multithreaded) [[unlikely]]
        return isend_among_threads<kFunction>(*s, arguments);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed() && is_send_again(*s, function, arguments)) [[likely]]
        return code;
    note_new_send(*s, function, code, timer, arguments.send, extent_of(code, arguments.send), arguments.comm,
                  comm_after(*s, code, arguments.comm), LastMessage::handles(s->comms), arguments.request);
    return code;
}

/// Detects whether the host has filled in the status of a receive: the program's error handler may let a refused call
/// return success. `status` may be null, which MPICH refuses.
class FilledStatus {
public:
    explicit FilledStatus(MPI_Status* status) : status_(status) {
        if (status_ == nullptr) [[unlikely]]
            return;
        before_ = status_->MPI_SOURCE;
        status_->MPI_SOURCE = kUntouched;
    }
    /// After the call, once.   Returns: whether it was filled in; if not, the old contents are restored.
    bool is_filled() {
        if (status_ == nullptr) [[unlikely]]
            return false;
        if (status_->MPI_SOURCE != kUntouched) [[likely]]
            return true;
        status_->MPI_SOURCE = before_;
        return false;
    }

private:
    MPI_Status* status_;
    int before_ = 0;
};

inline unsigned any_source(int source) { return source == MPI_ANY_SOURCE ? unsigned{record::kAnySource} : 0u; }

template <const MessageFunction& kFunction>
int on_recv(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const MessageBuffer& posted = arguments.receive;
    const bool from_somebody = posted.peer != MPI_PROC_NULL;
    if (!s->recording()) [[unlikely]]
        return receive_or_gently<kFunction>(*s, from_somebody, arguments);
    MPI_Status own;
    MPI_Status* into = arguments.status == MPI_STATUS_IGNORE ? &own : arguments.status;
    const ArrivalProbe probe(*s, posted.peer, posted.tag, arguments.comm);
    const CalledComm comm(*s, arguments.comm);
    const CalledBuffer buffer(*s, posted);
    FilledStatus filled(into);
    CallTimer timer(*s, function, CallTimer::Need::always);
    std::optional<CarriedParts> carried;
    int code;
    {
        const WhereItIs here(*s, function, arguments.comm, peer_of(posted.peer), timer.start());
        code = receive_or_gently<kFunction>(*s, from_somebody, arguments.with_status(into), &carried);
    }
    timer.stop();
    const bool is_filled = filled.is_filled() && code == MPI_SUCCESS;
    const CommRecord* record = comm.after(code);
    const unsigned flags = record::kCall | any_source(posted.peer) | buffer.after(code).contiguous;
    const record::Recorder::Locked locked(*s->recorder);
    const record::RowKey key = is_filled ? arrived_key(function, record, *into, flags)
                                         : key_of(function, record, record::kNoPeer, 0, record::kCall);
    record::Cell* const cell = count(*s, key, record, timer);
    probe.note(cell);
    if (carried) [[unlikely]]
        note_received_part(*s, cell, *carried);
    touch_clock_after(*s, timer.elapsed());
    return code;
}

/// A nonblocking receive was posted about which nothing is known yet; it may have failed. Adds a row for the call, and
/// an entry for its traffic. The callee takes the recorder.
[[gnu::noinline]] inline void note_new_receive(Session& s, Function function, int code, const CallTimer& timer,
                                               const ArrivalProbe& probe, const MessageBuffer& posted,
                                               const Extent& extent, MPI_Comm comm, const CommRecord* record,
                                               std::uint32_t handles, MPI_Request* request) {
    const unsigned flags = any_source(posted.peer) | extent.contiguous;
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* cell = count(s,
                               key_of(function, record, peer_after(code, record, posted.peer), extent.bytes,
                                      record::kCall | record::kReceive | flags),
                               record, timer);
    probe.note(cell);
    if (posted.peer == MPI_PROC_NULL || !was_accepted(code, record, posted.peer)) return;
    remember_receive(s, request, function, cell, record, is_self(record, posted.peer), flags);
    if (s.callsites) return;
    s.last_irecv.become(handles, function, posted, comm, s.recorder->phase(), cell, record, flags, extent.bytes == 0);
}

/// As is_send_again().
[[gnu::always_inline]] inline bool is_receive_again(Session& s, Function function, const MessageArguments& arguments,
                                                    const ArrivalProbe& probe) {
    const record::Recorder::Locked locked(*s.recorder);
    const LastMessage& known = s.last_irecv;
    if (!known.is(s.comms, function, arguments.receive, arguments.comm, s.recorder->phase())) [[unlikely]]
        return false;
    known.cell->count += 1;
    probe.note(known.cell);
    remember_receive(s, arguments.request, function, known.cell, known.comm, known.with_self, known.flags);
    return true;
}

/// As isend_among_threads().
template <const MessageFunction& kFunction>
[[gnu::noinline]] int irecv_among_threads(Session& s, const MessageArguments& arguments, const ArrivalProbe& probe) {
    const std::uint32_t handles = LastMessage::handles(s.comms);
    const CalledComm comm(s, arguments.comm);
    const CalledBuffer buffer(s, arguments.receive);
    CallTimer timer(s, kFunction.number, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed() && is_receive_again(s, kFunction.number, arguments, probe)) return code;
    note_new_receive(s, kFunction.number, code, timer, probe, arguments.receive, buffer.after(code), arguments.comm,
                     comm.after(code), handles, arguments.request);
    return code;
}

template <const MessageFunction& kFunction>
int on_irecv(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return begun_message<kFunction>(*s, arguments);
    const MessageBuffer& posted = arguments.receive;
    const ArrivalProbe probe(*s, posted.peer, posted.tag, arguments.comm);
    if (s->multithreaded) [[unlikely]]
        return irecv_among_threads<kFunction>(*s, arguments, probe);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed() && is_receive_again(*s, function, arguments, probe)) [[likely]]
        return code;
    note_new_receive(*s, function, code, timer, probe, posted, extent_of(code, posted), arguments.comm,
                     comm_after(*s, code, arguments.comm), LastMessage::handles(s->comms), arguments.request);
    return code;
}

}  // namespace shunt
