#include "shim/offload/team_call.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "native/base/clock.hpp"
#include "native/engines/bcast_choices.hpp"
#include "native/engines/registry.hpp"
#include "shim/host/log.hpp"
#include "shim/host/quirks.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/hosts_broadcast.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/staged_team.hpp"
#include "shim/offload/vector_buffers.hpp"

namespace shunt {
namespace {

using Known = DecisionCache<CommTeam>::Entry;

/// The host's code for a broadcast whose message is shorter than the receive buffer.
int too_little_came() { return host_quirks.short_broadcast_fails ? int{MPI_ERR_OTHER} : int{MPI_SUCCESS}; }

/// Whether no member leaves such a call before all have begun it.
bool waits_for_all(const CollectiveCall& call) {
    switch (call.operation) {
        case Operation::barrier: return true;
        case Operation::allreduce:
        case Operation::allgather: return !call.receive.empty();
        case Operation::reduce_scatter_block: return !call.send.empty();
        default: return false;
    }
}

bool may_be_staged(const Facts& facts) {
    return (facts.operation == Operation::bcast || facts.operation == Operation::scatter) && facts.block_bytes > 0;
}

/// The carrier that combines and its order, for the record; empty if it is the host's default, or not known.
std::string combining_order(const CollectiveArguments& arguments, const CommRecord& record, const Decision& decision,
                            const CommTeam* team) {
    if (!is_rounded(decision.facts)) return {};
    if (!team) return decision.choice.is_given() ? "by the host's " + name_of(decision.choice) : std::string();
    const Combination how = Combination::of(arguments.op, arguments.receive.type());
    if (!how.is_possible) return {};
    ReductionVectors buffers(arguments, record, how);
    CollectiveCall& call = buffers.call();
    call.operation = decision.facts.operation;
    call.parameters = decision.parameters;
    return team->team->combining_order(call);
}

/// Whether all members request the team when they apply the times of `auto` (want_candidate), and not in a call that
/// may differ between members.
bool is_wanted_by_all(const Decision& decision) { return decision.trial && decision.trial->is_scheduled(); }

/// The making of a decision. `may_wait`: the call may wait for the other members.
struct Deciding {
    Session& session;
    CommRecord& record;
    const CollectiveArguments& arguments;
    bool may_wait;

    const Known& decide_now(std::int64_t bytes, bool exact) const;
    CommTeam* team_for(Decision& decision) const;
    void want(Decision& decision) const;
    void tell_trial(Decision& decision) const;
};

const Known& Deciding::decide_now(std::int64_t bytes, bool exact) const {
    const Form form = may_wait ? Form::blocking : Form::nonblocking;
    Decision decision = decide(session, record, arguments.operation(), bytes, exact, form);
    CommTeam* const team = decision.engine ? team_for(decision) : nullptr;
    if (!team && decision.engine && decision.trial) tell_trial(decision);
    if (!team) decision.engine = nullptr;
    if (is_rounded(decision.facts) && decision.because.reason == Reason::no_team_yet)
        ask_for_sums(record, decision.because.engine);
    explain_in_record(session, decision,
                      session.recorder ? combining_order(arguments, record, decision, team) : std::string());
    return memory_of(record).decisions.store(decision, team);
}

/// The team that carries the decided call, made now if it may be. Else null, and the decision contains the reason and
/// how long it holds. A call in which all meet also waits for another engine's team that is being joined (staged_team);
/// other calls do not.
CommTeam* Deciding::team_for(Decision& decision) const {
    const Facts& facts = decision.facts;
    CommTeam* const known = known_team(record, decision);
    const bool may_meet = may_wait && synchronises(facts.operation, facts.block_bytes);
    if (known || may_meet) {
        CommTeam* const works = known && known->team && !known->off ? known : nullptr;
        const PreparingTime timing(!known && decision.trial ? &memory_of(record) : nullptr);
        if (CommTeam* team = may_meet ? team_of(session, record, decision) : works) return team;
        decision.because.reason = known && known->is_meeting ? Reason::no_team_yet : Reason::no_team;
    } else if (is_wanted_by_all(decision)) {
        decision.because.reason = Reason::no_team_yet;
    } else {
        want(decision);
    }
    const bool may_be_soon = may_be_staged(facts) && record.collective_sequence <= kCallsBeforeStaged;
    if (facts.block_bytes == kBytesDiffer) decision.until = 0;  // the next call may have more bytes
    else if (may_be_soon) decision.until = kCallsBeforeStaged;
    return nullptr;
}

/// The trial named an engine that has no team. All members know alike whether one is being joined.
void Deciding::tell_trial(Decision& decision) const {
    Trial& trial = *decision.trial;
    decision.until = 0;
    if (decision.because.reason == Reason::no_team) return trial.drop(decision.index);
    if (trial.is_scheduled()) return;  // its turns continue
    if (!may_wait || trial.state() != Trial::State::trying) return;
    // If there is another team already, its engine need not wait for this one to be compared with the host.
    const bool is_awaited = !record.teams && (record.staged || record.collective_sequence <= kCallsBeforeStaged);
    if (!is_awaited) return trial.set_aside(decision.index);
    decision.until = trial.without_team_until(record.collective_sequence);
    decision.is_timed = decision.until == record.collective_sequence;
}

/// The next call that synchronises the members makes the team. Its own bytes are determined only if members do not know
/// each other's sizes, and then each member learns the result at once.
void Deciding::want(Decision& decision) const {
    decision.because.reason = Reason::no_team_yet;
    std::uint64_t bytes = 0;
    if (may_wait && decision.least_bytes > 0) {
        if (CallMemory& memory = memory_of(record); memory.probation.leaves()) {
            decision.because.reason = memory.small_sizes;
            return;
        }
        bytes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(own_bytes(arguments, record.size)));
    }
    if (!want_team(record, decision, bytes)) decision.until = 0;
    if (may_wait && may_be_staged(decision.facts)) begin_staged(session, record, decision);
}

/// The members' arguments do not match, or an engine is faulty; only the user can find out which.
/// Fails: std::bad_alloc.
void tell_of_disagreement(const CollectiveCall& call, CommTeam& team, const CommRecord& record) {
    if (!go_on_telling(*session.load(std::memory_order_relaxed), team)) return;
    const std::string_view operation = name_of(call.operation);
    SHUNT_WARN(
        "members of a communicator of %d ranks disagree about MPI's %.*s, which %s carries: check their counts and "
        "types; if these are right please report it",
        record.size, static_cast<int>(operation.size()), operation.data(),
        engines()[static_cast<std::size_t>(team.engine) - 1]->name().data());
}

}  // namespace

const Known& decide_without_waiting(Session& s, CommRecord& record, const CollectiveArguments& arguments) {
    const std::int64_t bytes = equal_bytes(arguments, record);
    const bool exact = is_exact(arguments, bytes);
    const Known* known =
        memory_of(record).decisions.find(arguments.operation(), bytes, record.collective_sequence, exact);
    return known ? *known : Deciding{s, record, arguments, false}.decide_now(bytes, exact);
}

void want_candidate(Session& s, CommRecord& record, const Learning::Kind& kind, int candidate) {
    if (candidate >= kFirstHostCandidate) {
        const auto place = static_cast<std::size_t>(candidate - kFirstHostCandidate);
        const HostCandidate& one = s.offload->host_candidates[static_cast<std::size_t>(kind.operation)][place];
        return want_host_algorithm(s, record, kind, one.choice);
    }
    Decision decision;
    decision.engine = engines()[static_cast<std::size_t>(candidate) - 1];
    decision.index = decision.candidate = candidate;
    decision.facts = {kind.operation, record.size, record.nodes, kind.bytes, cores_of(s, record), kind.exact};
    if (known_team(record, decision)) return;
    want_team(record, decision, 0);
    if (may_be_staged(decision.facts)) begin_staged(s, record, decision);
}

int code_of(Status status, const CollectiveCall& call, CommTeam& team, const CommRecord& record, int disagreement) {
    switch (status) {
        case Status::ok: return MPI_SUCCESS;
        case Status::peer_lost: return team.exchange.code() != MPI_SUCCESS ? team.exchange.code() : MPI_ERR_OTHER;
        case Status::other_length: return *call.came > call.receive.size() ? MPI_ERR_TRUNCATE : too_little_came();
        default: tell_of_disagreement(call, team, record); return disagreement;
    }
}

TeamCall::TeamCall(CommRecord& record, Operation operation, Carried& carried)
    : session_(*session.load(std::memory_order_relaxed)), record_(record), carried_(carried), operation_(operation) {}

TeamCall::TeamCall(CommRecord& record, const CollectiveArguments& arguments, const Asked& asked, Carried& carried)
    : TeamCall(record, arguments.operation(), carried) {
    // A root's report may just have brought a team, and the known decision is then out of date.
    const Known* known = asked.known && asked.known->holds()
                             ? asked.known
                             : &Deciding{session_, record, arguments, true}.decide_now(asked.bytes, asked.exact);
    carried.leave_to_host(known->decision);
    if (known->decision.is_timed) {
        carried.trial = known->decision.trial;
        carried.begin_ns = monotonic_ns();
    }
    if (known->is_host) return;
    decision_ = &known->decision;
    team_ = known->team;
    index_ = decision_->index;
    if (asked.bytes != kBytesDiffer || decision_->least_bytes == 0) return;
    CallMemory& memory = memory_of(record);
    if (!memory.probation.leaves()) return;
    team_ = nullptr;
    carried.because.reason = memory.small_sizes;
}

TeamCall::TeamCall(CommRecord& record, const CollectiveArguments& arguments, const ScattervGroup& group,
                   Carried& carried)
    : TeamCall(record, Operation::scatterv, carried) {
    carried.because.reason = Reason::no_team;
    if (!has_team(record, group.team)) return;
    team_ = group.team;
    index_ = team_->engine;
    group_ = group.number;
    if (group.host_reason != Reason::none) {
        team_ = nullptr;
        carried.because.reason = group.host_reason;
        return;
    }
    carried.because.reason = Reason::by_rule;
    const std::uint64_t room = arguments.receive.is_in_place() ? UINT64_MAX : arguments.receive.block_bytes(0);
    const bool fits = room >= group.block_bytes;
    if (fits) disagreement_ = MPI_ERR_ARG;  // then the root's counts differ from those it opened the group with
}

TeamCall::TeamCall(CommRecord& record, const CollectiveArguments& arguments, const PreparedCalls& prepared,
                   Carried& carried)
    : TeamCall(record, arguments.operation(), carried) {
    const bool works = has_team(record, prepared.team);
    carried.because.reason = works ? Reason::by_rule : Reason::no_team;
    if (!works) return;
    decision_ = &prepared.decision;
    prepared_ = prepared.what.get();
    team_ = prepared.team;
    index_ = team_->engine;
}

void TeamCall::keep_together(int root) {
    BcastChoices* const choices = record_.bcast_choices;
    if (!choices || (team_ && team_->choices != choices)) return;
    const std::uint32_t ordinal = record_.collective_sequence;
    if (team_) {
        if (root != record_.rank || choices->root_carries(ordinal)) return;
        team_ = nullptr;
    } else {
        if (is_hosts_broadcast(record_, root, ordinal)) return;
        for (team_ = record_.teams; team_->choices != choices;) team_ = team_->next;
        index_ = team_->engine;
        carried_.choice = {};
    }
    carried_.because.reason = Reason::roots_length;
}

bool TeamCall::may_follow(const Given& given) const {
    constexpr std::uint64_t kLongest = 64 << 10;  // hosts send this much before the receiver is ready
    // A team may decline a call that it has begun only if neither holds: its peers would then be in the host's call.
    const bool ends_here = team_->holds_givers || team_->team->needs_progress();
    if (given.longest > kLongest || !ends_here || !session_.agreement.all_have_threads) return false;
    return session_.offload->background.may_follow(*team_, operation_, given.root, given.bytes);
}

bool TeamCall::follow(const CollectiveArguments& arguments, const Given& given, std::unique_ptr<CallBuffers> buffers) {
    const bool begun = session_.offload->background.begin(
        session_, {arguments, record_, *team_, *decision_, std::move(buffers), given.bytes}, carried_.code);
    if (begun) carried_.engine = index_;
    return begun;
}

void TeamCall::describe(CollectiveCall& call) const {
    call.operation = operation_;
    call.group = group_;
    call.prepared = prepared_;
    if (team_->tells_ordinals) call.ordinal = record_.collective_sequence;
    if (!decision_) return;
    call.groups = decision_->groups;
    call.parameters = decision_->parameters;
}

bool TeamCall::has_ended(Status status) {
    const bool wishes = team_->team->wants_to_meet();
    if (status == Status::left_to_host) {
        carried_.because.reason = Reason::roots_length;
        explain_by_team(session_, *team_, Reason::not_supported, carried_);
        if (wishes) note_wish_to_meet(session_, record_, *team_, decision_ && may_be_staged(decision_->facts));
        return false;
    }
    if (wishes) note_wish_to_meet(session_, record_, *team_, false);
    if (status != Status::declined) return true;
    carried_.because.reason = Reason::no_team;
    switch_off(record_, *team_);
    return false;
}

void explain_by_team(Session& s, CommTeam& team, Reason otherwise, Carried& carried) {
    if (!team.explaining || !s.recorder) return;
    constexpr int kMostOfEngines = 64;
    const std::string_view clause = team.explaining->clause();
    if (clause.empty()) return;
    auto known = team.clauses.find(clause.data());
    if (known == team.clauses.end()) {
        const Reason reason = with_clause(s, otherwise, std::string(clause), kMostOfEngines);
        known = team.clauses.emplace(clause.data(), reason).first;
    }
    carried.because.reason = known->second;
}

void TeamCall::note_end(Status status, const CollectiveCall& call) {
    carried_.engine = index_;
    explain_by_team(session_, *team_, carried_.because.reason, carried_);
    note(code_of(status, call, *team_, record_, disagreement_));
    session_.overtaken.heard();
    if (status == Status::ok && record_.size == session_.world_size && waits_for_all(call)) session_.host_work.met();
}

void TeamCall::finish() {
    carried_.code = code_;
    if (code_ != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record_.handle, code_);
}

}  // namespace shunt
