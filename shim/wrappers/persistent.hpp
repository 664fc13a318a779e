#pragma once
// Persistent and partitioned requests: made once, recorded at every start.
#include "shim/offload/offload.hpp"
#include "shim/wrappers/message.hpp"

namespace shunt {

/// The program has made a persistent request, which may be under way until it is freed. Returns `code`.
inline int made_persistent(Session& s, int code, const MPI_Request* request) {
    if (code != MPI_SUCCESS || !request || *request == MPI_REQUEST_NULL) return code;
    s.host_work.add_request();
    if (!s.persistent_requests.add(handle_value(*request))) s.host_work.never_known();
    return code;
}

/// Records the making of a persistent request and remembers what each start of it will move: `buffer` for sends, null
/// for receives.
template <class Host>
int note_persistent(Session& s, Function function, Host&& host_call, PendingCall::Kind kind, const void* buffer,
                    std::uint64_t count_, MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request* request) {
    if (is_buffered(function)) s.host_work.never_known();
    if (!s.recording()) return made_persistent(s, host_call(), request);
    CallTimer timer(s, function, CallTimer::Need::always);
    const int code = made_persistent(s, host_call(), request);
    timer.stop();
    const CommRecord* record = comm_after(s, code, comm);
    const Extent extent = extent_of(code, count_, datatype);
    const unsigned flags = extent.contiguous | any_source(peer);
    const record::Recorder::Locked locked(*s.recorder);
    count(s, key_of(function, record, peer_after(code, record, peer), extent.bytes, record::kCall | flags), record,
          timer);
    PendingCall* entry =
        was_accepted(code, record, peer) ? remember(s, request, kind, nullptr, record, false, true) : nullptr;
    if (!entry) return code;
    entry->buffer = buffer;
    entry->bytes = extent.bytes;
    entry->peer = peer_of(peer);
    entry->flags = static_cast<std::uint8_t>(flags);
    return code;
}

template <class Host, class Count>
int on_send_init(Function function, Host&& host_call, const void* buffer, Count count_, MPI_Datatype datatype, int dest,
                 int, MPI_Comm comm, MPI_Request* request) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    return note_persistent(*s, function, host_call, PendingCall::Kind::send, buffer,
                           count_ > 0 ? static_cast<std::uint64_t>(count_) : 0, datatype, dest, comm, request);
}

template <class Host, class Count>
int on_recv_init(Function function, Host&& host_call, void*, Count count_, MPI_Datatype datatype, int source, int,
                 MPI_Comm comm, MPI_Request* request) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    return note_persistent(*s, function, host_call, PendingCall::Kind::receive, nullptr,
                           count_ > 0 ? static_cast<std::uint64_t>(count_) : 0, datatype, source, comm, request);
}

template <class Host>
int on_psend_init(Function function, Host&& host_call, const void* buffer, int partitions, MPI_Count count_,
                  MPI_Datatype datatype, int dest, int, MPI_Comm comm, MPI_Info, MPI_Request* request) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    const auto elements = static_cast<std::uint64_t>(partitions > 0 && count_ > 0 ? partitions * count_ : 0);
    return note_persistent(*s, function, host_call, PendingCall::Kind::send, buffer, elements, datatype, dest, comm,
                           request);
}

template <class Host>
int on_precv_init(Function function, Host&& host_call, void*, int partitions, MPI_Count count_, MPI_Datatype datatype,
                  int source, int, MPI_Comm comm, MPI_Info, MPI_Request* request) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    const auto elements = static_cast<std::uint64_t>(partitions > 0 && count_ > 0 ? partitions * count_ : 0);
    return note_persistent(*s, function, host_call, PendingCall::Kind::receive, nullptr, elements, datatype, source,
                           comm, request);
}

/// One persistent request was started by `function`. `call_flag` is kCall where this is the call itself, 0 where it is
/// one of several started together.   The recorder is held.
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

/// The host starts the requests; engines begin what they carry of them.
template <class Host>
int start_requests(Session& s, Host&& host_call, int count, const MPI_Request* requests) {
    const int code = begun(s, host_call(), nullptr);
    if (code == MPI_SUCCESS && s.offload->background.any_persistent()) begin_started(s, count, requests);
    return code;
}

template <class Host>
int on_start(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    if (!s->recording()) return start_requests(*s, host_call, 1, request);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = start_requests(*s, host_call, 1, request);
    timer.stop();
    const record::Recorder::Locked locked(*s->recorder);
    if (code == MPI_SUCCESS) note_started(*s, function, *request, record::kCall, timer);
    else count(*s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer);
    return code;
}

template <class Host>
int on_startall(Function function, Host&& host_call, int count_, MPI_Request* requests) {
    Session* s = active_session();
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
