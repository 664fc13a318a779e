#include "shim/offload/messages/plain_request.hpp"

#include "shim/host/status.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/messages/message_record.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {
namespace {

using remote_write::Ending;

template <class Message>
CallState state_of(const Message& message) {
    if (!message.has_ended()) return CallState::active;
    return message.ending == Ending::success || message.ending == Ending::cancelled ? CallState::ended
                                                                                    : CallState::failed;
}

/// The bytes of elements that may be lent; -1: they may not, or nothing is known of them.
[[gnu::always_inline]] inline std::int64_t plain_bytes(const MessageBuffer& buffer) {
    const ThreadState::Type* const type = known_type(buffer.type);
    if (!type || !type->plain || buffer.count < 0 || is_on_device(buffer.base)) return -1;
    const std::int64_t bytes = buffer.count * type->size;
    return buffer.base || bytes == 0 ? bytes : -1;
}

}  // namespace

/// That of `comm`, if its messages are ours and `buffer` names one of its ranks, and a tag.
inline CommRecord* Messages::known_record(MPI_Comm comm, const MessageBuffer& buffer, bool receives) const {
    CommRecord* const record = session_.comms.peek(comm);
    if (!record || !record->carries_messages) return nullptr;
    const bool names_rank = has_rank(*record, buffer.peer) || (receives && buffer.peer == MPI_ANY_SOURCE);
    const bool has_tag =
        (buffer.tag >= 0 && buffer.tag <= session_.tag_upper_bound) || (receives && buffer.tag == MPI_ANY_TAG);
    return names_rank && has_tag ? record : nullptr;
}

bool Messages::begin_plain_send(MPI_Comm comm, const MessageBuffer& buffer, SendMode mode, MPI_Request* request) {
    CommRecord* const record = known_record(comm, buffer, false);
    const std::int64_t bytes = plain_bytes(buffer);
    if (!record || bytes < 0 || !request) return false;
    try {
        PlainSend& call = spare_sends_.take();
        if (pool().give(session_.world, call, request) != MPI_SUCCESS) return spare_sends_.give_back(call), false;
        const std::span data{static_cast<const std::byte*>(buffer.base), static_cast<std::size_t>(bytes)};
        if (!call.begin(*record, data, buffer, mode)) note_begun();  // one that has ended has left nothing to be done
    } catch (const std::bad_alloc&) { end_without_memory(); }
    return true;
}

bool Messages::begin_plain_receive(MPI_Comm comm, const MessageBuffer& buffer, MPI_Request* request) {
    CommRecord* const record = known_record(comm, buffer, true);
    const std::int64_t bytes = plain_bytes(buffer);
    if (!record || bytes < 0 || !request) return false;
    try {
        PlainReceive& call = spare_receives_.take();
        if (pool().give(session_.world, call, request) != MPI_SUCCESS) return spare_receives_.give_back(call), false;
        const std::span into{static_cast<std::byte*>(buffer.writable()), static_cast<std::size_t>(bytes)};
        if (call.begin(*record, into, buffer)) note_left();
        else note_begun();
    } catch (const std::bad_alloc&) { end_without_memory(); }
    return true;
}

bool PlainSend::begin(CommRecord& record, std::span<const std::byte> data, const MessageBuffer& buffer, SendMode mode) {
    use(record);
    owner_.start_send(send_, data, record, buffer, mode);
    return send_.has_ended();
}

CallState PlainSend::state() const { return state_of(send_); }

void PlainSend::fill(MPI_Status* status) const {
    set_cancelled(*status, send_.has_ended() && send_.ending == Ending::cancelled);
}

CallFailure PlainSend::failure() const {
    return {record_->handle, send_.ending == Ending::lost ? int{MPI_ERR_OTHER} : int{MPI_SUCCESS}};
}

/// It has ended, and its row knows so.
void PlainSend::put_away() {
    note_sent(owner_.session_, row_, send_);
    leave();
    owner_.spare_sends_.give_back(*this);
}

CallFailure PlainSend::take(MPI_Request* request) {
    const CallFailure how = failure();
    note_end(owner_.session_, *request, &row_, nullptr);
    owner_.pool().hold_back(*this, request);
    put_away();
    return how;
}

CallState PlainSend::take_if_over(MPI_Request* request) {
    const CallState now = state_of(send_);
    if (now == CallState::ended) PlainSend::take(request);
    return now;
}

void PlainSend::freed(MPI_Request* request) {
    note_end(owner_.session_, *request, &row_, nullptr);
    owner_.pool().take_back(*this, request);
    if (state() == CallState::active) owner_.keep_freed(*this);
    else put_away();
}

int PlainSend::cancel() {
    owner_.messenger().cancel(send_);
    owner_.note_begun();
    return MPI_SUCCESS;
}

/// The messenger still has an active one.
void PlainSend::abandon() {
    if (state() != CallState::active) put_away();
}

void PlainSend::end_freed() {
    failure().report();
    put_away();
}

bool PlainReceive::begin(CommRecord& record, std::span<std::byte> into, const MessageBuffer& buffer) {
    use(record);
    owner_.start_receive(receive_, into, record, buffer);
    return receive_.has_ended();
}

CallState PlainReceive::state() const { return state_of(receive_); }

void PlainReceive::fill(MPI_Status* status) const { fill_status(receive_, status); }

CallFailure PlainReceive::failure() const { return {record_->handle, code_of(receive_)}; }

void PlainReceive::put_away() {
    leave();
    owner_.spare_receives_.give_back(*this);
}

CallFailure PlainReceive::take(MPI_Request* request) {
    const CallFailure how = failure();
    note_end(owner_.session_, *request, nullptr, &receive_);
    owner_.pool().hold_back(*this, request);
    put_away();
    return how;
}

CallState PlainReceive::take_if_over(MPI_Request* request) {
    const CallState now = state_of(receive_);
    if (now == CallState::ended) PlainReceive::take(request);
    return now;
}

/// It has no row then.
void PlainReceive::freed(MPI_Request* request) {
    owner_.pool().take_back(*this, request);
    if (state() == CallState::active) owner_.keep_freed(*this);
    else put_away();
}

int PlainReceive::cancel() {
    if (!receive_.has_ended()) owner_.messenger().cancel(receive_);
    owner_.note_begun();
    return MPI_SUCCESS;
}

void PlainReceive::abandon() {
    if (state() != CallState::active) put_away();
}

void PlainReceive::end_freed() {
    failure().report();
    put_away();
}

}  // namespace shunt
