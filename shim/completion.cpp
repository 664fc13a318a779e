#include "shim/completion.hpp"

#include "shim/recipes/message.hpp"

namespace shunt {
namespace {

/// `elapsed` in equal parts; the narrow division is several times quicker than the wide one.
std::uint64_t share_of(std::uint64_t elapsed, int parts) {
    const auto divisor = static_cast<std::uint32_t>(parts);
    return elapsed <= UINT32_MAX ? static_cast<std::uint32_t>(elapsed) / divisor : elapsed / divisor;
}

/// The operation is over: a persistent request is idle again, any other gone.
void end(Session& s, PendingCall& call) {
    if (call.persistent) call.cell = nullptr;
    else s.requests.remove(&call);
}

void drop(Session& s, MPI_Request handle) {
    PendingCall* call = handle == MPI_REQUEST_NULL ? nullptr : s.requests.find(handle);
    if (call) end(s, *call);
}

void record_completed(Session& s, const PendingCall& call, const MPI_Status* status, std::uint64_t share) {
    record::Cell* cell = call.cell;
    if (call.kind == PendingCall::Kind::receive && status) {
        int cancelled = 0;
        if (call.may_be_cancelled) host.MPI_Test_cancelled(status, &cancelled);
        const record::RowKey key = cancelled ? key_of(call.function, call.comm, call.cell ? call.cell->key.peer : record::kNoPeer, 0, record::kCancelled)
                                              : arrived_key(call.function, call.comm, *status, call.flags);
        cell = count_untimed(s, key, call.comm);
    }
    if (cell) cell->wait_ticks += share;
}

void credit(Session& s, MPI_Request handle, const MPI_Status* status, std::uint64_t share) {
    PendingCall* found = handle == MPI_REQUEST_NULL ? nullptr : s.requests.find(handle);
    if (!found || (found->persistent && !found->cell)) return;
    if (s.recording()) record_completed(s, *found, status, share);
    end(s, *found);
}

}  // namespace

void credit_one(Session& s, MPI_Request handle, const MPI_Status* status, std::uint64_t share) {
    const record::Recorder::Locked locked(*s.recorder);
    credit(s, handle, status, share);
}

void drop_one(Session& s, MPI_Request handle) {
    const record::Recorder::Locked locked(*s.recorder);
    drop(s, handle);
}

void credit_all(const EndedRequests& ended, int code) {
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) return;
    Session& s = ended.session;
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint64_t share = share_of(ended.elapsed, ended.count);
    for (int i = 0; i < ended.count; ++i) {
        const MPI_Status* status = ended.statuses ? &ended.statuses[i] : nullptr;
        if (code != MPI_SUCCESS && (!status || status->MPI_ERROR == MPI_ERR_PENDING)) continue;
        if (code != MPI_SUCCESS && status->MPI_ERROR != MPI_SUCCESS) drop(s, ended.handles[i]);
        else credit(s, ended.handles[i], status, share);
    }
}

void credit_some(const EndedRequests& ended, int code, int done, const int* indices) {
    if (done == MPI_UNDEFINED || done <= 0 || (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS)) return;
    Session& s = ended.session;
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint64_t share = share_of(ended.elapsed, done);
    for (int i = 0; i < done; ++i) {
        const MPI_Status* status = ended.statuses ? &ended.statuses[i] : nullptr;
        const bool failed = code != MPI_SUCCESS && status && status->MPI_ERROR != MPI_SUCCESS;
        if (failed) drop(s, ended.handles[indices[i]]);
        else credit(s, ended.handles[indices[i]], status, share);
    }
}

}  // namespace shunt
