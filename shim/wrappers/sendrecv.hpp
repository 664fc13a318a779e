#pragma once
// Calls that send and receive at once: the send half is the call's row, the receive half a row of traffic.
#include "shim/offload/sendrecv_twins.hpp"
#include "shim/wrappers/message.hpp"

namespace shunt {

/// Records both halves. `status` is of the receive; null when none came. The recorder is held by the callee.
[[gnu::always_inline]] inline void note_exchange(Session& s, Function function, int code, const CallTimer& timer,
                                                 unsigned timing, const CommRecord* record, const Extent& sent,
                                                 int dest, const void* buffer, const Extent& posted, int source,
                                                 const MPI_Status* status) {
    const record::Recorder::Locked locked(*s.recorder);
    const unsigned traffic = traffic_after(code, record, dest);
    const unsigned flags = record::kCall | traffic | sent.contiguous | timing;
    record::Cell* cell =
        count(s, key_of(function, record, peer_after(code, record, dest), sent.bytes, flags), record, timer);
    if (cell && traffic && buffer && sent.bytes) s.recorder->note_send_buffer(*cell, buffer);
    touch_clock_after(s, timer.elapsed());
    if (code != MPI_SUCCESS || !status || status->MPI_SOURCE == MPI_PROC_NULL) return;
    count_untimed(s, arrived_key(function, record, *status, any_source(source) | posted.contiguous), record);
}

/// A buffer argument.
template <class Count>
struct Side {
    const void* buffer;
    Count count;
    MPI_Datatype type;
    int rank;
};

/// Runs `run()`, which leaves `status`, and records it.
template <class Run, class Count>
int record_exchange(Session& s, Function function, Run&& run, const Side<Count>& out, const Side<Count>& in,
                    MPI_Comm comm, MPI_Status* status) {
    s.host_work.moved();
    if (!s.recording()) [[unlikely]]
        return run();
    const CommRecord* known = s.comms.peek(comm);
    const bool with_self = out.rank == in.rank && is_self(known, out.rank) && !s.recorder->is_multithreaded();
    FilledStatus filled(status);
    const CallTimer::Need need = with_self ? CallTimer::Need::sampled : CallTimer::Need::always;
    CallTimer timer(s, function, need);
    int code;
    {
        const WhereItIs here(s, function, comm, peer_of(in.rank), timer.start());
        code = run();
    }
    timer.stop();
    note_exchange(s, function, code, timer, timing_flag(need), comm_after(s, code, comm),
                  extent_of(code, out.count, out.type), out.rank, out.buffer, extent_of(code, in.count, in.type),
                  in.rank, filled.is_filled() ? status : nullptr);
    return code;
}

/// By nonblocking twins; kept apart, as the arguments of the host's call then stay in registers.
template <class Count>
[[gnu::noinline]] int exchange_gently_recorded(Session& s, const Patience& patience, Function function,
                                               const Side<Count>& out, int send_tag, const Side<Count>& in,
                                               int recv_tag, MPI_Comm comm, MPI_Status* into) {
    const auto send = [&](MPI_Request* request) {
        return start_send(out.buffer, out.count, out.type, out.rank, send_tag, comm, request);
    };
    const auto receive = [&](MPI_Request* request) {
        return start_receive(const_cast<void*>(in.buffer), in.count, in.type, in.rank, recv_tag, comm, request);
    };
    const auto run = [&] { return null_status(exchange_gently(patience, receive, send, into), in.rank, comm, into); };
    return record_exchange(s, function, run, out, in, comm, into);
}

template <class Host, class Count>
int on_sendrecv(Function function, Host&& host_call, const void* send_buffer, Count send_count, MPI_Datatype send_type,
                int dest, int send_tag, void* recv_buffer, Count recv_count, MPI_Datatype recv_type, int source,
                int recv_tag, MPI_Comm comm, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call(status);
    const InsideCall inside;
    MPI_Status own;
    MPI_Status* into = status == MPI_STATUS_IGNORE ? &own : status;
    const Side<Count> out{send_buffer, send_count, send_type, dest}, in{recv_buffer, recv_count, recv_type, source};
    if (const Patience* gentle = s->gentle_wait()) [[unlikely]]
        return exchange_gently_recorded(*s, *gentle, function, out, send_tag, in, recv_tag, comm, into);
    return record_exchange(
        *s, function, [&] { return host_call(into); }, out, in, comm, into);
}

template <class Host, class Count>
int on_sendrecv_replace(Function function, Host&& host_call, void* buffer, Count count_, MPI_Datatype datatype,
                        int dest, int send_tag, int source, int recv_tag, MPI_Comm comm, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call(status);
    const InsideCall inside;
    MPI_Status own;
    MPI_Status* into = status == MPI_STATUS_IGNORE ? &own : status;
    const auto run = [&] {
        const Patience* gentle = s->gentle_wait();
        if (!gentle) return host_call(into);
        const Packed packed(buffer, count_, datatype, s->world);
        if (!packed.data()) return host_call(into);
        const auto send = [&](MPI_Request* request) {
            return start_send(packed.data(), packed.bytes(), MPI_PACKED, dest, send_tag, comm, request);
        };
        const auto receive = [&](MPI_Request* request) {
            return start_receive(buffer, count_, datatype, source, recv_tag, comm, request);
        };
        return null_status(exchange_gently(*gentle, receive, send, into), source, comm, into);
    };
    return record_exchange(*s, function, run, Side<Count>{buffer, count_, datatype, dest},
                           Side<Count>{buffer, count_, datatype, source}, comm, into);
}

/// The nonblocking forms: the send half now, the receive half when the request completes.
template <class Count>
int note_isendrecv(Session& s, Function function, int code, const CallTimer& timer, const Extent& sent, int dest,
                   const void* buffer, Count recv_count, MPI_Datatype recv_type, int source, MPI_Comm comm,
                   MPI_Request* request) {
    const CommRecord* record = comm_after(s, code, comm);
    const Extent posted = extent_of(code, recv_count, recv_type);
    const unsigned traffic = traffic_after(code, record, dest);
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* cell = count(
        s,
        key_of(function, record, peer_after(code, record, dest), sent.bytes, record::kCall | traffic | sent.contiguous),
        record, timer);
    if (cell && traffic && buffer && sent.bytes) s.recorder->note_send_buffer(*cell, buffer);
    if (!was_accepted(code, record, dest) || !was_accepted(code, record, source)) return code;
    if (source == MPI_PROC_NULL) remember(s, request, PendingCall::Kind::send, cell, record, is_self(record, dest));
    else
        remember_receive(s, request, function, cell, record, is_self(record, source) && source == dest,
                         any_source(source) | posted.contiguous);
    return code;
}

template <class Host, class Count>
int on_isendrecv(Function function, Host&& host_call, const void* send_buffer, Count send_count, MPI_Datatype send_type,
                 int dest, int, void*, Count recv_count, MPI_Datatype recv_type, int source, int, MPI_Comm comm,
                 MPI_Request* request) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return begun(*s, host_call(), request);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun(*s, host_call(), request);
    timer.stop();
    return note_isendrecv(*s, function, code, timer, extent_of(code, send_count, send_type), dest, send_buffer,
                          recv_count, recv_type, source, comm, request);
}

template <class Host, class Count>
int on_isendrecv_replace(Function function, Host&& host_call, void* buffer, Count count_, MPI_Datatype datatype,
                         int dest, int, int source, int, MPI_Comm comm, MPI_Request* request) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return begun(*s, host_call(), request);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun(*s, host_call(), request);
    timer.stop();
    return note_isendrecv(*s, function, code, timer, extent_of(code, count_, datatype), dest, buffer, count_, datatype,
                          source, comm, request);
}

}  // namespace shunt
