#pragma once
// Shunt's communicators with the members of a program's communicator. They are made by MPI_Comm_split and not by
// MPI_Comm_dup, which would call the program's attribute functions. Errors on them are returned.
#include <mpi.h>

#include "shim/objects/communicator.hpp"

namespace shunt {

struct Session;

/// The private communicator of `record`, made now if there is none.
/// Blocks: collective over the communicator, the first time.   Fails: MPI_COMM_NULL, on all members.
MPI_Comm private_comm_of(CommRecord& record);

/// Makes another one, for the caller. `may`: this member agrees.
/// Blocks: collective over the communicator.   Fails: MPI_COMM_NULL, on all members; also if one does not agree.
MPI_Comm new_private_comm(Session& s, const CommRecord& record, bool may);

/// Frees one.   Blocks: never.
void free_private_comm(MPI_Comm& comm);

/// Frees those of a communicator that the program has freed, or all in MPI_Finalize.   Blocks: never.
void free_private_comms(CommRecord& record);

}  // namespace shunt
