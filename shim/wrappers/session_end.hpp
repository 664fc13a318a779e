#pragma once
#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the last set first (MPI-4.0 11.2.4). Their delete
/// functions are the program's and may send to ranks that have not yet called MPI_Finalize. So the session ends in the
/// delete function of an attribute of ours, which is set before any of the program's.
/// Sets it, in MPI_Init. If the host refuses, the session ends before the host's MPI_Finalize.   Thread: MPI_Init's.
void end_session_with_comm_self() noexcept;

/// At the beginning of MPI_Finalize: ends the session now, or arranges that it ends in the host's MPI_Finalize. See
/// finish_session.
void begin_finalize(Function function) noexcept;
/// After it: if a delete function of the program kept the session from ending, ends it without the other ranks.
void end_finalize() noexcept;

}  // namespace shunt
