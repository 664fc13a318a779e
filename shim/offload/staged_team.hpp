#pragma once
#include "shim/carrier.hpp"

namespace shunt {

/// Teams on communicators whose calls so far let a rank run ahead of the others (broadcasts, scatters). Such a call must not wait for all
/// members, so the members exchange what a join needs in the background. After 16, 32, 64 ... further calls the root of a broadcast or scatter,
/// for which its receivers wait anyway, says by a broadcast of the host's whether it has heard from all members. Where it has, all others may
/// wait for what was sent before, and the join goes on by a step, on all members in the same call. A call in which all members meet ends the
/// join at once.

/// Begins the join where that is possible: one engine at a time, which never waits in its join but in exchanges, on a communicator whose
/// `id` is agreed. Alike on all members.
void begin_staged(Session& s, CommRecord& record, const Choice& choice);

/// In a broadcast or scatter of at least one byte that all members are known to make: lets the root say its word, if it is due.
void hear_root(Session& s, CommRecord& record, int root);

/// In a call in which all members meet: ends the join.   Blocks: collective over the communicator.
void finish_staged(Session& s, CommRecord& record);

/// The communicator is freed.
void abandon_staged(CommRecord& record);

}  // namespace shunt
