#pragma once
#include <cstdint>

#include "shim/observe/session.hpp"

namespace shunt {

/// What is known about the other ranks when this one closes its record in MPI_Finalize.
enum class OtherRanks : std::uint8_t {
    here,  ///< all are in MPI_Finalize, too
    late,  ///< some are not, and may still need this rank's part of work under way
    gone   ///< one has died, or the ranks could not be asked
};

/// Closes this rank's record; gathers all ranks' (see gather_records); rank 0 writes the profile.
/// If ranks are missing, nothing is gathered and the spools stay for `shunt recover`.
/// `end_offload`: ends what depends on the session, as soon as the state of the other ranks is known.
/// Blocks: see finish_session.   Fails: std::bad_alloc; other failures are logged and leave the spools.
void close_and_merge(Session& s, Function function, void (*end_offload)(Session&, OtherRanks));

/// Lowest world rank on this rank's node: it reports for the node.
int lowest_rank_of_node(const Session& s);

}  // namespace shunt
