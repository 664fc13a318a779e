#pragma once
// Collectives: carried by an engine, waited for gently, or left to the host; recorded with who carried them.
#include <optional>

#include "shim/all_to_all.hpp"
#include "shim/carry.hpp"
#include "shim/measure.hpp"
#include "shim/must_meet.hpp"
#include "shim/recipes/message.hpp"
#include "shim/recipes/persistent.hpp"
#include "shim/staged_reduction.hpp"

namespace shunt {

/// In place of a function that lets an engine carry the call, where no engine can.
struct NotCarried {};

/// How the collectives of a communicator are to wait, alike on all members; null: as the host does.
inline const Patience* gentle_wait(Session& s, const CommRecord* record) {
    if (!record || !record->all_ours) return nullptr;
    if (s.gentle_collectives) return s.patience_now();
    return record->waiting.gentle ? &s.patience_under_load : nullptr;
}

/// Whether a reduction has to give the bits that the host's blocking call gives; its twin may combine in another order.
inline bool keeps_order(const Session& s, const Combining& combining) {
    const bool asked = !s.gentle_collectives || s.options.wait.reductions == config::WaitReductions::host;
    return asked && combining.type != MPI_DATATYPE_NULL && !combines_exactly(combining.op, combining.type);
}

/// Waits gently for the nonblocking twin of a collective.
template <class Start>
int run_twin(const Session&, const Patience& patience, const CommRecord&, const Start& start) {
    return run_gently(patience, start);
}
template <class Buffers, class Start>
int run_twin(const Session& s, const Patience& patience, const CommRecord& record, const ReductionTwin<Buffers, Start>& twin) {
    StagedReduction staged(twin.buffers(record), record, s.world);
    return staged.finish(run_gently(patience, [&](MPI_Request* request) { return twin.start(staged.send(), staged.receive(), request); }));
}

/// The host's blocking collective or, agreed on all members, its nonblocking twin. The two do not match each other (MPI 4.0,
/// 6.12), so this depends only on what all members know alike. Where the host has to combine itself, the members that come early to a call
/// that none leaves before all have entered wait gently for the others first.
template <class How, class Host, class Twin>
int run_collective(Session& s, Function function, const How& how, CommRecord* record, Host&& host_call, Twin&& twin) {
    if (how.is_agreed)
        if (const int code = agree_on_waiting(s, *record); code != MPI_SUCCESS) return code;
    const Patience* gentle = gentle_wait(s, record);
    if (!gentle) return host_call();
    if (keeps_order(s, how.combining)) {
        if (!how.must_meet()) return host_call();
        const int code = run_gently(*gentle, [&](MPI_Request* request) { return host.MPI_Ibarrier(record->handle, request); });
        return code == MPI_SUCCESS ? host_call() : code;
    }
    return twin_is_sound(function, how.in_place) ? run_twin(s, *gentle, *record, twin) : host_call();
}

/// Runs `carry(record, carried)`. A rank without memory for its part of a collective cannot leave it to the host alone, where no
/// other rank comes: instead of a hang the job ends, as it does for an error of MPI_COMM_WORLD.
template <class Carry>
void carry_or_abort(Carry&& carry, CommRecord& record, Carried& carried) {
    try {
        carry(record, carried);
    } catch (const std::bad_alloc&) {
        end_without_memory(record);
    }
}

/// Whether an engine may be asked at all. Of an intercommunicator's call not even the arguments may be read as those of a group: its arrays have
/// a place for each rank of the other group.
inline bool may_carry(const Session& s, const CommRecord* record) { return s.carrying && record && record->all_ours; }

/// Counts the call in the sequence of its communicator, and keeps it when it is one of the chosen.
inline void sample_call(Session& s, CommRecord& record, const record::RowKey& key, std::uint32_t sequence, std::uint64_t start, std::uint64_t end) {
    if (!s.options.record.samples) return;
    s.recorder->sample_collective({record.id, key.bytes(), sequence, key.function(), s.recorder->phase(), start, end});
}

/// A call that the host has refused at sight, which other members know nothing of, is none of those that all count alike.
inline void uncount_refused(CommRecord* record, int code, const Carried& carried) {
    if (code != MPI_SUCCESS && record && carried.engine == 0 && is_refusal(code)) record->collective_sequence -= 1;
}

/// Runs `run` and records it as a call of `function`, by whom `carried` says afterwards.
template <class Measure, class Run>
int recorded_collective(Session& s, Function function, MPI_Comm comm, CommRecord* record, const Carried& carried, Measure&& measure, Run&& run) {
    const std::uint32_t sequence = record ? record->collective_sequence++ : 0;
    if (!s.recording()) {
        const int code = run();
        uncount_refused(record, code, carried);
        return code;
    }
    CallTimer timer(s, function, CallTimer::Need::always);
    int code;
    {
        const WhereItIs here(s, function, comm, record::kNoPeer, timer.start());
        code = run();
    }
    timer.stop();
    uncount_refused(record, code, carried);
    const auto measured = code == MPI_SUCCESS && record ? measure(*record) : decltype(measure(*record)){};
    record::RowKey key = key_of(function, record, measure::peer_of(measured), measured, record::kCall);
    key.set_engine(static_cast<std::uint8_t>(carried.engine));
    const record::Recorder::Locked locked(*s.recorder);
    count(s, key, record, timer);
    if (record) sample_call(s, *record, key, sequence, timer.start(), timer.start() + timer.elapsed());
    touch_clock_after(s, timer.elapsed());
    return code;
}

/// The operation that an engine may carry by a length that `measure` gives: those of one vector, or of equal blocks of it.
constexpr std::optional<Operation> vector_operation(Function function) {
    switch (function) {
        case Function::MPI_Barrier: return Operation::barrier;
        case Function::MPI_Bcast: case Function::MPI_Bcast_c: return Operation::bcast;
        case Function::MPI_Reduce: case Function::MPI_Reduce_c: return Operation::reduce;
        case Function::MPI_Allreduce: case Function::MPI_Allreduce_c: return Operation::allreduce;
        case Function::MPI_Scan: case Function::MPI_Scan_c: return Operation::scan;
        case Function::MPI_Exscan: case Function::MPI_Exscan_c: return Operation::exscan;
        case Function::MPI_Reduce_scatter_block: case Function::MPI_Reduce_scatter_block_c: return Operation::reduce_scatter_block;
        default: return std::nullopt;
    }
}

/// The operation of a call that may synchronise its members (see synchronises()).
constexpr std::optional<Operation> synchronising_operation(Function function) {
    switch (function) {
        case Function::MPI_Barrier: return Operation::barrier;
        case Function::MPI_Allreduce: case Function::MPI_Allreduce_c: return Operation::allreduce;
        case Function::MPI_Allgather: case Function::MPI_Allgather_c: return Operation::allgather;
        case Function::MPI_Alltoall: case Function::MPI_Alltoall_c: return Operation::alltoall;
        case Function::MPI_Reduce_scatter_block: case Function::MPI_Reduce_scatter_block_c: return Operation::reduce_scatter_block;
        default: return std::nullopt;
    }
}

/// Whether a rank may leave such a collective before all have come: what it has sent is then perhaps still on its way.
constexpr bool leaves_early(Function function) {
    switch (function) {
        case Function::MPI_Barrier:
        case Function::MPI_Allreduce: case Function::MPI_Allreduce_c:
        case Function::MPI_Allgather: case Function::MPI_Allgather_c: case Function::MPI_Allgatherv: case Function::MPI_Allgatherv_c:
        case Function::MPI_Alltoall: case Function::MPI_Alltoall_c: case Function::MPI_Alltoallv: case Function::MPI_Alltoallv_c:
        case Function::MPI_Alltoallw: case Function::MPI_Alltoallw_c:
        case Function::MPI_Reduce_scatter: case Function::MPI_Reduce_scatter_c:
        case Function::MPI_Reduce_scatter_block: case Function::MPI_Reduce_scatter_block_c: return false;
        default: return true;
    }
}

/// The host carries a blocking collective.
[[gnu::always_inline]] inline void note_host_carries(Session& s, Function function, const CommRecord* record) {
    if (leaves_early(function)) s.host_work.moved();
    else if (function == Function::MPI_Barrier && record && record->size == s.world_size) s.host_work.met();
}

/// Whether something that `record` wants can be done in this call, before it begins.
template <class Measure>
bool can_meet_wants(Function function, CommRecord& record, Measure&& measure) {
    const auto operation = synchronising_operation(function);
    return operation && synchronises(*operation, static_cast<std::int64_t>(std::uint64_t{measure(record)}));
}

/// Whether a call of that number may have more to do than its own work.
[[gnu::always_inline]] inline bool has_more_to_do(Function function, const CommRecord& record, std::uint32_t number) {
    if (synchronising_operation(function)) return record.wants();
    return record.next_word != 0 && number >= record.next_word;
}

/// Whether the host gets this call, as it got the last one of its length, and nothing is to be noted of it. Short calls take hardly longer.
template <class Measure>
[[gnu::always_inline]] inline bool goes_straight_to_host(const Session& s, Function function, CommRecord* record, bool is_agreed, Measure&& measure) {
    if (s.recording() || s.gentle_collectives || !record || is_agreed || record->waiting.gentle) return false;
    if (has_more_to_do(function, *record, record->collective_sequence + 1)) return false;
    if (!s.carrying) return true;
    const auto operation = vector_operation(function);
    return operation && record->left_to_host.knows(*operation, static_cast<std::int64_t>(std::uint64_t{measure(*record)}), record->collective_sequence + 1);
}

template <class How, class Measure, class Host, class Twin, class Carry>
[[gnu::noinline]] int collective_to_be_decided(Session& s, Function function, MPI_Comm comm, CommRecord* record, const How& how, Measure&& measure, Host&& host_call,
                                               Twin&& twin, Carry&& carry) {
    Carried carried;
    if (record && record->wants() && can_meet_wants(function, *record, measure))
        carry_or_abort([&](CommRecord& of, Carried&) { meet_wants(s, of); }, *record, carried);
    return recorded_collective(s, function, comm, record, carried, measure, [&] {
        if constexpr (!std::is_same_v<std::decay_t<Carry>, NotCarried>) {
            if (may_carry(s, record)) carry_or_abort(carry, *record, carried);
            if (carried.engine) return carried.code;
        }
        note_host_carries(s, function, record);
        return run_collective(s, function, how, record, host_call, twin);
    });
}

template <class How, class Measure, class Host, class Twin, class Carry>
[[gnu::always_inline]] inline int on_collective(Function function, MPI_Comm comm, How how, Measure&& measure, Host&& host_call, Twin&& twin, Carry&& carry) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    CommRecord* record = comm == MPI_COMM_NULL ? nullptr : s->comms.find(comm);
    if (s->agrees_on_load && record) {
        s->load.look(*s);
        how.is_agreed = how.must_meet() && record->waiting.count();
    }
    if (goes_straight_to_host(*s, function, record, how.is_agreed, measure)) {
        record->collective_sequence += 1;
        note_host_carries(*s, function, record);
        const int code = host_call();
        if (code != MPI_SUCCESS) [[unlikely]] uncount_refused(record, code, {});
        return code;
    }
    return collective_to_be_decided(*s, function, comm, record, how, measure, host_call, twin, carry);
}

/// A nonblocking collective begins, or a persistent one is made.
template <class Measure, class Host, class Carry>
int note_request(Function function, MPI_Comm comm, Measure&& measure, Host&& host_call, Carry&& carry, MPI_Request* request, bool persistent) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    CommRecord* record = comm == MPI_COMM_NULL ? nullptr : s->comms.find(comm);
    Carried carried;
    const auto run = [&] {
        if constexpr (!std::is_same_v<std::decay_t<Carry>, NotCarried>) {
            if (may_carry(*s, record)) carry_or_abort(carry, *record, carried);
            if (carried.engine) return carried.code;
        }
        s->host_work.moved();
        return host_call();
    };
    const auto begin = [&] {
        const int code = run();
        if (persistent) return made_persistent(*s, code, request);
        if (code == MPI_SUCCESS && *request != MPI_REQUEST_NULL) s->host_work.add_request();
        return code;
    };
    if (record) record->collective_sequence++;   // also when not recording: it has to stay equal on all ranks
    if (!s->recording()) {
        const int code = begin();
        uncount_refused(record, code, carried);
        return code;
    }
    CallTimer timer(*s, function, persistent ? CallTimer::Need::always : CallTimer::Need::sampled);
    const int code = begin();
    timer.stop();
    uncount_refused(record, code, carried);
    const auto measured = record && code == MPI_SUCCESS ? measure(*record) : decltype(measure(*record)){};
    record::RowKey key = key_of(function, record, measure::peer_of(measured), measured, record::kCall);
    key.set_engine(static_cast<std::uint8_t>(carried.engine));
    const record::Recorder::Locked locked(*s->recorder);
    record::Cell* cell = count(*s, key, record, timer);
    if (code != MPI_SUCCESS) return code;
    PendingCall* entry = remember(*s, request, PendingCall::Kind::collective, persistent ? nullptr : cell, record, false, persistent);
    if (!entry) return code;
    entry->bytes = measured;
    entry->engine = static_cast<std::uint8_t>(carried.engine);
    return code;
}

template <class Measure, class Host, class Carry>
int on_icollective(Function function, MPI_Comm comm, Measure&& measure, Host&& host_call, Carry&& carry, MPI_Request* request) {
    return note_request(function, comm, measure, host_call, carry, request, false);
}

template <class Measure, class Host, class Carry>
int on_collective_init(Function function, MPI_Comm comm, Measure&& measure, Host&& host_call, Carry&& carry, MPI_Request* request) {
    return note_request(function, comm, measure, host_call, carry, request, true);
}

}  // namespace shunt
