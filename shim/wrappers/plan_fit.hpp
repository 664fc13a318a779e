#pragma once

namespace shunt {

/// Leaves the plan of the settings out where it is for another program or, unless `ranks` is 0, another number of
/// ranks; a message of the settings says so. Equal on all ranks that run one program: others then have other settings,
/// which they find out when they agree.   Thread: of what binds the library, and of MPI_Init.   Fails: std::bad_alloc.
void leave_out_foreign_plan(int ranks);

}  // namespace shunt
