#pragma once
// Whether handles of the program name an object. The check does not call the program's error handlers: the host's own
// call reports a wrong handle to them, and only once.
#include <mpi.h>

#include <cstdint>

#include "shim/host/handle.hpp"

namespace shunt {

/// Whether `comm` names a communicator.   Thread: any.
bool names_communicator(MPI_Comm comm);

/// Whether `type` names a datatype whose elements can be sent.   Thread: any.
bool names_datatype(MPI_Datatype type);

/// Whether `op` may name an operation; a freed operation cannot be distinguished from others.   Thread: any.
bool may_name_operation(MPI_Op op);

}  // namespace shunt
