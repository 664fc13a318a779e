#pragma once
#include "shim/observe/session.hpp"

namespace shunt {

/// Closes this rank's record; gathers all ranks' (see gather_records); rank 0 writes the profile.
/// Where ranks are missing, nothing is gathered and the spools stay for `shunt recover`.
/// `end_offload`: ends what stands on the session, as soon as it is known whether all ranks have come to MPI_Finalize.
/// Blocks: see finish_session.   Fails: std::bad_alloc; other failures are logged and leave the spools.
void close_and_merge(Session& s, Function function, void (*end_offload)(Session&, bool all_have_come));

/// Lowest world rank on this rank's node: the one that speaks for it.
int lowest_rank_of_node(const Session& s);

}  // namespace shunt
