#pragma once
// Collectives that an engine's team carries whole.
#include <mpi.h>

#include <cstdint>
#include <memory>

#include "native/engines/contract.hpp"
#include "native/select/decision.hpp"
#include "native/select/decision_cache.hpp"
#include "native/select/reason.hpp"
#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/communicator.hpp"

namespace shunt {

/// What became of a call that an engine might carry.
struct Carried {
    int engine = 0;             ///< index in the profile; 0: it was not carried, the host must
    int code = MPI_SUCCESS;     ///< what to return to the program; error handlers have been called
    Because because;            ///< why it was carried or not; empty where nothing was decided
    Trial* trial = nullptr;     ///< of `auto`, which is to be told how long the call took; null: nobody is
    std::int64_t begin_ns = 0;  ///< when that call began, on CLOCK_MONOTONIC
    HostChoice choice;          ///< of the host's algorithms, where the host must carry it
    int candidate = 0;          ///< Decision::candidate
    bool is_by_choice = false;  ///< the host has carried it by `choice`
    /// What was decided, where that leaves the call to the host.
    void leave_to_host(const Decision& decision) {
        because = decision.because;
        choice = decision.choice;
        candidate = decision.candidate;
    }
};

/// Whether the host returns `code` for arguments that it refuses at sight, before anything has been said to other
/// ranks.
bool is_refusal(int code);

/// A group that the program has opened for MPI_Scatterv (shim/include/mpix_shunt.h).   Owner: the program, until it
/// closes it.
struct ScattervGroup {
    MPI_Comm comm;
    int root;
    CommTeam* team;             ///< that it was opened in; compared with the communicator's before it is used
    std::uint32_t number;       ///< within the team
    std::uint64_t block_bytes;  ///< of this rank
    Reason host_reason;         ///< why the host carries what moves in it (OpenedGroup::bound); none: the team does
};

/// Opens one where an engine's team carries scatterv; null elsewhere, on all members alike. `send_counts` and
/// `send_type` matter at the root. Blocks: collective over the communicator.   Fails: the code that the communicator's
/// error handler has been called with.
int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                        ScattervGroup*& opened);
/// Leaves the group; it is deleted.   `record` null: its communicator is gone.
void close_scatterv_group(ScattervGroup* group, CommRecord* record);

/// Ends the job because this rank has no memory for its part of a collective that others are already in.
[[noreturn]] void end_without_memory(const CommRecord& record);
/// The same of what several communicators may have under way, or messages.
[[noreturn]] void end_without_memory();

/// Lets the team of an engine carry a call that the arguments describe, when a rule names an engine that supports it.
/// All members decide alike; arguments that are not acceptable are left to the host, which knows how to complain.
/// Elements of a reduction are combined by the host's MPI_Reduce_local; operations that the host may refuse on a type,
/// and types whose elements overlap, are left to the host on all ranks. Blocks: as the host's call does.   Fails:
/// std::bad_alloc, where other members may have begun.
void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);
/// Begins a nonblocking call.   Blocks: never for long.   Fails: likewise.
void carry_nonblocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);
/// Makes a persistent call.   Blocks: collective over the communicator.   Fails: likewise.
void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);

/// What is known of a call before it is carried.
struct Asked {
    std::int64_t bytes = kBytesDiffer;  ///< equal_bytes()
    bool exact = false;                 ///< Facts::exact
    const DecisionCache<CommTeam>::Entry* known =
        nullptr;  ///< what was decided for such calls; null: it is to be decided now
};

/// What an engine has computed beforehand for blocking calls on one communicator.
struct PreparedCalls {
    CommTeam* team;
    Decision decision;
    std::unique_ptr<Prepared> what;
};

}  // namespace shunt
