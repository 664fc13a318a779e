#pragma once
// How messages of ours went, in the rows of the record that count them.
#include <mpi.h>

#include "shim/observe/session.hpp"
#include "shim/offload/messages/message.hpp"

namespace shunt {

/// The call of `request` has ended, which the record still knows: `sent_row` becomes that of its send, and what was
/// received is counted. Directions that are null are not there.   The recorder is not held.
void note_recorded_end(Session& s, MPI_Request request, record::Cell** sent_row, const remote_write::Receive* received);
inline void note_end(Session& s, MPI_Request request, record::Cell** sent_row, const remote_write::Receive* received) {
    if (s.recorder) note_recorded_end(s, request, sent_row, received);
}

/// Counts how a send went that has ended, if its row is known, once.   The recorder is not held.
void note_recorded_sent(Session& s, record::Cell*& row, const remote_write::Send& send);
inline void note_sent(Session& s, record::Cell*& row, const remote_write::Send& send) {
    if (row) note_recorded_sent(s, row, send);
}

}  // namespace shunt
