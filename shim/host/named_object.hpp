#pragma once
// Whether handles that the program gives name anything: asked without calling the program's error handlers, which hear
// of a wrong one from the host's own call, and once.
#include <mpi.h>

#include <cstdint>

#include "shim/host/handle.hpp"

namespace shunt {

/// Whether `comm` names a communicator.   Thread: any.
bool names_communicator(MPI_Comm comm);

/// Whether `type` names a datatype that can be sent.   Thread: any.
bool names_datatype(MPI_Datatype type);

/// Whether `op` may name an operation; one that has been freed is not told from others.   Thread: any.
bool may_name_operation(MPI_Op op);

}  // namespace shunt
