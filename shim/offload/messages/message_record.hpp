#pragma once
// Counts how messages of ours were sent, in the rows of the record.
#include <mpi.h>

#include "shim/observe/session.hpp"
#include "shim/offload/messages/message.hpp"

namespace shunt {

/// The call of `request`, which the record still knows, has ended: sets `sent_row` to the row of its send, and counts
/// the received message. Null directions do not exist.   The caller does not hold the recorder.
void note_recorded_end(Session& s, MPI_Request request, record::Cell** sent_row, const remote_write::Receive* received);
inline void note_end(Session& s, MPI_Request request, record::Cell** sent_row, const remote_write::Receive* received) {
    if (s.recorder) note_recorded_end(s, request, sent_row, received);
}

/// Counts, once, how a send that has ended was sent, if its row is known.   The caller does not hold the recorder.
void note_recorded_sent(Session& s, record::Cell*& row, const remote_write::Send& send);
inline void note_sent(Session& s, record::Cell*& row, const remote_write::Send& send) {
    if (row) note_recorded_sent(s, row, send);
}

}  // namespace shunt
