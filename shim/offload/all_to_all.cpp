// All-to-alls that an engine's team carries: at once, in the background, and again and again.
#include "shim/offload/all_to_all.hpp"

#include "shim/offload/nonblocking.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {
namespace {

Session& the_session() { return *session.load(std::memory_order_relaxed); }

void run(TeamCall& call, const CollectiveArguments& arguments, const Decision& decision, const Prepared* prepared,
         const CommRecord& record) {
    AlltoallBuffers blocks(arguments, record, decision, false);
    blocks.call().prepared = prepared;
    call.note(blocks.pack(call.carrier()));
    if (call.run(blocks.call())) call.note(blocks.deliver(call.carrier()));
    call.finish();
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
    const Decision decision = decide(s, record, arguments.operation(), equal_bytes(arguments, record));
    carried.because = decision.because;
    if (!decision.engine) return;
    CommTeam* team = known_team(record, decision);
    carried.because.reason = team ? Reason::no_team : Reason::no_team_yet;
    // A nonblocking call must not wait for the others: the next one in which all meet does.
    if (!team) want_team(record, decision, 0);
    if (record.private_comm == MPI_COMM_NULL && !record.carry_failed) record.wants_private_comm = true;
    if (!team || !team->team || team->off || record.private_comm == MPI_COMM_NULL) return;
    int code = MPI_SUCCESS;
    if (!s.offload->background.begin(s, record, *team,
                                     std::make_unique<AlltoallBuffers>(arguments, record, decision, true),
                                     arguments.request, code))
        return;
    carried.because = decision.because;
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
