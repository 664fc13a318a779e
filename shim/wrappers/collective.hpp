#pragma once
// Collectives: carried by an engine, waited for gently, or left to the host; recorded with who carried them.
#include "shim/objects/collective_arguments.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/must_meet.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// Whether a rank may leave such a collective before all have come: what it has sent is then perhaps still on its way.
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

/// A call that the host has refused at sight, which other members know nothing of, is none of those that all count
/// alike. `code`: the host's.
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

// Of generated/wrappers.cpp.
extern const CollectiveFunction kMPI_Alltoallv, kMPI_Scatterv;

/// A nonblocking collective begins.
int on_icollective(const CollectiveArguments& arguments);
/// A persistent one is made.
int on_collective_init(const CollectiveArguments& arguments);
/// The program opens a group for MPI_Scatterv, on a communicator that has a record.   Fails: the code that its error
/// handler has been told.
int run_open_group(Session& s, const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                   ScattervGroup*& opened);

/// Runs `carry()`. A rank without memory for its part of a collective cannot leave it to the host alone, where no
/// other rank comes: instead of a hang the job ends, as it does for an error of MPI_COMM_WORLD.
template <class Carry>
void carry_or_abort(const CommRecord& record, Carry&& carry) {
    try {
        carry();
    } catch (const std::bad_alloc&) { end_without_memory(record); }
}

/// A blocking collective that straight_to_host() has not let through.
int on_collective(const CollectiveArguments& arguments);

}  // namespace shunt
