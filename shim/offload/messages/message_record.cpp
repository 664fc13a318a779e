#include "shim/offload/messages/message_record.hpp"

#include <utility>

#include "shim/observe/row.hpp"

namespace shunt {
namespace {

/// The row of what was received, as Completion finds it by the status. The recorder is held.
record::Cell* row_of_received(Session& s, const PendingCall& call, const remote_write::Envelope& message) {
    const unsigned flags = call.flags | unsigned{record::kTraffic} | unsigned{record::kReceive};
    record::RowKey key = key_of(call.function, call.comm, message.source, message.bytes, flags);
    key.set_engine(call.engine);
    return row_of(s, key, call.comm);
}

}  // namespace

void note_end(Session& s, MPI_Request request, Outgoing* out, const Incoming* in) {
    if (!s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    const PendingCall* const call = s.requests.find(request);
    if (!call || (call->persistent && !call->cell)) return;
    if (out) out->row = call->cell;
    if (!in || !s.recording()) return;
    const record::CarriedMessage course = course_of(in->receive);
    if (course.protocol == record::MessageProtocol::none) return;
    if (const record::Cell* row = row_of_received(s, *call, in->receive.message))
        s.recorder->note_message(*row, course);
}

void note_sent(Session& s, Outgoing& out) {
    const record::Cell* const row = std::exchange(out.row, nullptr);
    if (!row || !s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    s.recorder->note_message(*row, course_of(out.send));
}

}  // namespace shunt
