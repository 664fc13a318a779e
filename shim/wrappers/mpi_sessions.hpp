#pragma once
#include <mpi.h>

#include "shim/observe/session.hpp"

#ifdef MPI_SESSION_NULL
namespace shunt {

/// MPI_Session_init made `made`. If there is no record, a new one starts. It lasts until the end of all MPI sessions
/// that were open meanwhile.   Thread: any.
void note_mpi_session(Function function, MPI_Session made, record::ClockPoint start) noexcept;

/// Before the host's MPI_Session_finalize.   Returns: whether the record has ended with it, as in finish_session.
/// Thread: any.
bool note_end_of_mpi_session(Function function) noexcept;

}  // namespace shunt
#endif
