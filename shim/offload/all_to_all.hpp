#pragma once
// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw, their nonblocking and their persistent forms, by an engine's team.
#include <memory>

#include "shim/offload/alltoall_buffers.hpp"
#include "shim/offload/carry.hpp"

namespace shunt {

/// What an engine has computed beforehand for blocking calls on one communicator.
struct PreparedCalls {
    CommTeam* team;
    Decision decision;
    std::unique_ptr<Prepared> what;
};

/// Carries a blocking call of acceptable arguments, when a rule names an engine that supports it; with what has been
/// prepared for it, where its team still works. All members decide alike: the bytes of an alltoall's block are equal on
/// all by MPI's own rule, the rest by agreement. Blocks: as the host's call does.
void carry_all_to_all(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried);
/// Begins a nonblocking call. The first ones on a communicator are the host's: making a team waits for all members,
/// which the next blocking collective may do and this must not.   Blocks: never for long.
void begin_all_to_all(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);
/// Makes a persistent call, with the schedule computed now.   Blocks: collective over the communicator, as MPI allows
/// here.
void make_persistent_all_to_all(const CollectiveArguments& arguments, CommRecord& record, Carried& carried);

}  // namespace shunt
