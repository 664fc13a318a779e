#include "shim/completion.hpp"

#include "shim/recipes/message.hpp"

namespace shunt {
namespace {

/// `elapsed` in equal parts; the narrow division is several times quicker than the wide one.
std::uint64_t share_of(std::uint64_t elapsed, int parts) {
    const auto divisor = static_cast<std::uint32_t>(parts);
    return elapsed <= UINT32_MAX ? static_cast<std::uint32_t>(elapsed) / divisor : elapsed / divisor;
}

}  // namespace

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
