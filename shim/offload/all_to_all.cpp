// All-to-alls that an engine's team carries: at once, in the background, and again and again.
#include "shim/offload/all_to_all.hpp"

#include "shim/offload/nonblocking.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {
namespace {

Session& the_session() { return *session.load(std::memory_order_relaxed); }

void run(TeamCall& call, const CollectiveArguments& arguments, const Decision& decision, const Prepared* prepared,
         CommRecord& record) {
    AlltoallBuffers blocks(arguments, record, decision, false);
    SizesFound found;
    const bool is_on_probation = decision.least_bytes > 0 && !prepared;
    if (is_on_probation) blocks.call().found = &found;
    blocks.call().prepared = prepared;
    call.note(blocks.pack(call.carrier()));
    if (call.run(blocks.call())) call.note(blocks.deliver(call.carrier()));
    if (is_on_probation) note_sizes(the_session(), record, decision, found);
    call.finish();
}

/// What was decided for such calls, or is now. A team that is missing is wanted, as this call must not wait for one.
const DecisionCache<CommTeam>::Entry& known_at_once(Session& s, CommRecord& record, Operation operation,
                                                    std::int64_t bytes) {
    DecisionCache<CommTeam>& decisions = memory_of(record).decisions;
    if (const auto* known = decisions.find(operation, bytes, record.collective_sequence)) return *known;
    Decision decision = decide(s, record, operation, bytes);
    CommTeam* team = decision.engine ? known_team(record, decision) : nullptr;
    if (decision.engine && !team && !want_team(record, decision, 0)) decision.until = 0;
    const bool works = has_team(record, team);
    if (decision.engine && !works) {
        decision.engine = nullptr;
        decision.because.reason = team ? Reason::no_team : Reason::no_team_yet;
    }
    explain_in_record(s, decision);
    return decisions.store(decision, works ? team : nullptr);
}

}  // namespace

void carry_all_to_all(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    if (const PreparedCalls* prepared = arguments.prepared) {
        TeamCall call(record, prepared->team, carried);
        if (call.is_carried()) run(call, arguments, prepared->decision, prepared->what.get(), record);
        return;
    }
    TeamCall call(record, arguments, asked, carried);
    if (call.is_carried()) run(call, arguments, call.decision(), nullptr, record);
}

void begin_all_to_all(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    Session& s = the_session();
    const auto& known = known_at_once(s, record, arguments.operation(), equal_bytes(arguments, record));
    const Decision& decision = known.decision;
    carried.because = decision.because;
    if (known.is_host && decision.because.reason != Reason::no_team_yet) return;
    // A nonblocking call must not wait for the others: the next one in which all meet does.
    if (record.private_comm == MPI_COMM_NULL) {
        record.wants_private_comm = !record.carry_failed;
        carried.because.reason = record.carry_failed ? Reason::no_team : Reason::no_team_yet;
    }
    if (known.is_host || record.private_comm == MPI_COMM_NULL) return;
    int code = MPI_SUCCESS;
    if (!s.offload->background.begin(s, record, *known.team,
                                     std::make_unique<AlltoallBuffers>(arguments, record, decision, true),
                                     arguments.request, code)) {
        carried.because.reason = Reason::no_team;
        return;
    }
    carried.engine = decision.index;
    carried.code = code;
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
}

void make_persistent_all_to_all(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    Session& s = the_session();
    const Decision decision = decide(s, record, arguments.operation(), equal_bytes(arguments, record));
    carried.because = decision.because;
    if (!decision.engine) return;
    carried.because.reason = Reason::no_team;
    CommTeam* team = own_team(s, record, decision);
    if (!team) return;
    carried.because = decision.because;
    carried.engine = decision.index;
    carried.code = s.offload->background.make_persistent(
        s, record, *team, std::make_unique<AlltoallBuffers>(arguments, record, decision, true), arguments.request);
    if (carried.code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, carried.code);
}

}  // namespace shunt
