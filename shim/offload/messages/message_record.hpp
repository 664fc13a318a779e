#pragma once
// How messages of ours went, in the rows of the record that count them.
#include <mpi.h>

#include "shim/observe/session.hpp"
#include "shim/offload/messages/message.hpp"

namespace shunt {

/// The call of `request` has ended, which the record still knows: `out` learns its row, and what `in` has received is
/// counted. Directions that are null are not there.   The recorder is not held.
void note_end(Session& s, MPI_Request request, Outgoing* out, const Incoming* in);

/// Counts how a send went that has ended, if its row is known, once.   The recorder is not held.
void note_sent(Session& s, Outgoing& out);

}  // namespace shunt
