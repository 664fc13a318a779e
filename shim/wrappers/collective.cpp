#include "shim/wrappers/collective.hpp"

#include <optional>
#include <vector>

#include "native/base/clock.hpp"
#include "shim/host/quirks.hpp"
#include "shim/observe/record/call_traffic.hpp"
#include "shim/offload/figures.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/kept_objects.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/staged_reduction.hpp"
#include "shim/offload/team_cache.hpp"
#include "shim/wrappers/message.hpp"
#include "shim/wrappers/persistent.hpp"
#include "shim/wrappers/straight_call.hpp"

namespace shunt {
namespace {

/// How the collectives of a communicator are to wait, alike on all members; null: as the host does.
const Patience* gentle_wait(Session& s, const CommRecord* record) {
    if (!record || !record->all_ours || record->twins_are_disturbed) return nullptr;
    if (s.gentle_collectives) return s.patience_now();
    return record->waiting.gentle ? &s.patience_under_load : nullptr;
}

/// Whether a reduction must give the bits that the host's blocking call gives; its twin may combine in another order.
bool keeps_order(const Session& s, const CollectiveArguments& arguments) {
    const bool asked = !s.gentle_collectives || s.options.wait.reductions == config::WaitReductions::host;
    const MPI_Datatype type = arguments.receive.type();
    if (!asked || shape_of(arguments.operation()) != Shape::reduction || type == MPI_DATATYPE_NULL) return false;
    return !combines_exactly(arguments.op, type);
}

Vector vector_of(const CollectiveArguments& arguments) {
    const CollectiveBuffer& vector = arguments.receive;
    return {arguments.send.base(), vector.base(), vector.count(), vector.type(), arguments.op};
}

bool must_meet(const CollectiveArguments& arguments) { return must_meet(arguments.operation(), vector_of(arguments)); }

/// Whether a nonblocking call is left to the host, as the last one with these arguments was, and no team is being
/// joined.
bool is_hosts_again(const CollectiveArguments& arguments, const CommRecord& record) {
    const bool adds = combines(arguments.operation());
    const ThreadState::Combining* const combining =
        adds ? known_combining(arguments.op, arguments.receive.type()) : nullptr;
    if (adds && !combining) return false;
    const auto* const known =
        known_of(arguments.operation(), record, vector_of(arguments), combining, record.collective_sequence);
    return known && known->is_left_alone() && known->decision.because.reason != Reason::no_team_yet;
}

Topology topology_of(const CommRecord& record) {
    int topology = MPI_UNDEFINED;
    host.MPI_Topo_test(record.handle, &topology);
    if (topology == MPI_CART) return Topology::grid;
    if (topology == MPI_GRAPH) return Topology::graph;
    return topology == MPI_DIST_GRAPH ? Topology::distributed_graph : Topology::none;
}

bool has_sound_twin(const CollectiveArguments& arguments, const CommRecord& record) {
    const Topology topology = has_neighbors(arguments.operation()) ? topology_of(record) : Topology::none;
    return host_quirks.twin_is_sound(arguments.operation(), arguments.send.is_in_place(), topology);
}

bool has_empty_elements(const CollectiveBuffer& buffer, int blocks) {
    return !buffer.is_in_place() && buffer.is_valid(blocks) && facts_of(buffer.type()).size == 0;
}

/// Sets counts of elements without bytes to zero. Both sides of a block do so alike, although their types may differ.
/// The hosts' twins send a message for each count that is not 0, and wait for one: Alltoallv and Bcast of Open MPI,
/// Gather and Scatter of MPICH.   Owner: `none` must live as long as the call.
void count_no_empty_elements(CollectiveArguments& twin, const CommRecord& record, std::vector<MPI_Count>& none) {
    const Operation operation = twin.operation();
    if (operation == Operation::alltoallv && host_quirks.twin_sends_empty_blocks) {
        for (CollectiveBuffer* const buffer : {&twin.send, &twin.receive}) {
            if (!has_empty_elements(*buffer, record.size)) continue;
            carry_or_abort(record, [&] { none.resize(static_cast<std::size_t>(record.size)); });  // zeros of int too
            buffer->count_by(none.data());
        }
    }
    if (record.remote_size != 0) return;  // the buffers of a remote group are not significant
    const bool is_root = twin.root == record.rank;
    const bool gathers = operation == Operation::gather, scatters = operation == Operation::scatter;
    const bool sends = gathers || (scatters && is_root);
    const bool receives = operation == Operation::bcast || scatters || (gathers && is_root);
    if (sends && has_empty_elements(twin.send, 1)) twin.send.count_none();
    if (receives && has_empty_elements(twin.receive, 1)) twin.receive.count_none();
}

/// Waits gently for the nonblocking twin of a collective.
int run_twin(const Session& s, const Patience& patience, const CollectiveArguments& arguments,
             const CommRecord& record) {
    CollectiveArguments twin = arguments;
    std::vector<MPI_Count> none;
    count_no_empty_elements(twin, record, none);
    const auto start = [&](MPI_Request* request) {
        twin.request = request;
        return arguments.function->call_twin(twin);
    };
    const MPI_Comm told = s.multithreaded ? MPI_COMM_NULL : arguments.comm;
    if (shape_of(arguments.operation()) != Shape::reduction)
        return run_gently(patience, start, MPI_STATUS_IGNORE, told);
    StagedReduction staged(reduction_buffers(arguments, record), record, s.world);
    twin.send.move_to(staged.send());
    twin.receive.move_to(staged.receive());
    return staged.finish(run_gently(patience, start, MPI_STATUS_IGNORE, told));
}

/// The host's blocking collective or, agreed on all members, its nonblocking twin. The two do not match each other (MPI
/// 4.0, 6.12), so the choice depends only on facts that all members know alike. If the host must combine itself, early
/// members first wait gently for the others, in calls that no member leaves before all have entered. The choice of a
/// host's algorithm in `carried` applies to the blocking call.
int run_on_host(Session& s, const CollectiveArguments& arguments, CommRecord* record, bool is_agreed,
                Carried& carried) {
    const auto call = [&] {
        int code = MPI_SUCCESS;
        if (!carried.choice.is_given()) return arguments.function->call(arguments);
        carry_or_abort(*record, [&] { code = call_by_host_algorithm(s, arguments, *record, carried); });
        return code;
    };
    if (is_agreed && !record->twins_are_disturbed) {
        const MPI_Comm agreeing = record->all_ours && record->size > 1 ? record->handle : MPI_COMM_NULL;
        const int code = agree_on_waiting(record->waiting, agreeing, s.load, s.patience_under_load);
        if (code != MPI_SUCCESS) return code;
    }
    const Patience* gentle = gentle_wait(s, record);
    if (!gentle) return call();
    if (keeps_order(s, arguments)) {
        if (!must_meet(arguments)) return call();
        const int code =
            run_gently(*gentle, [&](MPI_Request* request) { return host.MPI_Ibarrier(record->handle, request); });
        return code == MPI_SUCCESS ? call() : code;
    }
    if (!has_sound_twin(arguments, *record)) return call();
    if (carried.choice.is_given()) carried.because.reason = Reason::host_algorithm_waits;
    return run_twin(s, *gentle, arguments, *record);
}

/// Whether an engine may be asked at all. For an intercommunicator's call not even the arguments may be read as those
/// of one group: its arrays have an entry for each rank of the remote group.
[[gnu::always_inline]] inline bool may_carry(const Session& s, const CollectiveArguments& arguments,
                                             const CommRecord* record, Carried& carried) {
    if (!s.carrying) {
        carried.because.reason = s.offload->host_reason;
        return false;
    }
    if (!arguments.function->is_carried) carried.because.reason = Reason::form;
    else if (!record || !record->all_ours) carried.because.reason = Reason::not_all_ours;
    else return true;
    return false;
}

/// The bytes that a call has moved, for the record over time.
void note_moved(Session& s, Operation operation, const CommRecord& record, const Measured& measured) {
    const bool is_between_groups = record.remote_size != 0;
    if (measured.bytes == 0 || (record.size < 2 && !is_between_groups)) return;
    const int members = is_between_groups ? record.remote_size + 1 : record.size;  // there this rank is none of them
    const std::optional<bool> is_root =
        measured.root >= 0 ? std::optional(!is_between_groups && measured.root == record.rank) : std::nullopt;
    const record::CallTraffic traffic =
        record::traffic_of(operation, static_cast<double>(measured.bytes), members, is_root);
    const double moved = traffic.moved(members, !is_between_groups && record.rank + 1 == record.size);
    s.recorder->note_bytes(static_cast<std::uint64_t>(moved));
}

/// Keeps the call if it is one of the chosen.
void sample_call(Session& s, const CommRecord& record, const record::RowKey& key, std::uint32_t sequence,
                 const CallTimer& timer) {
    if (!s.options.record.samples) return;
    s.recorder->sample_collective({record.id, key.bytes(), sequence, key.function(), s.recorder->phase(), timer.start(),
                                   timer.start() + timer.elapsed()});
}

/// Adds a call to the sequence that is searched for loops.
[[gnu::always_inline]] inline void note_in_loops(Session& s, Operation operation, const record::RowKey& key,
                                                 const CommRecord& record, const CallTimer& timer) {
    const record::LoopCall call{key.bytes(), key.function(), record.index, are_bytes_equal(operation)};
    s.recorder->note_in_loops(call, timer.start(), timer.start() + timer.elapsed());
}

/// `cell` may be null.
void note_reason(record::Cell* cell, const Carried& carried) {
    if (!cell || carried.because.reason == Reason::none) return;
    cell->rule = carried.because.rule;
    cell->asked = carried.because.engine;
    cell->reason = static_cast<std::uint8_t>(carried.because.reason);
}

record::RowKey key_of(Function function, const CommRecord* record, const Measured& measured, const Carried& carried) {
    const unsigned rounded = measured.rounded ? unsigned{record::kRounded} : 0u;
    record::RowKey key = key_of(function, record, measured.root, measured.bytes, record::kCall | rounded);
    key.set_engine(static_cast<std::uint8_t>(carried.engine));
    return key;
}

/// Runs `run()`, counts it in the sequence of its communicator, and records it as a call of `function`, with the
/// carrier that `carried` then contains. `measure()` returns its size, after success.
template <class Measure, class Run>
int recorded(Session& s, Function function, Operation operation, MPI_Comm comm, CommRecord* record,
             const Carried& carried, Measure&& measure, Run&& run) {
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
    const Measured measured = code == MPI_SUCCESS && record ? measure() : Measured{};
    const record::RowKey key = key_of(function, record, measured, carried);
    const record::Recorder::Locked locked(*s.recorder);
    note_reason(count(s, key, record, timer), carried);
    if (record) note_moved(s, operation, *record, measured);
    if (record) sample_call(s, *record, key, sequence, timer);
    if (record) note_in_loops(s, operation, key, *record, timer);
    touch_clock_after(s, timer.elapsed());
    return code;
}

/// A call that `auto` measures has ended. A call that the host refused when it checked the arguments is not among those
/// that all members count.
void note_timed_call(Session& s, CommRecord& record, const Carried& carried, std::int64_t ns) {
    if (carried.engine == 0 && carried.code != MPI_SUCCESS && is_refusal(carried.code)) return;
    const bool is_host_algorithm = carried.candidate >= kFirstHostCandidate;
    const int who = is_host_algorithm ? carried.candidate : carried.engine;
    carry_or_abort(record, [&] {
        if (is_host_algorithm && !carried.is_by_choice) note_not_carried(s, record, carried);
        else note_timed(s, record, *carried.trial, who, ns);
    });
}

/// Does the work that `record` wants, before this call begins, if all members meet in it.
void meet_wants_in(Session& s, const CollectiveArguments& arguments, CommRecord& record) {
    if (!may_synchronise(arguments.operation())) return;
    // The host may refuse the call on this rank alone.
    if (record.all_ours && !is_acceptable(arguments, record)) return;
    if (!synchronises(arguments.operation(), static_cast<std::int64_t>(measure(arguments, record).bytes))) return;
    carry_or_abort(record, [&] { meet_wants(s, record); });
}

/// Begins or makes the call that a request represents.
[[gnu::always_inline]] inline int run_request(Session& s, const CollectiveArguments& arguments, CommRecord* record,
                                              Carried& carried, bool persistent) {
    const bool is_again = !persistent && !s.recording() && s.carrying && record && is_hosts_again(arguments, *record);
    if (!is_again && may_carry(s, arguments, record, carried))
        carry_or_abort(*record, [&] {
            persistent ? carry_persistent(arguments, *record, carried) : carry_nonblocking(arguments, *record, carried);
        });
    if (carried.engine) return carried.code;
    if (carried.choice.is_given()) carried.because.reason = Reason::host_algorithm_blocking;
    s.host_work.moved();
    const int code = arguments.function->call(arguments);
    if (persistent) return made_persistent(s, code, arguments.request);
    if (code == MPI_SUCCESS && *arguments.request != MPI_REQUEST_NULL) s.host_work.add_request();
    return code;
}

[[gnu::always_inline]] inline void record_request(Session& s, const CollectiveArguments& arguments, CommRecord* record,
                                                  const Carried& carried, const CallTimer& timer, int code,
                                                  bool persistent) {
    const Measured measured = record && code == MPI_SUCCESS ? measure(arguments, *record) : Measured{};
    const record::RowKey key = key_of(arguments.function->number, record, measured, carried);
    const record::Recorder::Locked locked(*s.recorder);
    record::Cell* cell = count(s, key, record, timer);
    note_reason(cell, carried);
    if (record && !persistent) note_moved(s, arguments.operation(), *record, measured);
    if (code != MPI_SUCCESS) return;
    if (record && !persistent) note_in_loops(s, arguments.operation(), key, *record, timer);
    PendingCall* entry = remember(s, arguments.request, PendingCall::Kind::collective, persistent ? nullptr : cell,
                                  record, false, persistent);
    if (!entry) return;
    entry->bytes = measured.bytes;
    entry->engine = static_cast<std::uint8_t>(carried.engine);
}

[[gnu::always_inline]] inline int note_request(const CollectiveArguments& arguments, bool persistent) {
    Session* s = active_session();
    if (!s) return arguments.function->call(arguments);
    const ProgramsCall inside;
    CommRecord* record = arguments.comm == MPI_COMM_NULL ? nullptr : s->comms.find(arguments.comm);
    Carried carried;
    if (record) record->collective_sequence++;  // also when not recording: it must stay equal on all ranks
    if (!s->recording()) {
        const int code = run_request(*s, arguments, record, carried, persistent);
        uncount_refused(record, code, carried);
        return code;
    }
    CallTimer timer(*s, arguments.function->number, persistent ? CallTimer::Need::always : CallTimer::Need::sampled);
    const int code = run_request(*s, arguments, record, carried, persistent);
    timer.stop();
    uncount_refused(record, code, carried);
    record_request(*s, arguments, record, carried, timer, code, persistent);
    return code;
}

}  // namespace

namespace {

/// `is_agreed`: the members agree on how to wait before the call.
int run_collective(Session& s, const CollectiveArguments& arguments, CommRecord* record, bool is_agreed) {
    Carried carried;
    std::optional<KeptObjects> kept;  // another thread may free them during the call
    if (s.multithreaded && record && record->remote_size == 0 && is_acceptable(arguments, *record)) [[unlikely]]
        carry_or_abort(*record, [&] { kept.emplace(arguments, *record); });
    if (record && record->wants.any()) meet_wants_in(s, arguments, *record);
    const auto run = [&] {
        if (may_carry(s, arguments, record, carried))
            carry_or_abort(*record, [&] { carry_blocking(arguments, *record, carried); });
        if (!carried.engine) {
            note_host_carries(s, arguments.operation(), record);
            carried.code = run_on_host(s, arguments, record, is_agreed, carried);
        }
        if (carried.trial) [[unlikely]]
            note_timed_call(s, *record, carried, monotonic_ns() - carried.begin_ns);
        return carried.code;
    };
    const int code = recorded(
        s, arguments.function->number, arguments.operation(), arguments.comm, record, carried,
        [&] { return measure(arguments, *record); }, run);
    if (record && record->collective_sequence >= record->next_exchange && record->next_exchange != UINT32_MAX)
        [[unlikely]]
        carry_or_abort(*record, [&] { begin_exchange(s, *record); });
    return code;
}

}  // namespace

int on_collective(const CollectiveArguments& arguments) {
    Session* const s = active_session();
    if (!s) [[unlikely]]
        return arguments.function->call(arguments);
    const ProgramsCall inside;
    CommRecord* const record = arguments.comm == MPI_COMM_NULL ? nullptr : s->comms.find(arguments.comm);
    bool is_agreed = false;
    if (s->agrees_on_load && record) {
        s->load.look();
        is_agreed = must_meet(arguments) && record->waiting.count();
    }
    return run_collective(*s, arguments, record, is_agreed);
}

int on_icollective(const CollectiveArguments& arguments) { return note_request(arguments, false); }

int on_collective_init(const CollectiveArguments& arguments) { return note_request(arguments, true); }

int run_open_group(Session& s, const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                   ScattervGroup*& opened) {
    Carried carried;
    const auto open = [&] {
        carry_or_abort(record, [&] {
            carried.code = open_scatterv_group(send_counts, send_type, root, record, opened);
            if (opened) carried.engine = opened->team->engine;
        });
        return carried.code;
    };
    return recorded(
        s, Function::MPIX_Scatterv_open_group, Operation::scatterv, record.handle, &record, carried,
        [] { return Measured{}; }, open);
}

}  // namespace shunt
