#pragma once
#include <mpi.h>

namespace shunt {

struct Session;

/// Notes a communicator that MPI_Comm_create_group has just made, in that call. Its members number it alike: its first
/// one tells the others how many it was the first of before, which together with its rank is no other's number. The
/// count of the parent's children would not do, as others than the members know nothing of the call.
/// Not numbered, on all members alike: where this world carries nothing, and where members are of other worlds.
/// Blocks: until the first member has come, on `made` alone, so that threads may make several at once.
void note_group(Session& s, MPI_Comm made);

}  // namespace shunt
