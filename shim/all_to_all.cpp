// All-to-alls that an engine's team carries: at once, in the background, and again and again.
#include "shim/all_to_all.hpp"

#include <algorithm>

#include "shim/alias.hpp"
#include "shim/background.hpp"
#include "shim/block_call.hpp"
#include "shim/team_call.hpp"

namespace shunt {
namespace {

/// One buffer for both directions, without saying MPI_IN_PLACE. MPICH refuses that where types and counts are the same too, and is
/// left to; Open MPI does not look, so such programs run, on some ranks perhaps, and must be carried on all.
bool is_refused_alias(const AllToAllArguments& arguments) {
    return arguments.send.base() == arguments.receive.base() && arguments.send.is_told_like(arguments.receive) && host_refuses_alias(arguments.operation);
}

/// Arguments the host would refuse on this rank are left to it.
bool is_valid(const AllToAllArguments& arguments, const CommRecord& record) {
    if (arguments.receive.base() == MPI_IN_PLACE || !arguments.receive.is_valid(record.size)) return false;
    return arguments.in_place() || (arguments.send.is_valid(record.size) && !is_refused_alias(arguments));
}

/// What MPI makes equal on all ranks.
std::int64_t block_bytes(const AllToAllArguments& arguments) {
    if (arguments.operation != Operation::alltoall) return kBytesDiffer;
    return arguments.receive.count(0) * facts_of(arguments.receive.type(0)).size;
}

std::int64_t bytes_of(const BlockSide& side, int ranks) {
    std::int64_t bytes = 0;
    for (int rank = 0; rank < ranks; ++rank) bytes += side.count(rank) == 0 ? 0 : side.count(rank) * facts_of(side.type(rank)).size;
    return bytes;
}

/// What this rank sends or receives, whichever is more.
std::int64_t own_bytes(const AllToAllArguments& arguments, int ranks) {
    const std::int64_t received = bytes_of(arguments.receive, ranks);
    return arguments.in_place() ? received : std::max(received, bytes_of(arguments.send, ranks));
}

Session& the_session() { return *session.load(std::memory_order_relaxed); }

}  // namespace

void carry_now(const AllToAllArguments& arguments, CommRecord& record, Carried& carried) {
    if (!is_valid(arguments, record)) return;
    TeamCall call(record, arguments.operation, block_bytes(arguments), carried, [&] { return own_bytes(arguments, record.size); });
    if (!call.is_carried()) return;
    BlockCall blocks(arguments, record, call.choice(), false);
    call.note(blocks.pack(call.carrier()));
    if (call.run(blocks.call())) call.note(blocks.deliver(call.carrier()));
    call.finish();
}

void carry_prepared(const AllToAllArguments& arguments, const PreparedCalls& prepared, CommRecord& record, Carried& carried) {
    if (!is_valid(arguments, record)) return;
    TeamCall call(record, prepared.team, carried);
    if (!call.is_carried()) return;
    BlockCall blocks(arguments, record, prepared.choice, false);
    blocks.call().prepared = prepared.what.get();
    call.note(blocks.pack(call.carrier()));
    if (call.run(blocks.call())) call.note(blocks.deliver(call.carrier()));
    call.finish();
}

void carry_in_background(const AllToAllArguments& arguments, MPI_Request* request, CommRecord& record, Carried& carried) {
    if (!request || !is_valid(arguments, record)) return;
    Session& s = the_session();
    const Choice choice = choose(s, record, arguments.operation, block_bytes(arguments));
    if (!choice.engine) return;
    CommTeam* team = known_team(record, choice);
    // A nonblocking call must not wait for the others: the next one in which all meet does.
    if (!team) want_team(record, choice, 0);
    if (record.carrier == MPI_COMM_NULL && !record.carry_failed) record.wants_carrier = true;
    if (!team || !team->team || team->off || record.carrier == MPI_COMM_NULL) return;
    int code = MPI_SUCCESS;
    if (!s.background.begin(s, record, *team, std::make_unique<BlockCall>(arguments, record, choice, true), request, code)) return;
    carried.engine = choice.index;
    carried.code = code;
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
}

void carry_again(const AllToAllArguments& arguments, MPI_Request* request, CommRecord& record, Carried& carried) {
    if (!request || !is_valid(arguments, record)) return;
    Session& s = the_session();
    const Choice choice = choose(s, record, arguments.operation, block_bytes(arguments));
    if (!choice.engine) return;
    CommTeam* team = own_team(s, record, choice);
    if (!team) return;
    carried.engine = choice.index;
    carried.code = s.background.make_persistent(s, record, *team, std::make_unique<BlockCall>(arguments, record, choice, true), request);
    if (carried.code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, carried.code);
}

}  // namespace shunt
