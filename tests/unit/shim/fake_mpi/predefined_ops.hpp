#pragma once
#include <mpi.h>

namespace shunt::fake {

/// MPI_Reduce_local of MPI's own operations.   Returns: false if the fake has no such operation on the type.
bool combine_predefined(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op);

}  // namespace shunt::fake
