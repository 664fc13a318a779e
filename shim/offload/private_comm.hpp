#pragma once
// Communicators of ours with the members of one of the program's. They are made by MPI_Comm_split and not by
// MPI_Comm_dup, which would call the program's attribute functions. Errors on them are returned.
#include <mpi.h>

#include "shim/objects/communicator.hpp"

namespace shunt {

struct Session;

/// The private communicator of `record`, made now if there is none.
/// Blocks: collective over the communicator, the first time.   Fails: MPI_COMM_NULL, on all members.
MPI_Comm private_comm_of(CommRecord& record);

/// Another one, for the caller. `may`: this member has nothing against it.
/// Blocks: collective over the communicator.   Fails: MPI_COMM_NULL, on all members, also where one says no.
MPI_Comm new_private_comm(Session& s, const CommRecord& record, bool may);

/// Frees one.   Blocks: never.
void free_private_comm(MPI_Comm& comm);

/// Frees those of a communicator that the program has freed, or in MPI_Finalize.   Blocks: never.
void free_private_comms(CommRecord& record);

}  // namespace shunt
