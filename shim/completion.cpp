#include "shim/completion.hpp"

#include <algorithm>
#include <cstdlib>

#include "shim/recipes/message.hpp"

namespace shunt {
namespace {

CallTimer::Need need_of(const Session& s, Function function) {
    // With itself a rank is done at once, unless another thread is the other side.
    if (!s.recorder->is_multithreaded() && s.requests.only_with_self()) return CallTimer::Need::sampled;
    switch (function) {
        case Function::MPI_Test:
        case Function::MPI_Testall:
        case Function::MPI_Testany:
        case Function::MPI_Testsome: return CallTimer::Need::sampled;   // polled in loops; none of it is waiting
        default: return CallTimer::Need::always;
    }
}

/// `elapsed` in equal parts; the narrow division is several times quicker than the wide one.
std::uint64_t share_of(std::uint64_t elapsed, int parts) {
    const auto divisor = static_cast<std::uint32_t>(parts);
    return elapsed <= UINT32_MAX ? static_cast<std::uint32_t>(elapsed) / divisor : elapsed / divisor;
}

}  // namespace

Completion::Completion(Session& s, Function function, int count, MPI_Request* requests, MPI_Status* statuses, bool ignored)
    : session_(s), function_(function), count_(count), statuses_(statuses), ignored_(ignored),
      timer_(s, function, s.recording() ? need_of(s, function) : CallTimer::Need::sampled) {
    if (!requests || count <= 0) return;
    const bool has_entries = s.recorder && note_begin();
    if (has_entries || s.gentle_calls || s.background.any()) remember_handles(requests);
    if (has_entries && handles_ && ignored) lend_statuses();
}

/// Notes where this rank is.   Returns whether any request of the program is known.
bool Completion::note_begin() {
    const record::Recorder::Locked locked(*session_.recorder);
    if (timer_.timed() && !session_.paused)
        session_.recorder->enter_call(static_cast<std::uint16_t>(function_), record::kNoComm, record::kNoPeer, timer_.start());
    return !session_.requests.empty();
}

Completion::~Completion() {
    if (handles_ != inline_handles_) std::free(handles_);
    if (lent_ && statuses_ != inline_statuses_) std::free(statuses_);
}

void Completion::remember_handles(const MPI_Request* requests) {
    const auto n = static_cast<std::size_t>(count_);
    handles_ = count_ <= kInline ? inline_handles_ : static_cast<MPI_Request*>(std::malloc(n * sizeof(MPI_Request)));
    if (handles_) std::copy_n(requests, n, handles_);
}

void Completion::lend_statuses() {
    const auto n = static_cast<std::size_t>(count_);
    auto* lent = count_ <= kInline ? inline_statuses_ : static_cast<MPI_Status*>(std::malloc(n * sizeof(MPI_Status)));
    if (!lent) return;
    statuses_ = lent;
    lent_ = true;
}

void Completion::finish(int) {
    timer_.stop();
    if (!session_.recording()) return;
    const record::Recorder::Locked locked(*session_.recorder);
    session_.recorder->leave_call();
    count(session_, key_of(function_, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer_);
    touch_clock_after(session_, timer_.elapsed());
}

void Completion::completed(int index, int status) {
    if (!tracked()) return;
    const record::Recorder::Locked locked(*session_.recorder);
    const bool has_status = lent_ || !ignored_;
    credit(handles_[index], has_status ? statuses_[status] : MPI_Status{}, timer_.elapsed());
}

void Completion::failed(int index) {
    if (!tracked() || index < 0 || index >= count_) return;
    const record::Recorder::Locked locked(*session_.recorder);
    drop(handles_[index]);
}

void Completion::completed_all(int code) {
    if (!tracked() || (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS)) return;
    const record::Recorder::Locked locked(*session_.recorder);
    const bool has_status = lent_ || !ignored_;
    const std::uint64_t share = share_of(timer_.elapsed(), count_);
    for (int i = 0; i < count_; ++i) {
        if (code != MPI_SUCCESS && (!has_status || statuses_[i].MPI_ERROR == MPI_ERR_PENDING)) continue;
        if (code != MPI_SUCCESS && statuses_[i].MPI_ERROR != MPI_SUCCESS) drop(handles_[i]);
        else credit(handles_[i], has_status ? statuses_[i] : MPI_Status{}, share);
    }
}

void Completion::completed_some(int code, int done, const int* indices) {
    if (!tracked() || done == MPI_UNDEFINED || done <= 0 || (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS)) return;
    const record::Recorder::Locked locked(*session_.recorder);
    const bool has_status = lent_ || !ignored_;
    const std::uint64_t share = share_of(timer_.elapsed(), done);
    for (int i = 0; i < done; ++i) {
        const bool failed = code != MPI_SUCCESS && has_status && statuses_[i].MPI_ERROR != MPI_SUCCESS;
        if (failed) drop(handles_[indices[i]]);
        else credit(handles_[indices[i]], has_status ? statuses_[i] : MPI_Status{}, share);
    }
}

/// The operation is over: a persistent request is idle again, any other gone.
void Completion::end(PendingCall& call) {
    if (call.persistent) call.cell = nullptr;
    else session_.requests.remove(&call);
}

/// Forgets a request that ended without anything to record.
void Completion::drop(MPI_Request handle) {
    PendingCall* call = handle == MPI_REQUEST_NULL ? nullptr : session_.requests.find(handle);
    if (call) end(*call);
}

void Completion::credit(MPI_Request handle, const MPI_Status& status, std::uint64_t share) {
    PendingCall* found = handle == MPI_REQUEST_NULL ? nullptr : session_.requests.find(handle);
    if (!found || (found->persistent && !found->cell)) return;
    if (session_.recording()) record_completed(*found, status, share);
    end(*found);
}

void Completion::record_completed(const PendingCall& call, const MPI_Status& status, std::uint64_t share) {
    record::Cell* cell = call.cell;
    if (call.kind == PendingCall::Kind::receive && (lent_ || !ignored_)) {
        int cancelled = 0;
        if (call.may_be_cancelled) host.MPI_Test_cancelled(&status, &cancelled);
        const record::RowKey key = cancelled ? key_of(call.function, call.comm, call.cell ? call.cell->key.peer : record::kNoPeer, 0, record::kCancelled)
                                              : arrived_key(call.function, call.comm, status, call.flags);
        cell = count_untimed(session_, key, call.comm);
    }
    if (cell) cell->wait_ticks += share;
}

void Completion::mark_successes() {
#if defined(MPICH_VERSION)
    if (!handles_ || ignored_) return;
    for (int i = 0; i < count_; ++i)
        if (handles_[i] != MPI_REQUEST_NULL) statuses_[i].MPI_ERROR = MPI_SUCCESS;
#endif
}

int Completion::code_for_caller(int code) const {
#if defined(OPEN_MPI)
    // Open MPI returns the first error itself when it is not asked for statuses.
    if (lent_ && code == MPI_ERR_IN_STATUS)
        for (int i = 0; i < count_; ++i)
            if (statuses_[i].MPI_ERROR != MPI_SUCCESS && statuses_[i].MPI_ERROR != MPI_ERR_PENDING) return statuses_[i].MPI_ERROR;
#endif
    return code;
}

}  // namespace shunt
