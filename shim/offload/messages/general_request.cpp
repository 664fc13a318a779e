#include "shim/offload/messages/general_request.hpp"

#include <utility>

#include "shim/host/status.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/messages/message_record.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {

using remote_write::Ending;

int MessageRequest::refuse() const {
    CallFailure{record_->handle, MPI_ERR_REQUEST}.report();
    return MPI_ERR_REQUEST;
}

GeneralRequest::GeneralRequest(Messages& owner, CommRecord& record, const CallParts& parts, Lifetime lifetime)
    : MessageRequest(owner),
      mode_(parts.mode),
      copies_(parts.copies),
      receives_from_nobody_(parts.receives_from_nobody),
      persistent_(lifetime == Lifetime::persistent) {
    if (parts.sent) sent_ = *parts.sent;
    if (parts.sent && mode_ != SendMode::buffered) out_ = &own_out_.emplace();
    if (parts.received) {
        received_ = *parts.received;
        in_.emplace();
    }
    // The program may free a type before the call has ended or is started; only copied data needs it then.
    if (sends() && persistent_ && !is_plain(sent_->type)) sent_type_.emplace(sent_->type);
    if (receives() && !is_plain(received_->type)) received_type_.emplace(received_->type);
    use(record);
    if (persistent_) record.persistent_messages += 1;
}

GeneralRequest::~GeneralRequest() {
    if (persistent_) record_->persistent_messages -= 1;
    if (mode_ == SendMode::buffered && out_) owner_.let_go(*out_);
    leave();
}

int GeneralRequest::begin() {
    if (mode_ == SendMode::buffered) {
        const int code = owner_.send_buffered(*record_, *sent_, &out_);
        started_ = code == MPI_SUCCESS;
        return code;
    }
    if (sends()) {
        const int code = copies_ ? owner_.copy(*own_out_, *sent_) : owner_.ready(*own_out_, *sent_);
        if (code != MPI_SUCCESS) return code;
    }
    started_ = true;
    // The receive first: a message to oneself is then written straight to the receive buffer.
    if (receives()) owner_.start_receive(*in_, *record_, *received_);
    if (sends()) owner_.start_send(own_out_->send, own_out_->data.bytes(), *record_, *sent_, mode_);
    return MPI_SUCCESS;
}

void GeneralRequest::begin(remote_write::Matched* matched) {
    started_ = true;
    owner_.start_matched(*in_, *received_, matched);
}

CallState GeneralRequest::state() const {
    if (!started_) return CallState::idle;
    if (sends() && !out_->send.has_ended() && (mode_ != SendMode::buffered || cancel_asked_)) return CallState::active;
    if (receives() && !in_->receive.has_ended()) return CallState::active;
    return is_lost_or_cut() ? CallState::failed : CallState::ended;
}

bool GeneralRequest::is_lost_or_cut() const {
    if (receives() && (is_truncated(*in_) || in_->receive.ending == Ending::lost)) return true;
    return sends() && mode_ != SendMode::buffered && out_->send.ending == Ending::lost;
}

void GeneralRequest::fill(MPI_Status* status) const {
    if (!started_) fill_empty(false, status);
    else if (receives()) fill_status(in_->receive, status);
    else if (receives_from_nobody_) fill_null(status);
    else fill_status(out_->send, status);
}

/// Returns: its code.
int GeneralRequest::finish_parts() {
    int code = MPI_SUCCESS;
    if (receives()) code = finish(*in_, owner_.quiet_comm());
    if (code == MPI_SUCCESS && sends() && mode_ != SendMode::buffered && out_->send.ending == Ending::lost)
        code = MPI_ERR_OTHER;
    return code;
}

/// Records the end, while the record still knows `request`. A buffered send is recorded only when it has been sent.
void GeneralRequest::note_parts(MPI_Request request) {
    note_end(owner_.session_, request, sends() ? &out_->row : nullptr, receives() ? &in_->receive : nullptr);
    if (sends() && mode_ != SendMode::buffered) note_sent(owner_.session_, own_out_->row, own_out_->send);
}

CallFailure GeneralRequest::take(MPI_Request* request) {
    const CallFailure how{hears_of_end(*record_), started_ ? finish_parts() : int{MPI_SUCCESS}};
    if (started_) note_parts(*request);
    if (mode_ == SendMode::buffered && out_) owner_.let_go(*std::exchange(out_, nullptr));
    started_ = cancel_asked_ = false;
    if (persistent_) return how;
    owner_.pool().take_back(*this, request);
    delete this;
    return how;
}

/// A receive has no row then.
void GeneralRequest::freed(MPI_Request* request) {
    if (started_ && sends()) note_end(owner_.session_, *request, &out_->row, nullptr);
    owner_.pool().take_back(*this, request);
    if (state() == CallState::active) return owner_.keep_freed(*this);
    end_freed();
}

/// An active one is kept: the messenger still uses its parts.
void GeneralRequest::abandon() {
    if (state() != CallState::active) delete this;
}

/// The data of a receive are unpacked. No host reports its errors.
void GeneralRequest::end_freed() {
    if (started_) (void)finish_parts();
    if (sends() && mode_ != SendMode::buffered) note_sent(owner_.session_, own_out_->row, own_out_->send);
    delete this;
}

int GeneralRequest::start() {
    CallFailure how{record_->handle, MPI_ERR_REQUEST};
    try {
        if (persistent_ && state() == CallState::idle) how.code = begin();
        owner_.note_begun();
    } catch (const std::bad_alloc&) { end_without_memory(*record_); }
    how.report();
    return how.code;
}

int GeneralRequest::cancel() {
    if (!started_) return refuse();
    if (receives()) {
        if (!in_->receive.has_ended()) owner_.messenger().cancel(in_->receive);
    } else if (!out_->send.has_ended()) {
        owner_.messenger().cancel(out_->send);
    }
    cancel_asked_ = true;
    owner_.note_begun();
    return MPI_SUCCESS;
}

}  // namespace shunt
