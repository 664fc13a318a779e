#include "shim/offload/messages/message_record.hpp"

#include <utility>

#include "shim/observe/row.hpp"

namespace shunt {
namespace {

/// The row of the received message, as Completion finds it by the status. The caller holds the recorder.
record::Cell* row_of_received(Session& s, const PendingCall& call, const remote_write::Envelope& message) {
    const unsigned flags = call.flags | unsigned{record::kTraffic} | unsigned{record::kReceive};
    record::RowKey key = key_of(call.function, call.comm, message.source, message.bytes, flags);
    key.set_engine(call.engine);
    return row_of(s, key, call.comm);
}

}  // namespace

void note_recorded_end(Session& s, MPI_Request request, record::Cell** sent_row,
                       const remote_write::Receive* received) {
    const record::Recorder::Locked locked(*s.recorder);
    const PendingCall* const call = s.requests.find(request);
    if (!call || (call->persistent && !call->cell)) return;
    if (sent_row) *sent_row = call->cell;
    if (!received || !s.recording()) return;
    const record::CarriedMessage course = course_of(*received);
    if (course.protocol == record::MessageProtocol::none) return;
    if (const record::Cell* row = row_of_received(s, *call, received->message)) s.recorder->note_message(*row, course);
}

void note_recorded_sent(Session& s, record::Cell*& row, const remote_write::Send& send) {
    const record::Cell* const known = std::exchange(row, nullptr);
    if (!s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    s.recorder->note_message(*known, course_of(send));
}

}  // namespace shunt
