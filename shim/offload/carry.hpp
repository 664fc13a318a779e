#pragma once
// Collectives that an engine's team carries entirely.
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

/// The outcome of a call that an engine might carry.
struct Carried {
    int engine = 0;             ///< index in the profile; 0: not carried, the host must
    int code = MPI_SUCCESS;     ///< what to return to the program; error handlers have been called
    Because because;            ///< why it was carried or not; empty if nothing was decided
    Trial* trial = nullptr;     ///< of `auto`, which must be told how long the call took; null: none
    std::int64_t begin_ns = 0;  ///< when that call began, on CLOCK_MONOTONIC
    HostChoice choice;          ///< of the host's algorithms, if the host must carry the call
    int candidate = 0;          ///< Decision::candidate
    bool is_by_choice = false;  ///< the host has carried it by `choice`
    /// Stores a decision that leaves the call to the host.
    void leave_to_host(const Decision& decision) {
        because = decision.because;
        choice = decision.choice;
        candidate = decision.candidate;
    }
};

/// Whether the host returns `code` for arguments that it refuses when it checks them, before it has communicated with
/// other ranks.
bool is_refusal(int code);

/// A group that the program has opened for MPI_Scatterv (shim/include/mpix_shunt.h).   Owner: the program, until it
/// closes it.
struct ScattervGroup {
    MPI_Comm comm;
    int root;
    CommTeam* team;             ///< in which it was opened; compared with the communicator's before use
    std::uint32_t number;       ///< within the team
    std::uint64_t block_bytes;  ///< of this rank
    Reason
        host_reason;  ///< why the host carries this group's messages (OpenedGroup::bound); none: the team carries them
};

/// Opens a group if an engine's team carries scatterv; else sets null, on all members alike. `send_counts` and
/// `send_type` are significant at the root. Blocks: collective over the communicator.   Fails: the code that the
/// communicator's error handler has been called with.
int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                        ScattervGroup*& opened);
/// Leaves the group and deletes it.   `record` null: its communicator is gone.
void close_scatterv_group(ScattervGroup* group, CommRecord* record);

/// Ends the job because this rank has no memory for its part of a collective that others are already in.
[[noreturn]] void end_without_memory(const CommRecord& record);
/// The same for calls on several communicators, or for messages.
[[noreturn]] void end_without_memory();

/// Lets the team of an engine carry a call that the arguments describe, if a rule names an engine that supports it. All
/// members decide alike. Arguments that are not acceptable are left to the host, which reports the error. Elements of a
/// reduction are combined by the host's MPI_Reduce_local. Operations that the host may refuse on a type, and types
/// whose elements overlap, are left to the host on all ranks. Blocks: as the host's call does.   Fails: std::bad_alloc,
/// when other members may have begun.
void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);
/// Begins a nonblocking call.   Blocks: never for long.   Fails: likewise.
void carry_nonblocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);
/// Makes a persistent call.   Blocks: collective over the communicator.   Fails: likewise.
void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);

/// Facts of a call that are known before it is carried.
struct Asked {
    std::int64_t bytes = kBytesDiffer;                      ///< equal_bytes()
    bool exact = false;                                     ///< Facts::exact
    const DecisionCache<CommTeam>::Entry* known = nullptr;  ///< the decision for such calls; null: still to be made
};

/// The schedule that an engine has computed in advance for blocking calls on one communicator.
struct PreparedCalls {
    CommTeam* team;
    Decision decision;
    std::unique_ptr<Prepared> what;
};

}  // namespace shunt
