#pragma once
// Point-to-point calls. A send is one row. A blocking receive is one row, of the message that it received. A
// nonblocking receive is a row for the call, and one for its traffic when it completes.
#include <algorithm>
#include <atomic>
#include <optional>

#include "shim/host/status.hpp"
#include "shim/host/yielding.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/messages/carry_message.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/probed_receive.hpp"
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

inline std::uint64_t bytes_of(MPI_Count count, const TypeFacts& type) {
    return count > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(type.size) : 0;
}

/// Bytes and contiguity of a buffer argument. The host is not asked if the call failed, as the type may be the reason.
struct Extent {
    std::uint64_t bytes = 0;
    unsigned contiguous = 0;
    bool exists = false;  ///< count and type can be sent
};
[[gnu::always_inline]] inline Extent extent_of(int code, MPI_Count count, MPI_Datatype datatype) {
    if (code != MPI_SUCCESS || datatype == MPI_DATATYPE_NULL) [[unlikely]]
        return {};
    const TypeFacts type = facts_of(datatype);
    return {bytes_of(count, type), contiguity(type), count >= 0 && type.exists};
}

[[gnu::always_inline]] inline Extent extent_of(int code, const MessageBuffer& buffer) {
    return extent_of(code, buffer.count, buffer.type);
}

/// The record of `comm`, not looked up if the call failed: the communicator may be the reason.
inline CommRecord* comm_after(Session& s, int code, MPI_Comm comm) {
    if (code != MPI_SUCCESS) [[unlikely]]
        return nullptr;
    return s.comms.find(comm);
}

/// Tests for some receives about to be posted whether their message has already arrived: one receive in
/// `record.preposted` at first, then ever fewer, down to an eighth of that, as the number of answers grows.
class ArrivalProbe {
public:
    [[gnu::always_inline]] ArrivalProbe(const Session& s, int source, int tag, MPI_Comm comm)
        : answer_(due(s, source, comm) ? ask(s, source, tag, comm) : kNotAsked) {}

    [[gnu::always_inline]] void note(record::Cell* cell) const {
        if (answer_ == kNotAsked) [[likely]]
            return;
        if (!cell) return;
        cell->probed += 1;
        cell->unexpected += answer_ == kArrived;
    }

private:
    enum Answer : int { kNotAsked, kNotThere, kArrived };

    [[gnu::always_inline]] static bool due(const Session& s, int source, MPI_Comm comm) {
        ThreadState& thread = thread_state;
        if (s.preposted_every == 0 || source == MPI_PROC_NULL || comm == MPI_COMM_NULL) [[unlikely]]
            return false;
        if (thread.until_probed <= 1) [[unlikely]]
            return true;
        thread.until_probed -= 1;
        return false;
    }
    [[gnu::noinline]] static Answer ask(const Session& s, int source, int tag, MPI_Comm comm) {
        ThreadState& thread = thread_state;
        thread.probed += 1;
        thread.until_probed = interval(s.preposted_every, thread.probed);
        // An invalid argument must be reported by the receive itself, not by Shunt.
        if (source < 0 && source != MPI_ANY_SOURCE) return kNotAsked;
        if ((tag < 0 && tag != MPI_ANY_TAG) || tag > s.tag_upper_bound) return kNotAsked;
        const CommRecord* record = s.comms.peek(comm);
        if (!record || record->carries_messages || source >= (record->remote_size ? record->remote_size : record->size))
            return kNotAsked;
        const WithoutYielding quick(s.host_yield_switch);
        int arrived = 0;
        if (host.MPI_Iprobe(source, tag, comm, &arrived, MPI_STATUS_IGNORE) != MPI_SUCCESS) return kNotAsked;
        return arrived ? kArrived : kNotThere;
    }
    /// 1 (every receive) stays 1: that setting asks for all of them.
    static std::uint32_t interval(std::uint32_t every, std::uint32_t probed) {
        return every == 1 ? 1 : every * std::min(1 + probed / 64, 8u);
    }

    Answer answer_;
};

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
    CallTimer timer(*s, function, CallTimer::Need::always);
    std::optional<CarriedParts> carried;
    int code;
    {
        const WhereItIs here(*s, function, arguments.comm, peer_of(sent.peer), timer.start());
        code = call_or_gently<kFunction>(*s, arguments, &carried);
    }
    timer.stop();
    const CommRecord* record = comm_after(*s, code, arguments.comm);
    const Extent extent = extent_of(code, sent);
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
                                            const MessageBuffer& sent, MPI_Comm comm, MPI_Request* request) {
    const CommRecord* record = comm_after(s, code, comm);
    const Extent extent = extent_of(code, sent);
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
    s.last_isend.become(s.comms, function, sent, comm, s.recorder->phase(), cell, record, extent.contiguous, empty);
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
    const MessageBuffer& sent = arguments.send;
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed()) [[likely]] {
        const record::Recorder::Locked locked(*s->recorder);
        const LastMessage& known = s->last_isend;
        if (known.is(s->comms, function, sent, arguments.comm, s->recorder->phase())) [[likely]] {
            known.cell->count += 1;
            s->recorder->note_bytes(known.cell->key.bytes);
            note_send(*s, known.cell, known.comm, known.with_self, sent.base, known.empty, arguments.request);
            return code;
        }
    }
    note_new_send(*s, function, code, timer, sent, arguments.comm, arguments.request);
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
    const CommRecord* record = comm_after(*s, code, arguments.comm);
    const unsigned flags = record::kCall | any_source(posted.peer) | extent_of(code, posted).contiguous;
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
                                               const ArrivalProbe& probe, const MessageBuffer& posted, MPI_Comm comm,
                                               MPI_Request* request) {
    const CommRecord* record = comm_after(s, code, comm);
    const Extent extent = extent_of(code, posted);
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
    s.last_irecv.become(s.comms, function, posted, comm, s.recorder->phase(), cell, record, flags, extent.bytes == 0);
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
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    if (code == MPI_SUCCESS && !timer.timed()) [[likely]] {
        const record::Recorder::Locked locked(*s->recorder);
        const LastMessage& known = s->last_irecv;
        if (known.is(s->comms, function, posted, arguments.comm, s->recorder->phase())) [[likely]] {
            known.cell->count += 1;
            probe.note(known.cell);
            remember_receive(*s, arguments.request, function, known.cell, known.comm, known.with_self, known.flags);
            return code;
        }
    }
    note_new_receive(*s, function, code, timer, probe, posted, arguments.comm, arguments.request);
    return code;
}

}  // namespace shunt
