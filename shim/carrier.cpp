#include "shim/carrier.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <csignal>

#include "config/rules.hpp"
#include "native/registry.hpp"
#include "shim/agreement.hpp"
#include "shim/carry.hpp"
#include "shim/log.hpp"
#include "shim/recipes/message.hpp"
#include "shim/vocabulary.hpp"

namespace shunt {
namespace {

constexpr int kWatchTag = 2;

WayCosts costs_of(const config::WayOptions& way) { return {way.latency_ns, way.move_ns, way.combine_ns, way.lone_ns}; }

PipelineWay way_of(config::PipelineWayChoice way) {
    return way == config::PipelineWayChoice::verbs ? PipelineWay::verbs
         : way == config::PipelineWayChoice::tcp   ? PipelineWay::tcp
                                                   : PipelineWay::automatic;
}

EngineSettings engine_settings(const Session& s) {
    const config::Options& options = s.options;
    const config::MulticastOptions& set = options.multicast;
    EngineSettings settings;
    settings.multicast = {set.interface, set.range, config::acknowledge_word(set.acknowledge), set.groups, set.retain_bytes, set.scatter_most,
                          set.allgather_least, set.allgather_most, set.opened_least, set.rescue_after_ns, static_cast<int>(set.ttl),
                          set.authenticate};
    const config::PhasedOptions& phased = options.phased;
    settings.phased = {phased.interface, phased.alltoall_least, phased.alltoallv_least, phased.allgather_least, phased.gather_least, phased.small_bytes,
                       phased.early_bytes, phased.meet_from, phased.pace, phased.rate, phased.connections, phased.congestion, phased.uplink};
    const config::PipelineOptions& pipeline = options.pipeline;
    settings.pipeline = {pipeline.interface, way_of(pipeline.way), std::max(1, static_cast<int>(s.agreement.node_cores)), pipeline.ring_bytes,
                         pipeline.block_bytes, pipeline.least_bytes, pipeline.shm_least, pipeline.short_bytes, pipeline.direct_bytes, pipeline.attach_call_ns,
                         pipeline.attach_ns, costs_of(pipeline.shm), costs_of(pipeline.tcp),
                         costs_of(pipeline.verbs), pipeline.tcp_least_bytes};
    const config::VerbsOptions& verbs = options.verbs;
    settings.verbs = {verbs.device, static_cast<int>(verbs.port), static_cast<int>(verbs.gid_index), static_cast<int>(verbs.mtu_bytes),
                      verbs.registration_limit, verbs.bounce_bytes, verbs.ack_timeout_ns};
    settings.patience_ns = options.network.patience_ns;
    return settings;
}

/// The node of every member, numbered in order of lowest rank.
std::vector<int> nodes_of(const Session& s, const CommRecord& record) {
    const auto size = static_cast<std::size_t>(record.size);
    std::vector<int> ranks(size), world(size), seen, nodes;
    for (int rank = 0; rank < record.size; ++rank) ranks[static_cast<std::size_t>(rank)] = rank;
    host.MPI_Group_translate_ranks(record.peers, record.size, ranks.data(), s.world_group, world.data());
    for (const int member : world) {
        const int node = s.agreement.node_of[static_cast<std::size_t>(member)];
        const auto found = std::find(seen.begin(), seen.end(), node);
        nodes.push_back(static_cast<int>(found - seen.begin()));
        if (found == seen.end()) seen.push_back(node);
    }
    return nodes;
}

}  // namespace

Choice choose(const Session& s, const CommRecord& record, Operation operation, std::int64_t block_bytes) {
    Choice choice;
    if (!record.all_ours || record.size == 1 || record.carry_failed) return choice;
    choice.facts = {operation, record.size, record.nodes, block_bytes};
    config::Facts facts;
    facts.operation = config::operation_index(config::kMpiOperations, name_of(operation));
    facts.bytes = block_bytes;
    facts.ranks = record.size;
    facts.nodes = record.nodes;
    const config::Rule* rule = config::decide(s.rules, facts);
    if (!rule || rule->engine == 0) return choice;
    const Engine* engine = engines()[static_cast<std::size_t>(rule->engine) - 1];
    if (!engine->supports(choice.facts)) return choice;
    const config::Parameter* chosen = config::find_parameter(*rule, "choose");
    choice.by_model = !(chosen && chosen->value == "always");
    if (choice.by_model && !engine->wins(choice.facts, engine_settings(s))) return choice;
    if (const config::Parameter* groups = config::find_parameter(*rule, "groups")) choice.groups = static_cast<GroupScheme>(groups->number);
    std::size_t word = 0;
    for (const Parameter& parameter : engine->parameters().first(std::min(kMostWords, engine->parameters().size()))) {
        const config::Parameter* given = config::find_parameter(*rule, parameter.name);
        choice.words[word++] = given ? given->number : 0;
    }
    choice.index = rule->engine;
    choice.engine = engine;
    return choice;
}

namespace {

/// While it lives, errors on the program's communicator come back as codes: what is asked on it is ours, and the host can do without.
class OwnErrors {
public:
    explicit OwnErrors(MPI_Comm comm) : comm_(comm), known_(host.MPI_Comm_get_errhandler(comm, &theirs_) == MPI_SUCCESS) {
        if (known_) host.MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    ~OwnErrors() {
        if (!known_) return;
        host.MPI_Comm_set_errhandler(comm_, theirs_);
        host.MPI_Errhandler_free(&theirs_);
    }
    OwnErrors(const OwnErrors&) = delete;
    OwnErrors& operator=(const OwnErrors&) = delete;

private:
    MPI_Comm comm_;
    MPI_Errhandler theirs_ = MPI_ERRHANDLER_NULL;
    bool known_;
};

/// MPICH has room for 2048 communicators in a process: the program's own come first.
constexpr unsigned long long kMostCarriers = 256;

/// Numbers the private communicator that is to be made, equal on all its members. Of two that share a member the later one has the greater
/// number, on all their members. False on all alike: one of them has too many already, or a member cannot be reached.
bool number_carrier(Session& s, CommRecord& record) {
    enum { kNumber, kOpen, kWords };
    unsigned long long mine[kWords] = {s.last_carrier_number.fetch_add(1) + 1, s.open_carriers.load()}, most[kWords] = {};
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallreduce(mine, most, kWords, MPI_UNSIGNED_LONG_LONG, MPI_MAX, record.handle, request);
    };
    const int code = s.gentle_collectives ? run_gently(s.patience, gently)
                                          : host.MPI_Allreduce(mine, most, kWords, MPI_UNSIGNED_LONG_LONG, MPI_MAX, record.handle);
    if (code != MPI_SUCCESS) return false;
    record.carrier_number = most[kNumber];
    for (unsigned long long last = mine[kNumber]; last < most[kNumber] && !s.last_carrier_number.compare_exchange_weak(last, most[kNumber]);) {}
    if (most[kOpen] < kMostCarriers) return true;
    if (!s.told_of_carriers.exchange(true))
        SHUNT_INFO("%llu communicators have private ones beside them; the host carries the calls of further ones", most[kOpen]);
    return false;
}

}  // namespace

// Not MPI_Comm_dup: that would call the program's attribute functions.
MPI_Comm carrier_of(CommRecord& record) {
    if (record.carrier != MPI_COMM_NULL) return record.carrier;
    Session& s = *session.load(std::memory_order_relaxed);
    const OwnErrors own_errors(record.handle);
    if (number_carrier(s, record) && host.MPI_Comm_split(record.handle, 0, record.rank, &record.carrier) == MPI_SUCCESS &&
        record.carrier != MPI_COMM_NULL) {
        host.MPI_Comm_set_errhandler(record.carrier, MPI_ERRORS_RETURN);
        s.open_carriers.fetch_add(1);
        return record.carrier;
    }
    record.carrier = MPI_COMM_NULL;
    record.carry_failed = true;
    return MPI_COMM_NULL;
}

void free_carrier(CommRecord& record) {
    if (record.carrier == MPI_COMM_NULL) return;
    host.MPI_Comm_free(&record.carrier);
    if (Session* s = session.load(std::memory_order_relaxed)) s->open_carriers.fetch_sub(1);
}

HostExchange::~HostExchange() {
    for (Watch& watch : watches_) {
        if (watch.request == MPI_REQUEST_NULL) continue;
        host.MPI_Cancel(&watch.request);
        host.MPI_Wait(&watch.request, MPI_STATUS_IGNORE);
    }
}

Status HostExchange::all_gather(const void* mine, std::size_t bytes, void* all) {
    const int count = static_cast<int>(bytes);
    const auto gently = [&](MPI_Request* request) { return host.MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, carrier_, request); };
    code_ = session_.gentle_collectives ? run_gently(session_.patience, gently)
                                        : host.MPI_Allgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, carrier_);
    return code_ == MPI_SUCCESS ? Status::ok : Status::peer_lost;
}

void HostExchange::progress() {
    int found = 0;
    const WithoutYielding quick(session_.host_yield_switch);
    host.MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, carrier_, &found, MPI_STATUS_IGNORE);
}

Status HostExchange::ask_about(int rank) {
    auto watch = std::find_if(watches_.begin(), watches_.end(), [&](const Watch& known) { return known.rank == rank; });
    if (watch == watches_.end()) {
        watches_.push_back({rank, MPI_REQUEST_NULL});
        watch = watches_.end() - 1;
        code_ = host.MPI_Irecv(nullptr, 0, MPI_BYTE, rank, kWatchTag, carrier_, &watch->request);
        if (code_ != MPI_SUCCESS) return Status::peer_lost;
    }
    int ended = 0;
    code_ = host.MPI_Test(&watch->request, &ended, MPI_STATUS_IGNORE);
    return code_ == MPI_SUCCESS ? Status::ok : Status::peer_lost;
}

void end_without_memory(const CommRecord& record) {
    SHUNT_WARN("no memory for a collective of %d ranks that an engine carries, and the others are already in it: the job ends; use fewer ranks on a node, "
                "or leave long messages to the host by a rule", record.size);
    host.MPI_Abort(record.handle, MPI_ERR_NO_MEM);
    for (;;) kill(getpid(), SIGKILL);   // MPI_Abort comes back from no MPI we know
}

void HostExchange::warn(const char* text) { SHUNT_WARN("%s", text); }

CommTeam* known_team(const CommRecord& record, const Choice& choice) {
    for (CommTeam* known = record.teams; known; known = known->next)
        if (known->engine == choice.index && known->own_number == 0) return known;
    return nullptr;
}

namespace {

/// Makes a team, which may turn out not to be possible; on all members alike.
CommTeam& make_team(const Session& s, CommRecord& record, const Choice& choice, MPI_Comm carrier) {
    auto made = std::make_unique<CommTeam>(s, carrier, record.size);
    made->engine = choice.index;
    TeamSetup setup;
    setup.group = {record.rank, record.size};
    setup.node_of = nodes_of(s, record);
    setup.cores = std::max(1, static_cast<int>(s.agreement.node_cores));
    setup.settings = engine_settings(s);
    setup.exchange = &made->exchange;
    made->team = choice.engine->join(setup);
    made->next = record.teams;
    record.teams = made.release();
    return *record.teams;
}

/// The lowest number of own teams of that engine that no member uses; 0 when there is none. At most 64 are looked at.
int idle_on_all(CommRecord& record, int engine) {
    std::uint64_t idle = 0;
    CommTeam* asked = nullptr;
    for (CommTeam* known = record.teams; known; known = known->next) {
        if (known->engine != engine || known->own_number == 0 || known->own_number > 64 || !known->team) continue;
        asked = known;
        if (!known->in_use) idle |= std::uint64_t{1} << (known->own_number - 1);
    }
    if (!asked) return 0;   // on all members: teams are made by all
    std::vector<std::uint64_t> all(static_cast<std::size_t>(record.size));
    if (asked->exchange.all_gather(&idle, sizeof idle, all.data()) != Status::ok) return 0;
    for (const std::uint64_t others : all) idle &= others;
    return idle ? std::countr_zero(idle) + 1 : 0;
}

}  // namespace

CommTeam* team_of(const Session& s, CommRecord& record, const Choice& choice) {
    if (CommTeam* known = known_team(record, choice)) return known->team && !known->off ? known : nullptr;
    const MPI_Comm carrier = carrier_of(record);
    if (carrier == MPI_COMM_NULL) return nullptr;
    CommTeam& made = make_team(s, record, choice, carrier);
    return made.team ? &made : nullptr;
}

// On the program's communicator, whose members are all in this call: a private one would have to be made first.
bool is_too_slight_for_all(const Session& s, CommRecord& record, const Choice& choice, std::uint64_t own_bytes) {
    unsigned long long mine = own_bytes, busiest = 0;
    const OwnErrors own_errors(record.handle);
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallreduce(&mine, &busiest, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, record.handle, request);
    };
    const int code = s.gentle_collectives ? run_gently(s.patience, gently)
                                          : host.MPI_Allreduce(&mine, &busiest, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, record.handle);
    if (code != MPI_SUCCESS) return true;   // the host's own call says so too
    const bool slight = !choice.engine->is_worth_a_team(choice.facts, busiest, engine_settings(s));
    record.slight.carried(slight);
    return slight;
}

int calls_before_team(const Session& s, const CommRecord& record, const Choice& choice) {
    if (!choice.by_model || known_team(record, choice)) return 0;
    return choice.engine->calls_before_team(choice.facts, engine_settings(s));
}

void remember_carry(CommRecord& record, Operation operation, std::int64_t bytes, const Choice& choice, CommTeam* team) {
    if (!record.known_carries) record.known_carries = new (std::nothrow) KnownCarries;
    if (record.known_carries) record.known_carries->entry(operation, bytes) = {operation, bytes, choice, team};
}

CommTeam* own_team(const Session& s, CommRecord& record, const Choice& choice) {
    const MPI_Comm carrier = carrier_of(record);
    if (carrier == MPI_COMM_NULL) return nullptr;
    const int idle = idle_on_all(record, choice.index);
    int last = 0;
    for (CommTeam* known = record.teams; known; known = known->next) {
        if (known->engine != choice.index || known->own_number == 0) continue;
        if (known->own_number == idle) {
            known->in_use = true;
            return known;
        }
        last = std::max(last, known->own_number);
    }
    CommTeam& made = make_team(s, record, choice, carrier);
    made.own_number = last + 1;
    made.in_use = made.team != nullptr;
    return made.team ? &made : nullptr;
}

void make_wanted_team(const Session& s, CommRecord& record) {
    Choice choice;
    choice.index = record.wanted_engine;
    choice.engine = engines()[static_cast<std::size_t>(choice.index) - 1];
    record.wanted_engine = 0;
    team_of(s, record, choice);
}

namespace {

void end(CommTeam& team, bool peers_alive) {
    if (!team.team) return;
    if (peers_alive) team.team->close();
    Session* s = session.load(std::memory_order_relaxed);
    if (s && s->recorder) {
        const record::Recorder::Locked locked(*s->recorder);
        for (const EngineCounter& counter : team.team->counters()) s->recorder->add_counter(counter.name, counter.value);
    }
    team.team.reset();
}

}  // namespace

bool has_team(const CommRecord& record, const CommTeam* team) {
    for (const CommTeam* known = record.teams; known; known = known->next)
        if (known == team) return team->team != nullptr && !team->off;
    return false;
}

// Closing waits for all members, which cannot be where one has calls under way that another has not begun.
void switch_off(CommTeam& team) {
    if (team.in_background) team.off = true;
    else end(team, true);
}

void end_teams(CommRecord& record, bool peers_alive) {
    while (CommTeam* ended = record.teams) {
        end(*ended, peers_alive);
        record.teams = ended->next;
        delete ended;
    }
    delete record.known_carries;
    record.known_carries = nullptr;
}

}  // namespace shunt
