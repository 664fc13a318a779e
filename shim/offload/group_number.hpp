#pragma once
#include <mpi.h>

namespace shunt {

struct Session;

/// Notes a communicator that MPI_Comm_create_group has just made, in that call. Its members give it the same number:
/// the first member sends the others the count of such communicators that it was first in before. That count and its
/// rank together are unique. The count of the parent's children would not do, as ranks that are not members do not know
/// of the call.
/// Not numbered, on all members alike: if this world carries nothing, or if members are of other worlds.
/// Blocks: until the first member has called, on `made` alone, so that threads may make several at once.
void note_group(Session& s, MPI_Comm made);

}  // namespace shunt
