#pragma once
// Collectives: carried by an engine, waited for gently, or left to the host; recorded with who carried them.
#include <optional>

#include "shim/all_to_all.hpp"
#include "shim/carry.hpp"
#include "shim/measure.hpp"
#include "shim/recipes/message.hpp"
#include "shim/recipes/persistent.hpp"

namespace shunt {

/// In place of a function that lets an engine carry the call, where no engine can.
struct NotCarried {};

/// The host's blocking collective or, agreed on all ranks, its nonblocking twin. The two do not match each other (MPI 4.0,
/// 6.12), so this depends only on what all members know alike.
template <class Host, class Twin>
int run_collective(const Session& s, Function function, bool in_place, const CommRecord* record, Host&& host_call, Twin&& twin) {
    if (s.gentle_collectives && record && record->all_ours && twin_is_sound(function, in_place)) return run_gently(s.patience, twin);
    return host_call();
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

/// Counts the call in the sequence of its communicator, and keeps it when it is one of the chosen.
inline void sample_call(Session& s, CommRecord& record, const record::RowKey& key, std::uint32_t sequence, std::uint64_t start, std::uint64_t end) {
    if (!s.options.record.samples) return;
    s.recorder->sample_collective({record.id, key.bytes(), sequence, key.function(), s.recorder->phase(), start, end});
}

/// Runs `run` and records it as a call of `function`, by whom `carried` says afterwards.
template <class Measure, class Run>
int recorded_collective(Session& s, Function function, MPI_Comm comm, CommRecord* record, const Carried& carried, Measure&& measure, Run&& run) {
    const std::uint32_t sequence = record ? record->collective_sequence++ : 0;
    if (!s.recording()) return run();
    CallTimer timer(s, function, CallTimer::Need::always);
    int code;
    {
        const WhereItIs here(s, function, comm, record::kNoPeer, timer.start());
        code = run();
    }
    timer.stop();
    const std::uint64_t bytes = code == MPI_SUCCESS && record ? measure(*record) : 0;
    record::RowKey key = key_of(function, record, record::kNoPeer, bytes, record::kCall);
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

/// Whether the host gets this call, as it got the last one of its length, and nothing is to be noted of it. Short calls take hardly longer.
template <class Measure>
[[gnu::always_inline]] inline bool goes_straight_to_host(const Session& s, Function function, CommRecord* record, Measure&& measure) {
    if (s.recording() || s.gentle_collectives || !record || record->wanted_engine) return false;
    if (!s.carrying) return true;
    const auto operation = vector_operation(function);
    return operation && record->left_to_host.knows(*operation, static_cast<std::int64_t>(measure(*record)), record->collective_sequence + 1);
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

template <class Measure, class Host, class Twin, class Carry>
[[gnu::noinline]] int collective_to_be_decided(Session& s, Function function, MPI_Comm comm, CommRecord* record, bool in_place, Measure&& measure, Host&& host_call,
                                               Twin&& twin, Carry&& carry) {
    if (record && record->wanted_engine) make_wanted_team(s, *record);
    Carried carried;
    return recorded_collective(s, function, comm, record, carried, measure, [&] {
        if constexpr (!std::is_same_v<std::decay_t<Carry>, NotCarried>) {
            if (s.carrying && record) carry_or_abort(carry, *record, carried);
            if (carried.engine) return carried.code;
        }
        note_host_carries(s, function, record);
        return run_collective(s, function, in_place, record, host_call, twin);
    });
}

template <class Measure, class Host, class Twin, class Carry>
[[gnu::always_inline]] inline int on_collective(Function function, MPI_Comm comm, bool in_place, Measure&& measure, Host&& host_call, Twin&& twin, Carry&& carry) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    CommRecord* record = comm == MPI_COMM_NULL ? nullptr : s->comms.find(comm);
    if (goes_straight_to_host(*s, function, record, measure)) {
        record->collective_sequence += 1;
        note_host_carries(*s, function, record);
        return host_call();
    }
    return collective_to_be_decided(*s, function, comm, record, in_place, measure, host_call, twin, carry);
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
            if (s->carrying && record) carry_or_abort(carry, *record, carried);
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
    if (!s->recording()) return begin();
    CallTimer timer(*s, function, persistent ? CallTimer::Need::always : CallTimer::Need::sampled);
    const int code = begin();
    timer.stop();
    const std::uint64_t bytes = record && code == MPI_SUCCESS ? measure(*record) : 0;
    record::RowKey key = key_of(function, record, record::kNoPeer, bytes, record::kCall);
    key.set_engine(static_cast<std::uint8_t>(carried.engine));
    const record::Recorder::Locked locked(*s->recorder);
    record::Cell* cell = count(*s, key, record, timer);
    if (code != MPI_SUCCESS) return code;
    PendingCall* entry = remember(*s, request, PendingCall::Kind::collective, persistent ? nullptr : cell, record, false, persistent);
    if (!entry) return code;
    entry->bytes = bytes;
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
