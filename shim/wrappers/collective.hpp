#pragma once
// Collectives: carried by an engine, waited for gently, or left to the host; the record names the carrier.
#include "shim/objects/collective_arguments.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/must_meet.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// Whether a rank may leave such a collective before all have entered: its data may then still be in transit.
constexpr bool leaves_early(Operation operation) {
    switch (operation) {
        case Operation::barrier:
        case Operation::allreduce:
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw:
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return false;
        default: return true;
    }
}

/// Whether a call of that operation may synchronise its members (see synchronises()).
constexpr bool may_synchronise(Operation operation) { return synchronises(operation, 1); }

/// Corrects the count for a call that the host refused when it checked the arguments: other members do not know of it,
/// so it is not among the calls that all members count alike. `code`: the host's.
[[gnu::cold, gnu::noinline]] inline void uncount_refused(CommRecord& record, int code) {
    if (is_refusal(code)) record.collective_sequence -= 1;
}
inline void uncount_refused(CommRecord* record, int code, const Carried& carried) {
    if (code != MPI_SUCCESS && record && carried.engine == 0) uncount_refused(*record, code);
}

/// The host carries a blocking collective.
[[gnu::always_inline]] inline void note_host_carries(Session& s, Operation operation, const CommRecord* record) {
    if (leaves_early(operation)) s.host_work.moved();
    else if (operation == Operation::barrier && record && record->size == s.world_size) s.host_work.met();
}

// Defined in generated/wrappers.cpp.
extern const CollectiveFunction kMPI_Alltoallv, kMPI_Scatterv;

/// Begins a nonblocking collective.
int on_icollective(const CollectiveArguments& arguments);
/// Makes a persistent collective.
int on_collective_init(const CollectiveArguments& arguments);
/// The program opens a group for MPI_Scatterv, on a communicator that has a record.   Fails: the code that its error
/// handler has been called with.
int run_open_group(Session& s, const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                   ScattervGroup*& opened);

/// Runs `carry()`. A rank without memory for its part of a collective cannot leave the call to the host, which no other
/// rank calls: so that no rank hangs, the job ends, as it does for an error of MPI_COMM_WORLD.
template <class Carry>
void carry_or_abort(const CommRecord& record, Carry&& carry) {
    try {
        carry();
    } catch (const std::bad_alloc&) { end_without_memory(record); }
}

/// A blocking collective that straight_to_host() has not passed to the host.
int on_collective(const CollectiveArguments& arguments);

}  // namespace shunt
