#pragma once
// Calls that send and receive at once: the send half is the call's row, the receive half a row of traffic.
#include "shim/offload/sendrecv_twins.hpp"
#include "shim/wrappers/message.hpp"

namespace shunt {

/// As traffic_after() for the send half. Nothing is sent if the host has refused the receive half.
inline unsigned sent_traffic_after(int code, const CommRecord* record, const MessageArguments& arguments) {
    return was_accepted(code, record, arguments.receive.peer) ? traffic_after(code, record, arguments.send.peer) : 0u;
}

/// What the two halves of a call name.
class ExchangedObjects {
public:
    [[gnu::always_inline]] ExchangedObjects(Session& s, const MessageArguments& arguments)
        : comm(s, arguments.comm), send(s, arguments.send), receive(s, arguments.receive) {}
    const CalledComm comm;
    const CalledBuffer send, receive;
};

/// Records both halves. `status` is of the receive; null if no receive ended. The callee takes the recorder.
[[gnu::always_inline]] inline void note_exchange(Session& s, Function function, int code, const CallTimer& timer,
                                                 unsigned timing, const MessageArguments& arguments,
                                                 const ExchangedObjects& objects, const MPI_Status* status,
                                                 const std::optional<CarriedParts>& carried) {
    const MessageBuffer &sent = arguments.send, &posted = arguments.receive;
    const CommRecord* record = objects.comm.after(code);
    const Extent out = objects.send.after(code), in = objects.receive.after(code);
    const record::Recorder::Locked locked(*s.recorder);
    const unsigned traffic = sent_traffic_after(code, record, arguments);
    const unsigned flags = record::kCall | traffic | out.contiguous | timing;
    record::Cell* cell =
        count(s, key_of(function, record, peer_after(code, record, sent.peer), out.bytes, flags), record, timer);
    if (cell && traffic && sent.base && out.bytes) s.recorder->note_send_buffer(*cell, sent.base);
    if (carried) [[unlikely]]
        note_sent_part(s, traffic ? cell : nullptr, *carried);
    touch_clock_after(s, timer.elapsed());
    if (code != MPI_SUCCESS || !status || status->MPI_SOURCE == MPI_PROC_NULL) return;
    const record::Cell* const arrived =
        count_untimed(s, arrived_key(function, record, *status, any_source(posted.peer) | in.contiguous), record);
    if (carried) [[unlikely]]
        note_received_part(s, arrived, *carried);
}

/// Runs `run(carried)`, which fills `arguments.status` (not MPI_STATUS_IGNORE), and records the call. `carried`: as in
/// carry_message().
template <class Run>
int record_exchange(Session& s, Function function, Run&& run, const MessageArguments& arguments) {
    const int dest = arguments.send.peer, source = arguments.receive.peer;
    if (!s.recording()) [[unlikely]]
        return run(nullptr);
    std::optional<CarriedParts> carried;
    const CommRecord* known = s.comms.peek(arguments.comm);
    const bool with_self = dest == source && is_self(known, dest) && !s.recorder->is_multithreaded();
    const ExchangedObjects objects(s, arguments);
    FilledStatus filled(arguments.status);
    const CallTimer::Need need = with_self ? CallTimer::Need::sampled : CallTimer::Need::always;
    CallTimer timer(s, function, need);
    int code;
    {
        const WhereItIs here(s, function, arguments.comm, peer_of(source), timer.start());
        code = run(&carried);
    }
    timer.stop();
    note_exchange(s, function, code, timer, timing_flag(need), arguments, objects,
                  filled.is_filled() ? arguments.status : nullptr, carried);
    return code;
}

/// Does the call by nonblocking calls and waits for them gently.
inline int exchange_by_twins(Session& s, const Patience& patience, const MessageArguments& arguments) {
    if (ends_are_misreported(s, arguments.comm)) return exchange_after_probe(s, patience, arguments);
    const MPI_Comm told = s.multithreaded ? MPI_COMM_NULL : arguments.comm;
    const auto send = [&](MPI_Request* request) { return start_send(arguments.send, arguments.comm, request); };
    const auto receive = [&](MPI_Request* request) {
        return start_receive(arguments.receive, arguments.comm, request);
    };
    return null_status(exchange_gently(patience, receive, send, arguments.status, told), arguments.receive.peer,
                       arguments.comm, arguments.status);
}

/// A separate function, so that the arguments of the host's call stay in registers.
[[gnu::noinline]] inline int exchange_gently_recorded(Session& s, const Patience& patience, Function function,
                                                      const MessageArguments& arguments) {
    return record_exchange(
        s, function, [&](auto) { return exchange_by_twins(s, patience, arguments); }, arguments);
}

template <const MessageFunction& kFunction>
int on_sendrecv(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    MPI_Status own;
    const MessageArguments with = arguments.status == MPI_STATUS_IGNORE ? arguments.with_status(&own) : arguments;
    const bool ours = are_ours(*s, arguments);
    if (!ours) note_host_moves<kFunction>(*s);
    const Patience* const gentle = ours ? nullptr : s->gentle_wait();
    if (gentle && accepts_exchange(*s, arguments)) [[unlikely]]
        return exchange_gently_recorded(*s, *gentle, kFunction.number, with);
    return record_exchange(
        *s, kFunction.number,
        [&](std::optional<CarriedParts>* carried) {
            return ours ? carry_message(*s, kFunction, with, carried).code : kFunction.call(with);
        },
        with);
}

template <const MessageFunction& kFunction>
int on_sendrecv_replace(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    MPI_Status own;
    const MessageArguments with = arguments.status == MPI_STATUS_IGNORE ? arguments.with_status(&own) : arguments;
    const auto run = [&](std::optional<CarriedParts>* carried) {
        if (are_ours(*s, arguments)) return carry_message(*s, kFunction, with, carried).code;
        note_host_moves<kFunction>(*s);
        const Patience* gentle = s->gentle_wait();
        const MessageBuffer& sent = with.send;
        if (!gentle || !accepts_exchange(*s, arguments)) return kFunction.call(with);
        const Packed packed(sent.base, sent.count, sent.type, s->world);
        if (!packed.data()) return kFunction.call(with);
        MessageArguments by_copy = with;
        by_copy.send = {packed.data(), packed.bytes(), MPI_PACKED, sent.peer, sent.tag};
        return exchange_by_twins(*s, *gentle, by_copy);
    };
    return record_exchange(*s, kFunction.number, run, with);
}

/// The nonblocking forms: records the send half now, the receive half when the request completes.
inline void note_isendrecv(Session& s, Function function, int code, const CallTimer& timer,
                           const MessageArguments& arguments, const ExchangedObjects& objects) {
    const MessageBuffer &sent = arguments.send, &posted = arguments.receive;
    const CommRecord* record = objects.comm.after(code);
    const Extent out = objects.send.after(code), in = objects.receive.after(code);
    const unsigned traffic = sent_traffic_after(code, record, arguments);
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* cell = count(s,
                               key_of(function, record, peer_after(code, record, sent.peer), out.bytes,
                                      record::kCall | traffic | out.contiguous),
                               record, timer);
    if (cell && traffic && sent.base && out.bytes) s.recorder->note_send_buffer(*cell, sent.base);
    if (!was_accepted(code, record, sent.peer) || !was_accepted(code, record, posted.peer)) return;
    if (posted.peer == MPI_PROC_NULL)
        remember(s, arguments.request, PendingCall::Kind::send, cell, record, is_self(record, sent.peer));
    else
        remember_receive(s, arguments.request, function, cell, record,
                         is_self(record, posted.peer) && posted.peer == sent.peer,
                         any_source(posted.peer) | in.contiguous);
}

template <const MessageFunction& kFunction>
int on_isendrecv(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    if (!s->recording()) [[unlikely]]
        return begun_message<kFunction>(*s, arguments);
    const ExchangedObjects objects(*s, arguments);
    CallTimer timer(*s, kFunction.number, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    note_isendrecv(*s, kFunction.number, code, timer, arguments, objects);
    return code;
}

}  // namespace shunt
