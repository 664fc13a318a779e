#include "shim/offload/messages/plain_request.hpp"

#include <type_traits>

#include "shim/offload/carry.hpp"
#include "shim/offload/messages/message_record.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {
namespace {

template <class Message>
constexpr bool kSends = std::is_same_v<Message, remote_write::Send>;

/// The bytes of elements that may be lent; -1: they may not, or nothing is known about them.
[[gnu::always_inline]] inline std::int64_t plain_bytes(const MessageBuffer& buffer) {
    const ThreadState::Type* const type = known_type(buffer.type);
    if (!type || !type->plain || buffer.count < 0 || is_on_device(buffer.base)) return -1;
    const std::int64_t bytes = buffer.count * type->size;
    return buffer.base || bytes == 0 ? bytes : -1;
}

}  // namespace

/// The record of `comm`, if its messages are ours and `buffer` names one of its ranks, and a tag.
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
        remote_write::Send& send = call.begin(*record);
        start_send(send, data, *record, buffer, mode);
        if (!send.has_ended()) note_begun();  // a send that has ended leaves no work
        else send_mail();
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
        remote_write::Receive& receive = call.begin(*record);
        start_receive(receive, into, *record, buffer);
        if (receive.has_ended()) note_left();
        else note_begun();
    } catch (const std::bad_alloc&) { end_without_memory(); }
    return true;
}

template <class Message>
CallState PlainRequest<Message>::state() const {
    if (!message_.has_ended()) return CallState::active;
    return code_of(message_) == MPI_SUCCESS ? CallState::ended : CallState::failed;
}

/// It has ended.
template <class Message>
void PlainRequest<Message>::put_away() {
    if constexpr (kSends<Message>) note_sent(owner_.session_, row_, message_);
    leave();
    if constexpr (kSends<Message>) owner_.spare_sends_.give_back(*this);
    else owner_.spare_receives_.give_back(*this);
}

template <class Message>
CallFailure PlainRequest<Message>::take(MPI_Request* request) {
    const CallFailure how{hears_of_end(*record_), code_of(message_)};
    if constexpr (kSends<Message>) note_end(owner_.session_, *request, &row_, nullptr);
    else note_end(owner_.session_, *request, nullptr, &message_);
    owner_.pool().hold_back(*this, request);
    put_away();
    return how;
}

template <class Message>
CallState PlainRequest<Message>::take_if_over(MPI_Request* request, CallFailure&) {
    const CallState now = PlainRequest::state();
    if (now == CallState::ended) PlainRequest::take(request);
    return now;
}

/// A receive has no row then.
template <class Message>
void PlainRequest<Message>::freed(MPI_Request* request) {
    if constexpr (kSends<Message>) note_end(owner_.session_, *request, &row_, nullptr);
    owner_.pool().take_back(*this, request);
    if (state() == CallState::active) owner_.keep_freed(*this);
    else put_away();
}

/// A send that has ended is not cancelled, as by the hosts.
template <class Message>
int PlainRequest<Message>::cancel() {
    if (!message_.has_ended()) owner_.messenger().cancel(message_);
    owner_.note_begun();
    return MPI_SUCCESS;
}

/// The messenger still uses an active one.
template <class Message>
void PlainRequest<Message>::abandon() {
    if (state() != CallState::active) put_away();
}

/// No host reports the errors of a freed request.
template <class Message>
void PlainRequest<Message>::end_freed() {
    put_away();
}

template class PlainRequest<remote_write::Send>;
template class PlainRequest<remote_write::Receive>;

}  // namespace shunt
