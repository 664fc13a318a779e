#pragma once

namespace shunt {

/// Removes the plan from the settings if it is for another program or, unless `ranks` is 0, for another number of
/// ranks; a message in the settings reports that. Equal on all ranks that run one program. Other ranks then have other
/// settings, which is detected when they agree.   Thread: the one that binds the library, and that of MPI_Init.
/// Fails: std::bad_alloc.
void leave_out_foreign_plan(int ranks);

}  // namespace shunt
