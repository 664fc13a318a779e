#include "shim/offload/team_call.hpp"

#include <string_view>
#include <utility>

#include "native/engines/registry.hpp"
#include "shim/host/log.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/staged_team.hpp"

namespace shunt {
namespace {

/// What the host says where a broadcast brings less than there is room for.
constexpr int kTooLittleCame =
#if defined(MPICH_VERSION)
    MPI_ERR_OTHER;
#else
    MPI_SUCCESS;
#endif

/// Whether such a call ends nowhere before all members have begun it.
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

}  // namespace

TeamCall::TeamCall(CommRecord& record, Carried& carried)
    : session_(*session.load(std::memory_order_relaxed)), record_(record), carried_(carried) {
    call_.came = &came_;
}

TeamCall::TeamCall(CommRecord& record, const CollectiveArguments& arguments, const Asked& asked, Carried& carried)
    : TeamCall(record, carried) {
    // A root's word may just have brought a team, and what was known is then out of date.
    const Known* known = asked.known && asked.known->holds() ? asked.known : &decide_now(arguments, asked.bytes);
    carried.because = known->decision.because;
    if (known->is_host) return;
    decision_ = &known->decision;
    team_ = known->team;
    index_ = decision_->index;
    call_.operation = arguments.operation();
    call_.groups = decision_->groups;
    call_.parameters = decision_->parameters;
    if (asked.bytes != kBytesDiffer || decision_->least_bytes == 0) return;
    CallMemory& memory = memory_of(record);
    if (!memory.probation.leaves()) return;
    team_ = nullptr;
    carried.because.reason = memory.slight;
}

TeamCall::TeamCall(CommRecord& record, const ScattervGroup& group, std::uint64_t receive_bytes, Carried& carried)
    : TeamCall(record, carried) {
    carried.because.reason = Reason::no_team;
    if (!has_team(record, group.team)) return;
    team_ = group.team;
    index_ = team_->engine;
    call_.operation = Operation::scatterv;
    call_.group = group.number;
    if (group.host_reason != Reason::none) {
        team_ = nullptr;
        carried.because.reason = group.host_reason;
        return;
    }
    carried.because.reason = Reason::by_rule;
    const bool fits = receive_bytes >= group.block_bytes;
    if (fits) disagreement_ = MPI_ERR_ARG;  // then the root's counts are not those it has opened the group with
}

TeamCall::TeamCall(CommRecord& record, CommTeam* team, Carried& carried) : TeamCall(record, carried) {
    const bool works = has_team(record, team);
    carried.because.reason = works ? Reason::by_rule : Reason::no_team;
    if (!works) return;
    team_ = team;
    index_ = team->engine;
}

const TeamCall::Known& TeamCall::decide_now(const CollectiveArguments& arguments, std::int64_t bytes) {
    Decision decision = decide(session_, record_, arguments.operation(), bytes);
    CommTeam* const team = decision.engine ? team_for(decision, arguments) : nullptr;
    if (!team) decision.engine = nullptr;
    explain_in_record(session_, decision);
    return memory_of(record_).decisions.store(decision, team);
}

/// The team that carries what was decided, made now if it may be; else null, and the decision says why and for how
/// long.
CommTeam* TeamCall::team_for(Decision& decision, const CollectiveArguments& arguments) {
    const Facts& facts = decision.facts;
    const bool is_known = known_team(record_, decision) != nullptr;
    if (is_known || synchronises(facts.operation, facts.block_bytes)) {
        if (CommTeam* team = team_of(session_, record_, decision)) return team;
        decision.because.reason = Reason::no_team;
    } else {
        want(decision, arguments);
    }
    const bool may_be_soon = may_be_staged(facts) && record_.collective_sequence <= kCallsBeforeStaged;
    if (facts.block_bytes == kBytesDiffer) decision.until = 0;  // the next call may have more
    else if (may_be_soon) decision.until = kCallsBeforeStaged;
    return nullptr;
}

/// The team is made in the next call that synchronises the members. Its own bytes are asked only where members do not
/// know each other's.
void TeamCall::want(Decision& decision, const CollectiveArguments& arguments) {
    decision.because.reason = Reason::no_team_yet;
    std::uint64_t bytes = 0;
    if (decision.least_bytes > 0) {
        if (CallMemory& memory = memory_of(record_); memory.probation.leaves()) {
            decision.because.reason = memory.slight;
            return;
        }
        bytes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(own_bytes(arguments, record_.size)));
    }
    if (!want_team(record_, decision, bytes)) decision.until = 0;
    if (may_be_staged(decision.facts)) begin_staged(session_, record_, decision);
}

bool TeamCall::run(const CollectiveCall& call) {
    const Status status = team_->team->carry(call);
    if (team_->team->wants_to_meet()) record_.wants_meeting = true;
    if (status == Status::declined) {
        carried_.because.reason = Reason::no_team;
        switch_off(record_, *team_);
        return false;
    }
    carried_.engine = index_;
    if (status == Status::peer_lost)
        note(team_->exchange.code() != MPI_SUCCESS ? team_->exchange.code() : MPI_ERR_OTHER);
    else if (status == Status::other_length) note(came_ > call.receive.size() ? MPI_ERR_TRUNCATE : kTooLittleCame);
    else if (status != Status::ok) note_disagreement(call);
    else if (record_.size == session_.world_size && waits_for_all(call)) session_.host_work.met();
    return status == Status::ok || status == Status::other_length;
}

void TeamCall::finish() {
    if (!carried_.engine) return;
    carried_.code = code_;
    if (code_ != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record_.handle, code_);
}

/// The members' arguments do not fit together, or an engine is at fault; which of the two only the user can tell.
void TeamCall::note_disagreement(const CollectiveCall& call) {
    note(disagreement_);
    if (std::exchange(team_->has_told, true)) return;
    const std::string_view operation = name_of(call.operation);
    SHUNT_WARN(
        "members of a communicator of %d ranks disagree about MPI's %.*s, which %s carries: look at their counts and "
        "types; "
        "if those are right please report it",
        record_.size, static_cast<int>(operation.size()), operation.data(),
        engines()[static_cast<std::size_t>(index_) - 1]->name().data());
}

}  // namespace shunt
