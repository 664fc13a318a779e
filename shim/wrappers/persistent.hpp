#pragma once
// Persistent and partitioned requests: made once, recorded at every start.
#include "shim/offload/offload.hpp"
#include "shim/wrappers/completion.hpp"
#include "shim/wrappers/message.hpp"

namespace shunt {

/// The program has made a persistent request, which may be active until it is freed. Returns `code`.
inline int made_persistent(Session& s, int code, const MPI_Request* request) {
    if (code != MPI_SUCCESS || !request || *request == MPI_REQUEST_NULL) return code;
    s.host_work.add_request();
    if (!s.persistent_requests.add(handle_value(*request))) s.host_work.never_known();
    return code;
}

template <const MessageFunction& kFunction>
int made_message(Session& s, const MessageArguments& arguments) {
    if (are_ours(s, arguments)) [[unlikely]] {
        const MessageOutcome how = carry_message(s, kFunction, arguments);
        // The host's are partitioned, or have MPI_PROC_NULL as peer, or were refused.
        return how.by_host ? made_persistent(s, how.code, arguments.request) : how.code;
    }
    if constexpr (is_buffered(kFunction.number)) {
        s.host_work.never_known();
        s.overtaken.add_persistent();
    }
    return made_persistent(s, kFunction.call(arguments), arguments.request);
}

/// Makes a persistent or partitioned request, records that, and remembers which data each of its starts moves.
template <const MessageFunction& kFunction>
int make_persistent(const MessageArguments& arguments, PendingCall::Kind kind, const MessageBuffer& buffer) {
    constexpr Function function = kFunction.number;
    Session* s = active_session_for(arguments);
    if (!s) return kFunction.call(arguments);
    const InsideCall inside;
    if (!s->recording()) return made_message<kFunction>(*s, arguments);
    CallTimer timer(*s, function, CallTimer::Need::always);
    const int code = made_message<kFunction>(*s, arguments);
    timer.stop();
    const CommRecord* record = comm_after(*s, code, arguments.comm);
    const MPI_Count elements = arguments.partitions > 0 && buffer.count > 0 ? arguments.partitions * buffer.count : 0;
    const Extent extent = extent_of(code, elements, buffer.type);
    const unsigned flags = extent.contiguous | any_source(buffer.peer);
    const record::Recorder::Locked locked(*s->recorder);
    count(*s, key_of(function, record, peer_after(code, record, buffer.peer), extent.bytes, record::kCall | flags),
          record, timer);
    PendingCall* entry = was_accepted(code, record, buffer.peer)
                             ? remember(*s, arguments.request, kind, nullptr, record, false, true)
                             : nullptr;
    if (!entry) return code;
    entry->buffer = kind == PendingCall::Kind::send ? buffer.base : nullptr;
    entry->bytes = extent.bytes;
    entry->peer = peer_of(buffer.peer);
    entry->flags = static_cast<std::uint8_t>(flags);
    entry->engine = message_engine(function, record);
    return code;
}

template <const MessageFunction& kFunction>
int on_send_init(const MessageArguments& arguments) {
    return make_persistent<kFunction>(arguments, PendingCall::Kind::send, arguments.send);
}

template <const MessageFunction& kFunction>
int on_recv_init(const MessageArguments& arguments) {
    return make_persistent<kFunction>(arguments, PendingCall::Kind::receive, arguments.receive);
}

/// One persistent request was started by `function`. `call_flag` is kCall if this is the only start of the call, 0 if
/// it is one of several.   The caller holds the recorder.
inline void note_started(Session& s, Function function, MPI_Request request, unsigned call_flag,
                         const CallTimer& timer) {
    PendingCall* call = s.requests.find(request);
    if (!call || !call->persistent) {
        if (call_flag) count(s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer);
        return;
    }
    const bool null = call->peer == record::kProcNull;
    unsigned flags = call_flag | call->flags;
    if (call->kind == PendingCall::Kind::send && !null) flags |= record::kTraffic;
    if (call->kind == PendingCall::Kind::receive) flags |= record::kReceive;
    record::RowKey key = key_of(function, call->comm, call->peer, call->bytes, flags);
    key.set_engine(call->engine);
    record::Cell* cell = call_flag ? count(s, key, call->comm, timer) : count_untimed(s, key, call->comm);
    if (cell && (flags & record::kTraffic) && call->buffer && call->bytes)
        s.recorder->note_send_buffer(*cell, call->buffer);
    call->cell = null ? nullptr : cell;
    call->function = function;
}

/// The host is about to start requests.
inline void note_host_starts(Session& s) {
    s.bring_on();
    if (s.overtaken.has_persistent()) [[unlikely]]
        before_buffered_send(s);
}

template <class Host>
int start_request(Session& s, Host&& host_call, const MPI_Request* request) {
    if (OwnRequest* const ours = own_call(s, request)) return ours->start();
    note_host_starts(s);
    return begun(s, host_call(), nullptr);
}

/// Starts requests in the program's order: the host starts runs of its own ones, Shunt those between them.
template <class Host>
int start_requests(Session& s, Host&& host_call, int count, MPI_Request* requests) {
    const RequestPool& ours = s.pool;
    if (!ours.holds_any(count, requests)) {
        note_host_starts(s);
        return begun(s, host_call(), nullptr);
    }
    for (int i = 0; i < count;) {
        int next = i;
        while (next < count && !ours.find(requests[next])) ++next;
        if (next > i) note_host_starts(s);
        int code = next > i ? begun(s, host.MPI_Startall(next - i, requests + i), nullptr) : int{MPI_SUCCESS};
        if (code == MPI_SUCCESS && next < count) code = ours.find(requests[next++])->start();
        if (code != MPI_SUCCESS) return code;
        i = next;
    }
    return MPI_SUCCESS;
}

template <class Host>
int on_start(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = messaging_session_for(1, request);
    if (!s) return host_call();
    const InsideCall inside;
    if (!s->recording()) return start_request(*s, host_call, request);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = start_request(*s, host_call, request);
    timer.stop();
    const record::Recorder::Locked locked(*s->recorder);
    if (code == MPI_SUCCESS) note_started(*s, function, *request, record::kCall, timer);
    else count(*s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer);
    return code;
}

template <class Host>
int on_startall(Function function, Host&& host_call, int count_, MPI_Request* requests) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) return host_call();
    const InsideCall inside;
    if (!s->recording()) return start_requests(*s, host_call, count_, requests);
    CallTimer timer(*s, function, CallTimer::Need::always);
    const int code = start_requests(*s, host_call, count_, requests);
    timer.stop();
    const record::Recorder::Locked locked(*s->recorder);
    count(*s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer);
    for (int i = 0; code == MPI_SUCCESS && i < count_; ++i) note_started(*s, function, requests[i], 0, timer);
    return code;
}

}  // namespace shunt
