#pragma once
#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the last set first (MPI-4.0 11.2.4), and their delete
/// functions are the program's: they may send to ranks that have not come to MPI_Finalize. So the session ends in the
/// delete function of an attribute of ours, which is set before any of the program's.
/// Sets it, in MPI_Init. Where the host refuses, the session ends before the host's MPI_Finalize.   Thread: MPI_Init's.
void end_session_with_comm_self() noexcept;

/// At the beginning of MPI_Finalize: ends the session now, or lets it end in the host's MPI_Finalize. See
/// finish_session.
void begin_finalize(Function function) noexcept;
/// After it: what a program's delete function has kept from ending ends here, without the other ranks.
void end_finalize() noexcept;

}  // namespace shunt
