#pragma once
// Blocking collectives that the host carries by an algorithm of its own which a decision names (HostChoice).
//
// Which algorithms can be chosen is agreed on in MPI_Init; so a decision that names one is settled alike on all ranks,
// and all members take part in the same call on the same communicator. Under MPICH the algorithm is written before the
// call. Under Open MPI the call goes to a communicator of ours with the same members, which was made while the
// algorithm was written. Making one waits for all members: it happens in calls in which no member can be done before
// all have entered; other calls ask for it (CommRecord::wants), and go to the host as ever until then.
#include "native/select/decision.hpp"
#include "native/select/learning.hpp"
#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/offload/carry.hpp"

namespace shunt {

struct Session;

/// Notes which of them `auto` may try: none in which a member may wait that the host's default lets go on, and none
/// where calls wait gently from the start. Of operations that Open MPI cuts into segments broadcasts and reductions to
/// one rank are tried so too. Alike on all ranks; after they have agreed.   Fails: std::bad_alloc.
void find_host_candidates(Session& s);

/// Takes an algorithm that cannot be chosen for such calls out of a decision that names one. Alike on all ranks.
void settle_host_choice(const Session& s, Decision& decision);

/// Calls the host's blocking function under `carried.choice`; where that cannot be, as ever, and `carried` says why.
/// Errors are raised on the program's communicator.   Fails: std::bad_alloc, before the host is called.
int call_by_host_algorithm(Session& s, const CollectiveArguments& arguments, CommRecord& record, Carried& carried);

/// Asks for the communicator of a choice of `auto` for calls in which members need not meet. On all members alike,
/// between the same two calls.   Blocks: never.   Fails: std::bad_alloc.
void want_host_algorithm(Session& s, CommRecord& record, const Learning::Kind& kind, const HostChoice& choice);

/// Makes the communicators that calls have asked for.   Blocks: collective over the communicator.
void make_wanted_algorithms(Session& s, CommRecord& record);

/// Makes those for MPI_COMM_WORLD that calls will ask for, as earlier runs have found out (RunKnowledge): a program
/// that only broadcasts has no call in which all members meet.   Blocks: collective over MPI_COMM_WORLD, where there
/// are any.   Fails: std::bad_alloc.
void make_first_algorithms(Session& s, CommRecord& world);

/// Frees all of them.   Blocks: never.
void free_algorithm_comms(CommRecord& record);

}  // namespace shunt
