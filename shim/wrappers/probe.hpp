#pragma once
// Probes, and receives of probed messages.
#include <atomic>

#include "shim/wrappers/message.hpp"
#include "shim/wrappers/quick_test.hpp"

namespace shunt {

/// Records a probe by the source it asked for.   `cell`: receives the row.
template <class Run>
int note_probe(Session& s, Function function, Run&& run, int source, const CalledComm& comm, CallTimer::Need need,
               record::Cell** cell = nullptr) {
    if (!s.recording()) [[unlikely]]
        return run();
    CallTimer timer(s, function, need);
    const int code = run();
    timer.stop();
    const CommRecord* record = comm.after(code);
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* const counted =
        count(s, key_of(function, record, peer_after(code, record, source), 0, record::kCall | any_source(source)),
              record, timer);
    if (cell) *cell = counted;
    return code;
}

/// The message of a probe is an output: without a communicator it names none of ours.
[[gnu::always_inline]] inline bool is_probe_ours(Session& s, const MessageArguments& arguments) {
    return arguments.comm != MPI_COMM_NULL && are_ours(s, arguments);
}

template <const MessageFunction& kFunction>
int on_probe(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const MessageBuffer& from = arguments.receive;
    const auto run = [&] {
        if (is_probe_ours(*s, arguments)) return carry_message(*s, kFunction, arguments).code;
        s->bring_on();
        s->bring_on();
        const Patience* gentle = from.peer == MPI_PROC_NULL ? nullptr : s->gentle_wait();
        if (!gentle) return kFunction.call(arguments);
        return wait_until(*gentle, [&](int* flag) {
            return host.MPI_Iprobe(from.peer, from.tag, arguments.comm, flag, arguments.status);
        });
    };
    return note_probe(*s, kFunction.number, run, from.peer, CalledComm(*s, arguments.comm), CallTimer::Need::always);
}

/// A nonblocking probe, by Shunt or by the host.
template <const MessageFunction& kFunction>
int probe_once(Session& s, const MessageArguments& arguments) {
    if (is_probe_ours(s, arguments)) [[unlikely]]
        return carry_message(s, kFunction, arguments).code;
    s.bring_on();
    return test_behind_ours(s, arguments.flag, [of = &arguments] { return kFunction.call(*of); });
}

template <const MessageFunction& kFunction>
[[gnu::noinline]] int iprobe_fully(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const MessageBuffer& from = arguments.receive;
    record::Cell* cell = nullptr;
    const std::uint32_t handles = LastMessage::handles(s->comms);
    const CalledComm comm(*s, arguments.comm);
    const int code = note_probe(
        *s, kFunction.number, [&] { return probe_once<kFunction>(*s, arguments); }, from.peer, comm,
        CallTimer::Need::sampled, &cell);
    if (cell && s->counts_looks_quickly && code == MPI_SUCCESS) {
        const CommRecord* const record = comm.after(code);
        const record::Recorder::Locked locked(*s->recorder);
        s->last_iprobe.become(handles, kFunction.number, from, arguments.comm, s->recorder->phase(), cell, record, 0,
                              true);
    }
    return code;
}

[[gnu::cold, gnu::noinline]] inline void count_refused_probe(Session& s, Function function, int source) {
    count_untimed(s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall | any_source(source)), nullptr);
}

/// A probe with the arguments of the last one, as in a loop, is only counted.
template <const MessageFunction& kFunction>
int on_iprobe(const MessageArguments& arguments) {
    Session* const s = quick_session();
    if (!s) [[unlikely]]
        return iprobe_fully<kFunction>(arguments);
    const LastMessage& known = s->last_iprobe;
    std::atomic<std::uint32_t>& until_timed = s->until_timed[static_cast<std::size_t>(kFunction.number)];
    const std::uint32_t left = until_timed.load(std::memory_order_relaxed);
    if (left == 0 || !known.is(s->comms, kFunction.number, arguments.receive, arguments.comm, s->recorder->phase()))
        [[unlikely]]
        return iprobe_fully<kFunction>(arguments);
    until_timed.store(left - 1, std::memory_order_relaxed);
    record::Cell* const cell = known.cell;
    const ProgramsCall inside;
    const int code = kFunction.call(arguments);
    if (code == MPI_SUCCESS) [[likely]]
        cell->count += 1;
    else count_refused_probe(*s, kFunction.number, arguments.receive.peer);
    return code;
}

/// Remembers a matched message for the receive that will take it.
inline void note_matched(Session& s, int code, const MessageArguments& arguments, const CalledComm& comm) {
    const MPI_Message* message = arguments.message;
    CommRecord* record = s.recorder ? comm.after(code) : nullptr;
    if (!record || !was_accepted(code, record, arguments.receive.peer) || !message || *message == MPI_MESSAGE_NULL ||
        *message == MPI_MESSAGE_NO_PROC)
        return;
    s.matched_messages.put(handle_value(*message), record);
}

template <const MessageFunction& kFunction>
int on_mprobe(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const MessageBuffer& from = arguments.receive;
    const auto run = [&] {
        if (is_probe_ours(*s, arguments)) return carry_message(*s, kFunction, arguments).code;
        const Patience* gentle = from.peer == MPI_PROC_NULL ? nullptr : s->gentle_wait();
        if (!gentle) return kFunction.call(arguments);
        return wait_until(*gentle, [&](int* flag) {
            return host.MPI_Improbe(from.peer, from.tag, arguments.comm, flag, arguments.message, arguments.status);
        });
    };
    const CalledComm comm(*s, arguments.comm);
    const int code = note_probe(*s, kFunction.number, run, from.peer, comm, CallTimer::Need::always);
    note_matched(*s, code, arguments, comm);
    return code;
}

template <const MessageFunction& kFunction>
int on_improbe(const MessageArguments& arguments) {
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const CalledComm comm(*s, arguments.comm);
    const int code = note_probe(
        *s, kFunction.number, [&] { return probe_once<kFunction>(*s, arguments); }, arguments.receive.peer, comm,
        CallTimer::Need::sampled);
    if (code == MPI_SUCCESS && *arguments.flag) note_matched(*s, code, arguments, comm);
    return code;
}

/// The communicator of a matched message, which is about to be received. The program may have freed it, and its record
/// is kept as long as this object.
class TakenMatched {
public:
    TakenMatched(Session& s, const MPI_Message* message) {
        if (!message || *message == MPI_MESSAGE_NULL || *message == MPI_MESSAGE_NO_PROC) return;
        record_ = s.matched_messages.find(handle_value(*message));
        if (record_) record_->users += 1;
        s.matched_messages.remove(handle_value(*message));
    }
    ~TakenMatched() {
        if (record_) record_->users -= 1;
    }
    TakenMatched(const TakenMatched&) = delete;
    TakenMatched& operator=(const TakenMatched&) = delete;
    const CommRecord* record() const { return record_; }

private:
    CommRecord* record_ = nullptr;
};

template <const MessageFunction& kFunction>
int on_mrecv(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const bool from_somebody = arguments.message && *arguments.message != MPI_MESSAGE_NO_PROC;
    const TakenMatched taken(*s, arguments.message);
    const CommRecord* const record = taken.record();
    if (!s->recording()) [[unlikely]]
        return receive_or_gently<kFunction>(*s, from_somebody, arguments);
    MPI_Status own;
    MPI_Status* into = arguments.status == MPI_STATUS_IGNORE ? &own : arguments.status;
    const CalledBuffer buffer(*s, arguments.receive);
    FilledStatus filled(into);
    CallTimer timer(*s, function, CallTimer::Need::always);
    std::optional<CarriedParts> carried;
    const int code = receive_or_gently<kFunction>(*s, from_somebody, arguments.with_status(into), &carried);
    timer.stop();
    const bool is_filled = filled.is_filled() && code == MPI_SUCCESS;
    const unsigned flags = record::kCall | buffer.after(code).contiguous;
    const record::Recorder::Locked locked(*s->recorder);
    const record::RowKey key = is_filled ? arrived_key(function, record, *into, flags)
                                         : key_of(function, record, record::kNoPeer, 0, record::kCall);
    record::Cell* cell = count(*s, key, record, timer);
    if (cell && (key.flags() & record::kTraffic)) {
        cell->probed += 1;  // it was probed for, so it had arrived before the receive
        cell->unexpected += 1;
    }
    if (carried) [[unlikely]]
        note_received_part(*s, cell, *carried);
    return code;
}

template <const MessageFunction& kFunction>
int on_imrecv(const MessageArguments& arguments) {
    constexpr Function function = kFunction.number;
    Session* s = messaging_session_for(arguments);
    if (!s) [[unlikely]]
        return kFunction.call(arguments);
    const InsideCall inside;
    const bool from_nobody = arguments.message && *arguments.message == MPI_MESSAGE_NO_PROC;
    const TakenMatched taken(*s, arguments.message);
    const CommRecord* const record = taken.record();
    if (!s->recording()) [[unlikely]]
        return begun_message<kFunction>(*s, arguments);
    const CalledBuffer buffer(*s, arguments.receive);
    CallTimer timer(*s, function, CallTimer::Need::sampled);
    const int code = begun_message<kFunction>(*s, arguments);
    timer.stop();
    const Extent extent = buffer.after(code);
    const record::Recorder::Locked locked(*s->recorder);
    record::Cell* cell = count(
        *s,
        key_of(function, record, record::kNoPeer, extent.bytes, record::kCall | record::kReceive | extent.contiguous),
        record, timer);
    if (code == MPI_SUCCESS && !from_nobody)
        remember_receive(*s, arguments.request, function, cell, record, false, extent.contiguous);
    return code;
}

}  // namespace shunt
