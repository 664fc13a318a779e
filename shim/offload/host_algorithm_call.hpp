#pragma once
// Blocking collectives that the host carries by one of its own algorithms, which a decision names (HostChoice).
//
// The ranks agree in MPI_Init which algorithms can be chosen; so a decision that names one is settled alike on all
// ranks, and all members take part in the same call on the same communicator. Under MPICH the algorithm's variable is
// written before the call. Under Open MPI the call is made on a communicator of ours with the same members, which was
// made while the variable was set. Making one waits for all members, so it happens only in calls that no member can
// leave before all have entered. Other calls request it (CommRecord::wants), and until then the host carries them by
// its default.
#include "native/select/decision.hpp"
#include "native/select/learning.hpp"
#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/offload/carry.hpp"

namespace shunt {

struct Session;

/// Records which of them `auto` may try: none in which a member may wait that the host's default does not keep waiting,
/// and none if calls wait gently from the start. If Open MPI cuts an operation into segments, broadcasts and reductions
/// to one rank are also tried with segments. Alike on all ranks; after they have agreed.   Fails: std::bad_alloc.
void find_host_candidates(Session& s);

/// Removes an algorithm that cannot be chosen for such calls from a decision. Alike on all ranks.
void settle_host_choice(const Session& s, Decision& decision);

/// Calls the host's blocking function under `carried.choice`. If that is not possible, the host uses its default, and
/// `carried` records why. Errors are raised on the program's communicator.   Fails: std::bad_alloc, before the host is
/// called.
int call_by_host_algorithm(Session& s, const CollectiveArguments& arguments, CommRecord& record, Carried& carried);

/// Requests the communicator for a choice of `auto`, for calls in which members need not meet. On all members alike,
/// between the same two calls.   Blocks: never.   Fails: std::bad_alloc.
void want_host_algorithm(Session& s, CommRecord& record, const Learning::Kind& kind, const HostChoice& choice);

/// Makes the communicators that calls have requested.   Blocks: collective over the communicator.
void make_wanted_algorithms(Session& s, CommRecord& record);

/// Makes for MPI_COMM_WORLD those that calls will request, according to earlier runs (RunKnowledge): a program that
/// only broadcasts makes no call in which all members meet.   Blocks: collective over MPI_COMM_WORLD, if there are any.
/// Fails: std::bad_alloc.
void make_first_algorithms(Session& s, CommRecord& world);

/// Frees all of them.   Blocks: never.
void free_algorithm_comms(CommRecord& record);

}  // namespace shunt
