// Collectives that an engine's team carries: blocking, nonblocking and persistent ones.
#include "shim/offload/carry.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "shim/offload/alltoall_buffers.hpp"
#include "shim/offload/block_buffers.hpp"
#include "shim/offload/figures.hpp"
#include "shim/offload/hosts_broadcast.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/staged_team.hpp"
#include "shim/offload/team_call.hpp"
#include "shim/offload/vector_buffers.hpp"

namespace shunt {
namespace {

Session& the_session() { return *session.load(std::memory_order_relaxed); }

/// The known decision for such calls; null: none.
const DecisionCache<CommTeam>::Entry* known_decision(const CollectiveArguments& arguments, const CommRecord& record,
                                                     std::int64_t bytes, bool exact) {
    if (!record.memory) return nullptr;
    return record.memory->decisions.find(arguments.operation(), bytes, record.collective_sequence, exact);
}

/// Whether a call that the host is known to carry must be decided anew: a broadcast whose members part; and, if an
/// algorithm of the host is chosen, a reduction that only the host's default may combine (`combination`). A known
/// decision may be forgotten at any time, which must not affect the bits of the result.
bool is_to_be_looked_at(const DecisionCache<CommTeam>::Entry& known, const CollectiveArguments& arguments,
                        const CommRecord& record) {
    const Facts& facts = known.decision.facts;
    if (facts.operation != Operation::bcast) return is_rounded(facts) && known.decision.choice.is_given();
    if (!record.bcast_choices) return false;
    const bool is_rank = arguments.root >= 0 && arguments.root < record.size;
    return !is_rank || !is_hosts_broadcast(record, arguments.root, record.collective_sequence);
}

/// Leaves arguments that the host would refuse to the host.
bool takes(const CollectiveArguments& arguments, const CommRecord& record, Carried& carried) {
    if (is_acceptable(arguments, record)) return true;
    carried.because.reason = Reason::arguments;
    return false;
}

/// How a reduction's elements are combined: as last time, or newly determined.
const Combination& combination_of(const CollectiveArguments& arguments, const CommRecord& record, Combination& room) {
    const MPI_Datatype type = arguments.receive.type();
    if (record.memory && record.memory->combination.op == arguments.op && record.memory->combination.type == type)
        return record.memory->combination;
    return room = Combination::of(arguments.op, type);
}

/// A handle that the program made may later name another operation; a handle with a fast loop never does.
void remember(const Combination& how, CommRecord& record) {
    if (how.plain && &how != &memory_of(record).combination) memory_of(record).combination = how;
}

/// Whether such a reduction can be combined without the host, on all members alike.
bool combines_alone(const Session& s, const CollectiveArguments& arguments) {
    const int loop = fast_op_place(arguments.op, arguments.receive.type());
    return loop >= 0 && s.agreement.fast_ops.test(static_cast<std::size_t>(loop));
}

/// The root of a broadcast or scatter reports how far the join of a team, or the combining of times, is; members wait
/// for no other member for this.
void hear_root_of(const CollectiveArguments& arguments, CommRecord& record, std::int64_t bytes) {
    if (bytes <= 0) return;
    if (record.staged) hear_root(the_session(), record, arguments.root);
    else if (record.wants.figures) hear_figures(the_session(), record, arguments.root);
}

/// Whether this member sends data and receives none from others, and a thread of ours can advance the sends.
bool only_gives(const CollectiveArguments& arguments, const CommRecord& record) {
    switch (arguments.operation()) {
        case Operation::bcast: return arguments.root == record.rank;
        case Operation::reduce: return arguments.root != record.rank && combines_alone(the_session(), arguments);
        case Operation::scan:
        case Operation::exscan: return record.rank == 0 && combines_alone(the_session(), arguments);
        case Operation::gather:
        case Operation::gatherv: return arguments.root != record.rank;
        case Operation::scatter:
        case Operation::scatterv:  // an own block that does not fit must fail in the call itself
            return arguments.root == record.rank &&
                   (arguments.receive.is_in_place() ||
                    arguments.receive.block_bytes(0) == arguments.send.block_bytes(record.rank));
        default: return false;
    }
}

/// The data of a member that only sends. `asked_bytes`: of the call, if they are equal on all members.
Given given_by(const CollectiveArguments& arguments, const CommRecord& record, std::int64_t asked_bytes) {
    switch (shape_of(arguments.operation())) {
        case Shape::gather: {
            const std::uint64_t bytes = arguments.send.block_bytes(0);
            return {bytes, bytes, arguments.root};
        }
        case Shape::scatter: {
            Given given{arguments.send.total_bytes(record.size), 0, arguments.root};
            for (int rank = 0; rank < record.size; ++rank)
                given.longest = std::max<std::uint64_t>(given.longest, arguments.send.block_bytes(rank));
            return given;
        }
        default:
            return {static_cast<std::uint64_t>(asked_bytes), static_cast<std::uint64_t>(asked_bytes), arguments.root};
    }
}

template <class Buffers, class... More>
void carry(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried,
           const More&... more) {
    TeamCall call(record, arguments, asked, carried);
    if constexpr (std::is_same_v<Buffers, BcastBuffers>) call.keep_together(arguments.root);
    if (!call.is_carried()) return;
    if constexpr (std::is_constructible_v<Buffers, const CollectiveArguments&, CommRecord&, const More&..., Copies>)
        if (call.might_wait() && only_gives(arguments, record)) {
            const Given given = given_by(arguments, record, asked.bytes);
            if (call.may_follow(given) &&
                call.follow(arguments, given, std::make_unique<Buffers>(arguments, record, more..., Copies::always)))
                return;
        }
    Buffers buffers(arguments, record, more...);
    call.run(buffers);
}

/// Carries a call with an opened group or a prepared schedule; if that is not possible, the caller carries it as any
/// other call.
template <class Buffers, class Opened>
void carry_opened(const CollectiveArguments& arguments, CommRecord& record, Carried& carried, const Opened& opened) {
    TeamCall call(record, arguments, opened, carried);
    if (!call.is_carried()) return;
    Buffers buffers(arguments, record);
    call.run(buffers);
}

void carry_reduction(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    Combination room;
    const Combination& how = combination_of(arguments, record, room);
    if (!how.is_possible) {
        carried.because.reason = Reason::combination;
        return;
    }
    if (&how == &room) remember(how, record);
    carry<ReductionVectors>(arguments, asked, record, carried, how);
}

template <class Buffers, class... More>
std::unique_ptr<CallBuffers> made(const CollectiveArguments& arguments, const CommRecord& record, const More&... more) {
    return std::make_unique<Buffers>(arguments, record, more...);
}

std::unique_ptr<CallBuffers> buffers_of(const CollectiveArguments& arguments, const CommRecord& record) {
    Combination room;
    switch (shape_of(arguments.operation())) {
        case Shape::none: return made<NoBuffers>(arguments, record);
        case Shape::broadcast: return made<BcastBuffers>(arguments, record);
        case Shape::scatter: return made<ScatterBuffers>(arguments, record);
        case Shape::gather: return made<GatherBuffers>(arguments, record);
        case Shape::allgather: return made<AllgatherBuffers>(arguments, record);
        case Shape::all_to_all: return made<AlltoallBuffers>(arguments, record);
        case Shape::reduction:
            return made<ReductionVectors>(arguments, record, combination_of(arguments, record, room));
        case Shape::neighbors: break;
    }
    return nullptr;
}

/// Whether a call with a request may be carried at all.
bool takes_request(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (!the_session().own_requests || !arguments.request) {
        carried.because.reason = Reason::form;
        return false;
    }
    if (!takes(arguments, record, carried)) return false;
    if (shape_of(arguments.operation()) != Shape::reduction) return true;
    Combination room;
    const Combination& how = combination_of(arguments, record, room);
    carried.because.reason = how.is_possible ? Reason::none : Reason::combination;
    if (how.is_possible && &how == &room) remember(how, record);
    return how.is_possible;
}

/// Why a peer could wait for this member while it is inside a call of the host; Reason::none if it never does: the
/// engine has a thread of its own, or the progress thread may advance the call, which must not need the host to combine
/// elements. Equal on all members.
Reason flaw_of_background(const Session& s, const CollectiveArguments& arguments, const Team& team) {
    if (!team.needs_progress()) return Reason::none;
    if (!s.agreement.all_have_threads) return Reason::form;
    const bool combines = shape_of(arguments.operation()) == Shape::reduction;
    return combines && !combines_alone(s, arguments) ? Reason::combination : Reason::none;
}

/// If the request could not be made, the call has failed, and nothing has begun.
void finish_request(const CommRecord& record, const Decision& decision, int code, Carried& carried) {
    carried.because = decision.because;
    carried.engine = decision.index;
    carried.code = code;
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
}

}  // namespace

void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    Asked asked{equal_bytes(arguments, record)};
    asked.exact = is_exact(arguments, asked.bytes);
    asked.known = known_decision(arguments, record, asked.bytes, asked.exact);
    // If the decision is known, not even the arguments are examined. But a root may have to report (hear_root_of) while
    // a team is joined or times are combined.
    const bool is_known = asked.known && asked.known->is_host && record.next_word == 0;
    if (is_known && !is_to_be_looked_at(*asked.known, arguments, record))
        return carried.leave_to_host(asked.known->decision);
    if (!takes(arguments, record, carried)) return;
    switch (shape_of(arguments.operation())) {
        case Shape::none: return carry<NoBuffers>(arguments, asked, record, carried);
        case Shape::broadcast:
            hear_root_of(arguments, record, asked.bytes);
            return carry<BcastBuffers>(arguments, asked, record, carried);
        case Shape::scatter:
            if (arguments.group) return carry_opened<ScatterBuffers>(arguments, record, carried, *arguments.group);
            hear_root_of(arguments, record, asked.bytes);
            return carry<ScatterBuffers>(arguments, asked, record, carried);
        case Shape::gather: return carry<GatherBuffers>(arguments, asked, record, carried);
        case Shape::allgather: return carry<AllgatherBuffers>(arguments, asked, record, carried);
        case Shape::all_to_all:
            if (arguments.prepared)
                return carry_opened<AlltoallBuffers>(arguments, record, carried, *arguments.prepared);
            return carry<AlltoallBuffers>(arguments, asked, record, carried);
        case Shape::reduction: return carry_reduction(arguments, asked, record, carried);
        case Shape::neighbors: return;
    }
}

void carry_nonblocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    const std::int64_t bytes = equal_bytes(arguments, record);
    const auto* const last = known_decision(arguments, record, bytes, is_exact(arguments, bytes));
    if (last && last->is_host && last->decision.because.reason != Reason::no_team_yet) {
        carried.leave_to_host(last->decision);
        return;
    }
    if (!takes_request(arguments, record, carried)) return;
    Session& s = the_session();
    const DecisionCache<CommTeam>::Entry& known = decide_without_waiting(s, record, arguments);
    carried.leave_to_host(known.decision);
    const bool may_soon = !known.is_host || known.decision.because.reason == Reason::no_team_yet;
    if (may_soon && record.private_comm == MPI_COMM_NULL && !record.carry_failed) record.wants.private_comm = true;
    // The time at which other calls have made a private communicator must not affect the bits of a sum.
    const bool rounded = is_rounded(known.decision.facts);
    const bool is_settled = (memory_of(record).settled_teams & 1) != 0;
    if (may_soon && rounded && !is_settled && !record.carry_failed) ask_for_sums(record, 0);
    if (known.is_host) return;
    CommTeam& team = *known.team;
    carried.because.reason = record.carry_failed ? Reason::no_team : Reason::no_team_yet;
    if (record.private_comm == MPI_COMM_NULL || (rounded && !is_settled)) return;
    carried.because.reason = Reason::form;
    if (!known.decision.engine->begins(arguments.operation())) return;
    if (const Reason flaw = flaw_of_background(s, arguments, *team.team); flaw != Reason::none) {
        carried.because.reason = flaw;
        return;
    }
    const Decision decision = known.decision;  // a copy: making the buffers may call the host, and the host the program
    int code = MPI_SUCCESS;
    const bool begun =
        s.offload->background.begin(s, {arguments, record, team, decision, buffers_of(arguments, record)}, code);
    if (begun) finish_request(record, decision, code, carried);
    else note_wish_to_meet(s, record, team, false);
    explain_by_team(s, team, carried.because.reason, carried);
}

void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (!takes_request(arguments, record, carried)) return;
    Session& s = the_session();
    const std::int64_t bytes = equal_bytes(arguments, record);
    const Decision decision =
        decide(s, record, arguments.operation(), bytes, is_exact(arguments, bytes), Form::persistent);
    carried.leave_to_host(decision);
    if (!decision.engine) return;
    carried.because.reason = Reason::form;
    if (!decision.engine->begins(arguments.operation())) return;
    carried.because.reason = Reason::no_team;
    CommTeam* team = own_team(s, record, decision);
    if (!team) return;
    if (const Reason flaw = flaw_of_background(s, arguments, *team->team); flaw != Reason::none) {
        carried.because.reason = flaw;
        team->in_use = false;
        return;
    }
    int code = MPI_SUCCESS;
    CallToBegin what{arguments, record, *team, decision, buffers_of(arguments, record)};
    carried.because.reason = Reason::form;
    if (s.offload->background.make_persistent(s, std::move(what), code))
        finish_request(record, decision, code, carried);
    explain_by_team(s, *team, carried.because.reason, carried);
}

}  // namespace shunt
