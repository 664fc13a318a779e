#pragma once

namespace shunt {

struct Session;

/// Removes the plan from the settings if it is for another program or, unless `ranks` is 0, for another number of
/// ranks; a message in the settings reports that. Equal on all ranks that run one program. Other ranks then have other
/// settings, which is detected when they agree.   Thread: the one that binds the library, and that of MPI_Init.
/// Fails: std::bad_alloc.
///
/// A plan from a run with another MPI stays, but its times are removed, and its lines for algorithms of that MPI.
void leave_out_foreign_plan(int ranks);

/// The same for a plan from a run on another number of nodes, as soon as the ranks have agreed.   Fails:
/// std::bad_alloc.
void distrust_plan_of_other_nodes(Session& s);

}  // namespace shunt
