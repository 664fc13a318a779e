#include "shim/offload/team_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <tuple>
#include <utility>

#include "config/rules.hpp"
#include "native/base/kept_errno.hpp"
#include "native/engines/bcast_choices.hpp"
#include "native/engines/registry.hpp"
#include "shim/host/agreement.hpp"
#include "shim/host/gentle.hpp"
#include "shim/host/log.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/figures.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/private_comm.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/staged_team.hpp"
#include "shim/offload/team_room.hpp"

namespace shunt {
namespace {

/// No other team of this world has it, if its rank 0 is this one.
std::uint64_t next_team_number(const Session& s) {
    const std::uint64_t own = s.offload->teams_proposed.fetch_add(1) + 1;
    return static_cast<std::uint64_t>(s.world_rank) << 40 | own;
}

[[noreturn]] void abort_job(MPI_Comm comm) {
    host.MPI_Abort(comm, MPI_ERR_NO_MEM);
    for (;;) kill(getpid(), SIGKILL);  // MPI_Abort returns in no MPI we know
}

}  // namespace

void end_without_memory(const CommRecord& record) {
    SHUNT_WARN(
        "no memory for a collective of %d ranks that an engine carries, and the others are already in it: the job "
        "ends; use fewer ranks on a node, "
        "or leave long messages to the host by a rule",
        record.size);
    abort_job(record.handle);
}

void end_without_memory() {
    SHUNT_WARN(
        "no memory for messages or collectives that an engine carries, and other ranks rely on them: the job ends; use "
        "fewer ranks on a node, or let the host carry them by a rule (p2p -> host)");
    abort_job(MPI_COMM_WORLD);
}

bool is_refusal(int code) {
    int kind = MPI_SUCCESS;
    if (host.MPI_Error_class(code, &kind) != MPI_SUCCESS) return false;
    switch (kind) {
        case MPI_ERR_ARG:
        case MPI_ERR_BUFFER:
        case MPI_ERR_COMM:
        case MPI_ERR_COUNT:
        case MPI_ERR_OP:
        case MPI_ERR_ROOT:
        case MPI_ERR_TYPE: return true;
        default: return false;
    }
}

CommTeam* known_team(const CommRecord& record, const Decision& decision) {
    for (CommTeam* known = record.teams; known; known = known->next)
        if (known->engine == decision.index && known->own_number == 0) return known;
    return nullptr;
}

/// A team to be made; in its first exchange the members agree whether all want it.
std::unique_ptr<CommTeam> new_team(Session& s, CommRecord& record, const Decision& decision, std::uint64_t own_bytes) {
    auto made = std::make_unique<CommTeam>(s, record, world_ranks_of(s, record));
    made->engine = decision.index;
    // The communicator may be freed before a join in the background makes that exchange.
    CommRecord* const in_call = own_bytes > 0 ? &record : nullptr;
    const auto accepts = [&s, rank = record.rank, decision, in_call](const TeamProposal& agreed) {
        if (in_call) {
            const SizesFound found{agreed.own_bytes < decision.least_bytes, agreed.own_bytes};
            note_sizes(s, *in_call, decision, found);
            if (found.is_below) return false;
        }
        return have_room_for_team(s, rank, agreed);
    };
    made->exchange.propose({next_team_number(s), s.offload->open_teams.load(), own_bytes, lacks_files(s, record)},
                           accepts);
    return made;
}

static void forget_decisions(CommRecord& record) {
    if (record.memory) record.memory->decisions.clear();
}

void note_sizes(Session& s, CommRecord& record, const Decision& decision, const SizesFound& found) {
    CallMemory& memory = memory_of(record);
    memory.probation.looked(found.is_below);
    if (found.is_below) memory.small_sizes = small_sizes_by(s, found.busiest_bytes, decision.bound);
}

void CommTeam::take(std::unique_ptr<Team> joined) {
    team = std::move(joined);
    groups = dynamic_cast<ScattervGroups*>(team.get());
    preparing = dynamic_cast<Preparing*>(team.get());
    explaining = dynamic_cast<Explaining*>(team.get());
    holds_givers = team && team->holds_givers();
}

namespace {

/// Persistent calls have teams of their own, and the ordinals do not count them.
void keep_members_together(const Session& s, CommRecord& record, CommTeam& team) {
    team.tells_ordinals = team.own_number == 0 && record.nodes > 1;
    auto* const able = dynamic_cast<ChoosingTogether*>(team.team.get());
    if (!able || team.own_number != 0 || record.bcast_choices || !may_part(s, record, team.engine)) return;
    team.choices = record.bcast_choices = &able->bcast_choices();
    team.tells_ordinals = true;
}

}  // namespace

CommTeam& keep_team(Session& s, CommRecord& record, std::unique_ptr<CommTeam> made) {
    if (made->team) s.offload->open_teams.fetch_add(1);
    forget_decisions(record);
    made->next = record.teams;
    record.teams = made.release();
    keep_members_together(s, record, *record.teams);
    return *record.teams;
}

namespace {

/// Makes a team, on all members alike; it may prove impossible. Null: a call has too few bytes; the next one may have
/// more.
CommTeam* make_team(Session& s, CommRecord& record, const Decision& decision, std::uint64_t own_bytes,
                    int own_number = 0) {
    std::unique_ptr<CommTeam> made = new_team(s, record, decision, own_bytes);
    made->own_number = own_number;
    const KeptErrno kept;
    TeamSetup setup = setup_of(s, record, decision.index);
    setup.exchange = &made->exchange;
    made->take(decision.engine->join(setup));
    const bool is_below = own_bytes > 0 && made->exchange.agreed().own_bytes < decision.least_bytes;
    if (made->exchange.has_refused() && is_below) return nullptr;
    return &keep_team(s, record, std::move(made));
}

/// The lowest number of own teams of that engine that no member uses; 0: none. At most 64 are examined.
int idle_on_all(CommRecord& record, int engine) {
    std::uint64_t idle = 0;
    CommTeam* asked = nullptr;
    for (CommTeam* known = record.teams; known; known = known->next) {
        if (known->engine != engine || known->own_number == 0 || known->own_number > 64 || !known->team) continue;
        asked = known;
        if (!known->in_use) idle |= std::uint64_t{1} << (known->own_number - 1);
    }
    if (!asked) return 0;  // on all members: all members make the teams
    std::vector<std::uint64_t> all(static_cast<std::size_t>(record.size));
    if (asked->exchange.all_gather(&idle, sizeof idle, all.data()) != Status::ok) return 0;
    for (const std::uint64_t others : all) idle &= others;
    return idle ? std::countr_zero(idle) + 1 : 0;
}

}  // namespace

CommTeam* team_of(Session& s, CommRecord& record, const Decision& decision) {
    if (record.staged) finish_staged(s, record);
    if (is_rounded(decision.facts)) memory_of(record).settled_teams |= std::uint32_t{1} << decision.index;
    if (CommTeam* known = known_team(record, decision)) return known->team && !known->off ? known : nullptr;
    CommTeam* made = make_team(s, record, decision, 0);
    return made->team ? made : nullptr;
}

bool want_team(CommRecord& record, const Decision& decision, std::uint64_t own_bytes) {
    CallMemory& memory = memory_of(record);
    const bool is_another = record.wants.team && memory.wanted.index != decision.index;
    if (is_another && !is_rounded(decision.facts)) return false;
    if (is_another) record.wants.team = false;
    const bool is_firm = own_bytes == 0 || (record.wants.team && memory.wanted_bytes == 0);
    memory.wanted_bytes = is_firm ? 0 : std::max(record.wants.team ? memory.wanted_bytes : 0, own_bytes);
    memory.wanted = decision;
    record.wants.team = true;
    return true;
}

namespace {

void make_wanted_team(Session& s, CommRecord& record) {
    CallMemory& memory = memory_of(record);
    const Decision decision = memory.wanted;
    const std::uint64_t own_bytes = memory.wanted_bytes;
    const PreparingTime timing(decision.candidate != 0 ? &memory : nullptr);
    record.wants.team = false;
    if (record.staged) finish_staged(s, record);
    if (!known_team(record, decision)) make_team(s, record, decision, own_bytes);
}

void let_teams_meet(Session& s, CommRecord& record) {
    record.wants.meeting = false;
    if (record.staged) finish_staged(s, record);
    for (CommTeam* known = record.teams; known; known = known->next) {
        if (!known->team || known->off || !known->team->wants_to_meet()) continue;
        known->wants_since = 0;
        if (known->team->meet() == Status::declined) switch_off(record, *known);
    }
}

/// From now on rounded reductions are carried by the teams that they have requested. Teams that other calls made do not
/// affect them: their making may depend on times, or on the results of earlier runs. The same applies to the private
/// communicator.
void settle_teams_for_sums(CommRecord& record) {
    if (!record.memory) return;
    CallMemory& memory = *record.memory;
    for (const CommTeam* known = record.teams; known; known = known->next)
        memory.settled_teams |= memory.asked_for_sums & std::uint32_t{1} << known->engine;
    if (record.private_comm != MPI_COMM_NULL) memory.settled_teams |= memory.asked_for_sums & 1;
}

}  // namespace

void meet_wants(Session& s, CommRecord& record) {
    if (record.wants.team) make_wanted_team(s, record);
    if (record.wants.figures) finish_figures(s, record);
    if (record.wants.private_comm) {
        record.wants.private_comm = false;
        private_comm_of(record);
    }
    settle_teams_for_sums(record);
    if (record.wants.meeting) let_teams_meet(s, record);
    if (record.wants.algorithm) make_wanted_algorithms(s, record);
}

CommTeam* own_team(Session& s, CommRecord& record, const Decision& decision) {
    if (private_comm_of(record) == MPI_COMM_NULL) return nullptr;
    const int idle = idle_on_all(record, decision.index);
    int last = 0;
    for (CommTeam* known = record.teams; known; known = known->next) {
        if (known->engine != decision.index || known->own_number == 0) continue;
        if (known->own_number == idle) {
            known->in_use = true;
            return known;
        }
        last = std::max(last, known->own_number);
    }
    CommTeam& made = *make_team(s, record, decision, 0, last + 1);
    made.in_use = made.team != nullptr;
    return made.team ? &made : nullptr;
}

void end_team(CommTeam& team) {
    if (!team.team) return;
    Session* s = session.load(std::memory_order_relaxed);
    if (s && s->recorder) {
        const record::Recorder::Locked locked(*s->recorder);
        for (const EngineCounter& counter : team.team->counters())
            s->recorder->add_counter(counter.name, counter.value);
    }
    team.team.reset();
    if (s) s->offload->open_teams.fetch_sub(1);
}

namespace {

/// Notifies the peers of a broken team, which is not destroyed before.
class Telling final : public Chore {
public:
    /// `team`: null once it is destroyed.
    explicit Telling(std::shared_ptr<CommTeam*> team) : Chore({}), team_(std::move(team)) { (*team_)->calls += 1; }
    Now now() override {
        if (!*team_) return Now::end;
        if (!(*team_)->team->tell_peers()) return Now::wait;
        (*team_)->calls -= 1;
        return Now::end;
    }

private:
    std::shared_ptr<CommTeam*> team_;
};

}  // namespace

bool go_on_telling(Session& s, CommTeam& team) {
    if (team.telling) return false;
    team.telling = std::make_shared<CommTeam*>(&team);
    if (!team.team->tell_peers()) s.offload->chores.add(std::make_unique<Telling>(team.telling));
    return true;
}

namespace {

/// Equal on all members. The two sides of an intercommunicator have different ids, and so have the members of a
/// communicator made from it.
std::uint64_t common_name(const CommRecord& record, const std::vector<int>& world_ranks) {
    return record.id_is_agreed ? record.id : record::fnv1a(world_ranks.data(), world_ranks.size() * sizeof(int));
}

void leave(Session& s, const CommRecord& record, std::unique_ptr<CommTeam> team) {
    team->exchange.forget_communicator();
    CommTeam* const kept = team.get();
    try {
        const std::uint64_t name = common_name(record, team->exchange.world_ranks());
        auto departure = std::make_unique<Departure>(name, record.rank, record.size, std::move(team));
        if (departure->now() != Chore::Now::end) s.offload->chores.add(std::move(departure));
    } catch (const std::bad_alloc&) {
        if (team.get() == kept) static_cast<void>(team.release());  // it stays, for peers that still need it
    }
}

}  // namespace

bool has_team(const CommRecord& record, const CommTeam* team) {
    for (const CommTeam* known = record.teams; known; known = known->next)
        if (known == team) return team->team != nullptr && !team->off;
    return false;
}

void switch_off(CommRecord& record, CommTeam& team) {
    team.off = true;
    if (team.choices && team.choices == record.bcast_choices) record.bcast_choices = nullptr;
    forget_decisions(record);
}

void switch_on(CommRecord& record, CommTeam& team) {
    team.off = false;
    forget_decisions(record);
}

namespace {

/// The communicator has no more calls. Records how many calls its probation left to the host, and keeps the results of
/// `auto`.
void drop_memory(CommRecord& record) {
    const std::uint64_t left = record.memory ? record.memory->probation.left_so_far() : 0;
    Session* s = session.load(std::memory_order_relaxed);
    if (record.memory && s) s->offload->knowledge.note(*s, record, record.memory->learning);
    if (left > 0 && s && s->recorder) {
        const record::Recorder::Locked locked(*s->recorder);
        s->recorder->add_counter("probation.left-to-host", left);
    }
    delete record.memory;
    record.memory = nullptr;
}

}  // namespace

void leave_teams(CommRecord& record) {
    abandon_staged(record);
    Session& s = *session.load(std::memory_order_relaxed);
    record.bcast_choices = nullptr;
    while (record.teams) {
        std::unique_ptr<CommTeam> left(record.teams);
        record.teams = left->next;
        leave(s, record, std::move(left));
    }
    drop_memory(record);
}

void end_teams(CommRecord& record) {
    cut_staged(record);
    record.bcast_choices = nullptr;
    while (CommTeam* ended = record.teams) {
        end_team(*ended);
        record.teams = ended->next;
        delete ended;
    }
    drop_memory(record);
}

}  // namespace shunt
