#pragma once
// Probes, and receives of probed messages.
#include "shim/wrappers/message.hpp"

namespace shunt {

/// Records a probe by the source it asked for.
template <class Run>
int note_probe(Session& s, Function function, Run&& run, int source, MPI_Comm comm, CallTimer::Need need) {
    if (!s.recording()) [[unlikely]]
        return run();
    CallTimer timer(s, function, need);
    const int code = run();
    timer.stop();
    const CommRecord* record = comm_after(s, code, comm);
    const record::Recorder::Locked locked(*s.recorder);
    count(s, key_of(function, record, peer_after(code, record, source), 0, record::kCall | any_source(source)), record,
          timer);
    return code;
}

template <class Host>
int on_probe(Function function, Host&& host_call, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    const auto run = [&] {
        const Patience* gentle = source == MPI_PROC_NULL ? nullptr : s->gentle_wait();
        if (!gentle) return host_call();
        return wait_until(*gentle, [&](int* flag) { return host.MPI_Iprobe(source, tag, comm, flag, status); });
    };
    return note_probe(*s, function, run, source, comm, CallTimer::Need::always);
}

template <class Host>
int on_iprobe(Function function, Host&& host_call, int source, int, MPI_Comm comm, int*, MPI_Status*) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    return note_probe(*s, function, host_call, source, comm, CallTimer::Need::sampled);
}

/// A matched message, for the receive that will take it.
inline void note_matched(Session& s, int code, int source, MPI_Message* message, MPI_Comm comm) {
    CommRecord* record = s.recorder ? comm_after(s, code, comm) : nullptr;
    if (!record || !was_accepted(code, record, source) || !message || *message == MPI_MESSAGE_NULL ||
        *message == MPI_MESSAGE_NO_PROC)
        return;
    s.messages.put(handle_value(*message), record);
}

template <class Host>
int on_mprobe(Function function, Host&& host_call, int source, int tag, MPI_Comm comm, MPI_Message* message,
              MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    const auto run = [&] {
        const Patience* gentle = source == MPI_PROC_NULL ? nullptr : s->gentle_wait();
        if (!gentle) return host_call();
        return wait_until(*gentle,
                          [&](int* flag) { return host.MPI_Improbe(source, tag, comm, flag, message, status); });
    };
    const int code = note_probe(*s, function, run, source, comm, CallTimer::Need::always);
    note_matched(*s, code, source, message, comm);
    return code;
}

template <class Host>
int on_improbe(Function function, Host&& host_call, int source, int, MPI_Comm comm, int* flag, MPI_Message* message,
               MPI_Status*) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    const int code = note_probe(*s, function, host_call, source, comm, CallTimer::Need::sampled);
    if (code == MPI_SUCCESS && *flag) note_matched(*s, code, source, message, comm);
    return code;
}

/// The communicator a matched message came on; the message is about to be consumed.
inline CommRecord* take_matched(Session& s, MPI_Message* message) {
    if (!message || *message == MPI_MESSAGE_NULL || *message == MPI_MESSAGE_NO_PROC) return nullptr;
    CommRecord* record = s.messages.find(handle_value(*message));
    s.messages.remove(handle_value(*message));
    return record;
}

template <class Host, class Twin, class Count>
int on_mrecv(Function function, Host&& host_call, Twin&& twin, void*, Count count_, MPI_Datatype datatype,
             MPI_Message* message, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call(status);
    const InsideCall inside;
    const CommRecord* record = take_matched(*s, message);
    const bool from_somebody = message && *message != MPI_MESSAGE_NO_PROC;
    s->host_work.moved();
    if (!s->recording()) [[unlikely]]
        return receive_or_gently(*s, from_somebody, host_call, twin, status);
    MPI_Status own;
    MPI_Status* into = status == MPI_STATUS_IGNORE ? &own : status;
    FilledStatus filled(into);
    CallTimer timer(*s, function, CallTimer::Need::always);
    const int code = receive_or_gently(*s, from_somebody, host_call, twin, into);
    timer.stop();
    const bool came = filled.is_filled() && code == MPI_SUCCESS;
    const unsigned flags = record::kCall | extent_of(code, count_, datatype).contiguous;
    const record::Recorder::Locked locked(*s->recorder);
    const record::RowKey key = came ? arrived_key(function, record, *into, flags)
                                    : key_of(function, record, record::kNoPeer, 0, record::kCall);
    record::Cell* cell = count(*s, key, record, timer);
    if (cell && (key.flags() & record::kTraffic)) {
        cell->probed += 1;  // that it had come first is known: it was probed for
        cell->unexpected += 1;
    }
    return code;
}

template <class Host, class Count>
int on_imrecv(Function function, Host&& host_call, void*, Count count_, MPI_Datatype datatype, MPI_Message* message,
              MPI_Request* request) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const InsideCall inside;
    CommRecord* record = take_matched(*s, message);
    if (!s->recording()) [[unlikely]]
        return begun(*s, host_call(), request);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const bool nothing = message && *message == MPI_MESSAGE_NO_PROC;
    const int code = begun(*s, host_call(), request);
    timer.stop();
    const Extent extent = extent_of(code, count_, datatype);
    const record::Recorder::Locked locked(*s->recorder);
    record::Cell* cell = count(
        *s,
        key_of(function, record, record::kNoPeer, extent.bytes, record::kCall | record::kReceive | extent.contiguous),
        record, timer);
    if (code == MPI_SUCCESS && !nothing)
        remember_receive(*s, request, function, cell, record, false, extent.contiguous);
    return code;
}

}  // namespace shunt
