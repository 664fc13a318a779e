#include "shim/wrappers/lifecycle.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "config/digest.hpp"
#include "config/environment.hpp"
#include "native/base/process.hpp"
#include "native/engines/registry.hpp"
#include "native/memory/verbs/open.hpp"
#include "native/select/decide.hpp"
#include "native/select/knowledge.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/host/log.hpp"
#include "shim/host/presence.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/host/quirks.hpp"
#include "shim/host/world_exchange.hpp"
#include "shim/host/yielding.hpp"
#include "shim/observe/merge.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/first_teams.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/host_algorithm_warnings.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/message_service.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/own_requests.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/rule_warnings.hpp"
#include "shim/wrappers/backend_state.hpp"
#include "shim/wrappers/collective.hpp"
#include "shim/wrappers/plan_fit.hpp"
#include "shim/wrappers/session_end.hpp"
#include "shim/wrappers/sources_digest.hpp"
#include "shim/wrappers/start_record.hpp"
#include "shim/wrappers/waiting_choice.hpp"

namespace shunt {
namespace {

Presence* presence = nullptr;   // from before MPI_Init to the end
DynamicRules dynamic_rules;     // around MPI_Init, by the thread that calls it
bool wants_algorithms = false;  // likewise
std::atomic<std::uint32_t> sessions_made{0};

bool may_choose_algorithms() {
    const auto& rules = backend_state().loaded.rules.rules;
    return wants_algorithms || std::ranges::any_of(rules, [](const config::Rule& rule) {
               return rule.engine == config::kAutoEngine || host_choice_of(rule).is_given();
           });
}

/// Equal for two libraries that decide alike and understand each other: those built from the same sources.
std::uint64_t protocol_token() {
    return record::fnv1a(kSourcesDigest, sizeof kSourcesDigest, record::fnv1a(SHUNT_VERSION, sizeof SHUNT_VERSION));
}

/// The id that `shunt run` gave this run. Else a random one, or one derived from the launcher's process if ranks cannot
/// agree on a random one. Each later session of MPI_Session_init is a run of its own: `shunt recover` takes one record
/// of each rank.
std::uint64_t own_run_id(const Session& s, bool everyone) {
    const char* given = config::environment_value("SHUNT_RUN_ID");
    const bool is_given = given && !s.spawned;
    if (everyone && !is_given) return random_id();
    const std::uint64_t parts[] = {static_cast<std::uint64_t>(getppid()),
                                   process_start(static_cast<std::uint32_t>(getppid()))};
    const std::uint64_t id = is_given ? std::strtoull(given, nullptr, 16) : record::fnv1a(parts, sizeof parts);
    return s.has_world || s.ordinal == 0 ? id : record::fnv1a(&s.ordinal, sizeof s.ordinal, id);
}

void report_settings() {
    for (const config::Message& message : backend_state().loaded.messages) {
        const auto level =
            message.severity == config::Severity::info ? config::LogLevel::info : config::LogLevel::warning;
        log(level, "%s", message.text.c_str());
    }
}

bool was_spawned() {
    MPI_Comm parent = MPI_COMM_NULL;
    return host.MPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL;
}

/// Whether all ranks run under Shunt; if not, one of them logs a warning.
bool everyone_is_here(Session& s) {
    // Also called for a single rank: it releases what the announcement acquired; else Open MPI's launcher reports an
    // error.
    WorldExchange exchange;
    const Presence::Answer answer = presence ? presence->ask(s.world_size, &exchange) : Presence::Answer{};
    if (s.world_size == 1) return true;
    describe(answer, s.no_agreement);
    const bool speaker = s.world_rank == answer.lowest_present;
    const char* effect =
        "rerouting and gentle collectives are off on all ranks, and each rank's record stays in its spool (shunt "
        "recover merges them)";
    switch (answer.verdict) {
        case Presence::Verdict::all_present: return true;
        case Presence::Verdict::someone_missing:
            if (speaker)
                SHUNT_WARN("rank %d runs without Shunt; %s: give LD_PRELOAD to all ranks (mpirun -x, -genv), or none",
                           answer.first_rank, effect);
            return false;
        case Presence::Verdict::someone_differs:
            if (speaker)
                SHUNT_WARN("rank %d runs another build of Shunt; %s: install the same build everywhere",
                           answer.first_rank, effect);
            return false;
        case Presence::Verdict::cannot_tell: break;
    }
    if (s.options.assume_all) return true;
    if (s.world_rank == 0)
        SHUNT_WARN(
            "cannot tell whether all ranks run under Shunt (%s); %s: if they do, say so with "
            "SHUNT_AGREEMENT_ASSUME_ALL=on",
            answer.why, effect);
    return false;
}

/// Makes our own communicator of all ranks, so that no message of ours matches one of the program's. Made from the
/// group: after MPI_Comm_dup, MPI_Comm_split or MPI_Comm_create on MPI_COMM_WORLD a later MPI_Dist_graph_create with
/// reordering hangs in Open MPI 4.1 (treematch).
bool open_world(Session& s) {
    constexpr int kTag = 0;  // distinguishes communicators that threads make at the same time; here there are no others
    if (host.MPI_Comm_create_group(MPI_COMM_WORLD, s.world_group, kTag, &s.world) != MPI_SUCCESS ||
        s.world == MPI_COMM_NULL)
        return false;
    host.MPI_Comm_set_errhandler(s.world, MPI_ERRORS_RETURN);
    return true;
}

std::uint64_t settings_digest(const Session& s) {
    std::uint64_t digest = config::digest(s.options, s.rules, option_table());
    const std::string engine_names = engine_lines();
    digest = record::fnv1a(engine_names.data(), engine_names.size(), digest);
    const std::uint64_t knowledge = knowledge_version();
    return record::fnv1a(&knowledge, sizeof knowledge, digest);
}

void agree_with_everyone(Session& s, std::uint64_t run_id) {
    s.agreement.run_id = run_id;
    s.everyone = everyone_is_here(s) && open_world(s);
    OwnFacts own{settings_digest(s), run_id, host_yields()};
    own.host_algorithms = s.offload->algorithms.digest();
    const std::string unknown = look_at_requests(s, backend_state().host_handle, own);
    if (!s.everyone || agree(s.world, own, s.agreement) != MPI_SUCCESS) {
        s.everyone = false;
        return;
    }
    decide_on_requests(s, unknown);
    if (!s.agreement.same_settings && s.world_rank == 0)
        SHUNT_WARN(
            "rank %d has other settings than rank 0; rerouting and gentle collectives are off on all ranks: give all "
            "the same SHUNT_* variables and file",
            s.agreement.first_different_rank);
}

/// Ranks of several hosts exchange the addresses by which engines will reach them.   Returns: whether that succeeded,
/// on all ranks alike.
bool meet_hosts(Session& s) {
    if (s.agreement.node_count == 1) return true;
    net::Hosts::Wanted wanted;
    for (const Engine* engine : engines())
        if (const auto network = engine->network(s.options.engines)) wanted.emplace_back(*network);
    auto met =
        net::Hosts::meet(s.agreement.node_of, s.world_rank, wanted, memory::has_verbs_device(), all_gather_of_world(s));
    s.offload->hosts = std::move(met.value);
    return met.ok();
}

/// In a child of fork() the record would be the parent's: the child continues without one.
void forget_in_child() {
    set_session(nullptr);
    presence = nullptr;  // the launcher knows only the parent
}

int tag_upper_bound() {
    int* value = nullptr;
    int found = 0;
    const bool known =
        host.MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found) == MPI_SUCCESS && found && value;
    return known ? *value : 32767;
}

/// Two sends to this rank that complete at once reveal the handle that the host gives to such sends.
void learn_shared_handle(Session& s) {
    constexpr int kTag = 32767;  // MPI's smallest upper bound for tags
    MPI_Request requests[4];
    for (int i = 0; i < 2; ++i)
        if (host.MPI_Irecv(nullptr, 0, MPI_BYTE, 0, kTag, MPI_COMM_SELF, &requests[i]) != MPI_SUCCESS) return;
    for (int i = 2; i < 4; ++i)
        if (host.MPI_Isend(nullptr, 0, MPI_BYTE, 0, kTag, MPI_COMM_SELF, &requests[i]) != MPI_SUCCESS) return;
    if (requests[2] == requests[3] && requests[2] != MPI_REQUEST_NULL &&
        s.requests.add(requests[2], PendingCall::Kind::send, false, false))
        s.requests.learn_shared(requests[3], PendingCall::Kind::send);
    host.MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/// exit() was called, or main() has returned, without MPI_Finalize.
void note_exit(int status, void*) {
    Session* s = session.load(std::memory_order_acquire);
    if (!s || !s->recorder) return;
    // Takes no lock: a signal handler may have called exit() while it interrupted the lock's owner.
    record::SpoolHeader& head = s->recorder->header();
    if (head.state != record::SpoolState::running) return;
    head.abort_code = status;
    head.state = record::SpoolState::exited;
}

void publish(Session* made) {
    // Functions that the program registers with atexit() later are called before note_exit, and may still call
    // MPI_Finalize.
    static const int registered = pthread_atfork(nullptr, nullptr, forget_in_child) + on_exit(note_exit, nullptr);
    (void)registered;
    set_session(made);
}

void count_init(Session& s, Function function, record::ClockPoint start) {
    if (!s.recorder) return;
    s.recorder->header().clock_first =
        start;  // far from the next reading, so that even a short record gives a precise rate
    count_timed(s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr,
                {start.ticks, ticks() - start.ticks});
}

void agree_over_the_world(Session& s) {
    s.spawned = was_spawned();
    agree_with_everyone(s, own_run_id(s, true));
    if (!s.everyone) s.agreement.run_id = own_run_id(s, s.world_size == 1);
    if (s.world_rank != 0 && s.world_rank == s.agreement.first_different_rank) report_settings();
}

/// `world_group`: the ranks of MPI_COMM_WORLD, or of the process set mpi://WORLD if `has_world` is false.
Session* make_session(MPI_Group world_group, bool has_world, int level, Function function, record::ClockPoint start) {
    auto* made = new Session;
    Session& s = *made;
    new Offload(s);  // exists as long as the session
    char folder[PATH_MAX];
    s.start_folder = getcwd(folder, sizeof folder) ? folder : "";
    s.program = program_name();
    s.world_group = world_group;
    s.has_world = has_world;
    s.ordinal = sessions_made.fetch_add(1, std::memory_order_relaxed);
    host.MPI_Group_rank(world_group, &s.world_rank);
    host.MPI_Group_size(world_group, &s.world_size);
    leave_out_foreign_plan(s.world_size);
    s.options = backend_state().loaded.options;
    s.rules = backend_state().loaded.rules;
    s.plan = &backend_state().loaded.plan;
    set_log(s.options.log, s.world_rank);
    if (s.world_rank == 0) report_settings();
    s.multithreaded = level == MPI_THREAD_MULTIPLE;
    thread_state.began_mpi = true;
    if (host_yields()) s.host_yield_switch = yield_switch_of(backend_state().host_handle);
    if (has_world && may_choose_algorithms())
        s.offload->algorithms.find(backend_state().host_handle, dynamic_rules, s.multithreaded);
    if (has_world) agree_over_the_world(s);
    else s.agreement.run_id = own_run_id(s, s.world_size == 1);
    distrust_plan_of_other_nodes(s);
    if (s.multithreaded) s.host_work.never_known();
    s.carrying = s.everyone && s.agreement.same_settings && !s.rules.rules.empty() && meet_hosts(s);
    if (has_world) s.tag_upper_bound = tag_upper_bound();
    open_message_fabric(s);
    s.offload->learns = measures_calls(s.rules);
    if (s.carrying && s.world_rank == 0) {
        warn_of_idle_rules(s);
        warn_of_host_algorithms(s);
    }
    decide_waiting(s);
    if (s.carrying && s.offload->learns) find_host_candidates(s);
    try {
        if (s.options.record.enabled) start_record(s, level);
        s.offload->host_reason = host_reason_of(s);
    } catch (const std::bad_alloc&) {
        SHUNT_WARN("no memory for the record; nothing is recorded");  // agreed settings stay in force: the other ranks
                                                                      // rely on them
    }
    s.load.record_in(s.recorder, s.gentle_calls);
    s.comms.start(s.recorder, s.world_group, &s.agreement.node_of);
    s.timing_every = static_cast<std::uint32_t>(s.options.record.timing_every);
    s.preposted_every = static_cast<std::uint32_t>(s.options.record.preposted_every);
    s.callsites = s.options.record.callsites;
    if (s.recorder && has_world) learn_shared_handle(s);
    count_init(s, function, start);
    return made;
}

}  // namespace

void announce_ourselves() noexcept {
    presence = new (std::nothrow) Presence(
        host_quirks.is_open_mpi ? Presence::Host::openmpi : Presence::Host::mpich,
        LauncherFacts::read([](const char* name) { return const_cast<char*>(config::environment_value(name)); }));
    if (presence) presence->announce(protocol_token());
}

void take_back_announcement() noexcept {
    if (presence) presence->abandon();
}

void want_host_algorithms() noexcept { wants_algorithms = true; }

void let_host_algorithms_be_chosen() noexcept {
    try {
        if (may_choose_algorithms()) dynamic_rules.ask_for();
    } catch (const std::bad_alloc&) {
        // nothing was set then, so no algorithm will be found
    }
}

void host_has_started() noexcept { dynamic_rules.restore(); }

void start_session(Function function, int level, record::ClockPoint start) noexcept {
    const InsideCall inside;
    try {
        if (level < 0) host.MPI_Query_thread(&level);
        MPI_Group world = MPI_GROUP_NULL;
        host.MPI_Comm_group(MPI_COMM_WORLD, &world);
        Session* const made = make_session(world, true, level, function, start);
        publish(made);
        end_session_with_comm_self();
        if (!made->carrying || !(made->offload->learns || made->rules.planned > 0)) return;
        CommRecord* const record = made->comms.find(MPI_COMM_WORLD);
        if (!record) return;
        carry_or_abort(*record, [&] {
            const BackendState& state = backend_state();
            if (made->offload->learns)
                made->offload->knowledge.read(*made, state.loaded.knowledge_file, state.host_version);
            measure_ports_first(*made);
            make_first_teams(*made, *record);
            make_first_algorithms(*made, *record);
        });
    } catch (const std::exception& problem) {
        SHUNT_WARN("cannot start (%s); every MPI call goes to the host", problem.what());
    }
}

void start_session_without_world(Function function, MPI_Group world, record::ClockPoint start) noexcept {
    const InsideCall inside;
    try {
        // The levels of the sessions do not matter: the highest is always safe.
        publish(make_session(world, false, MPI_THREAD_MULTIPLE, function, start));
    } catch (const std::exception& problem) {
        SHUNT_WARN("cannot start (%s); every MPI call goes to the host", problem.what());
    }
}

void finish_session(Function function) noexcept {
    Session* s = session.load(std::memory_order_acquire);
    if (!s) return;
    const InsideCall inside;
    try {
        close_and_merge(*s, function, end_offload);
    } catch (const std::exception& problem) {
        SHUNT_WARN("the profile could not be written (%s); the spool stays in %s: run shunt recover", problem.what(),
                   s->spool.path().c_str());
    }
    // The session's memory is kept: another thread may still be leaving a wrapper.
    set_session(nullptr);
}

void leave_together() noexcept {
    if (presence) presence->leave_together();
}

void note_abort(int code) noexcept {
    Session* s = session.load(std::memory_order_acquire);
    if (!s || !s->recorder) return;
    record::SpoolHeader& head = s->recorder->header();
    head.abort_code = code;
    head.state = record::SpoolState::aborted;
    const record::Recorder::LockedIfFree locked(*s->recorder);  // a signal handler may call MPI_Abort
    if (!locked.holds()) return;
    count_untimed(*s, key_of(Function::MPI_Abort, nullptr, record::kNoPeer, 0, record::kCall), nullptr);
    s->recorder->end_loops();
    s->recorder->touch_clock();
}

void note_pcontrol(Session& s, int level) noexcept {
    if (s.options.record.pcontrol == config::Pcontrol::standard && (level == 0 || level == 1))
        return s.paused.store(level == 0, std::memory_order_relaxed);
    if (s.options.record.phases == config::Phases::loops) return;
    if (s.messages) s.messages->enter_phase(level);
    if (!s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    s.recorder->enter_phase(level);
}

}  // namespace shunt
