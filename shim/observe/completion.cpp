#include "shim/observe/completion.hpp"

namespace shunt {
namespace {

/// `elapsed` in equal parts; the narrow division is several times quicker than the wide one.
std::uint64_t share_of(std::uint64_t elapsed, int parts) {
    if (elapsed == 0) return 0;  // most calls are not timed
    const auto divisor = static_cast<std::uint32_t>(parts);
    return elapsed <= UINT32_MAX ? static_cast<std::uint32_t>(elapsed) / divisor : elapsed / divisor;
}

/// The operation has ended: a persistent request is idle again, any other is gone.
inline void end(Session& s, PendingCall& call) {
    if (call.persistent) [[unlikely]]
        call.cell = nullptr;
    else s.requests.remove(&call);
}

void drop(Session& s, MPI_Request handle) {
    PendingCall* call = handle == MPI_REQUEST_NULL ? nullptr : s.requests.find(handle);
    if (call) end(s, *call);
}

bool was_cancelled(const MPI_Status& status) {
    int cancelled = 0;
    host.MPI_Test_cancelled(&status, &cancelled);
    return cancelled != 0;
}

/// Records the message that a receive obtained, from `status`.   Returns: the row for its waiting time; may be null.
[[gnu::noinline]] record::Cell* record_arrival(Session& s, const PendingCall& call, const MPI_Status& status) {
    if (call.may_be_cancelled && was_cancelled(status)) [[unlikely]]
        return count_untimed(
            s,
            key_of(call.function, call.comm, call.cell ? call.cell->key.peer : record::kNoPeer, 0, record::kCancelled),
            call.comm);
    record::RowKey key = arrived_key(call.function, call.comm, status, call.flags);
    key.set_engine(call.engine);
    return count_untimed(s, key, call.comm);
}

[[gnu::always_inline]] inline void credit(Session& s, MPI_Request handle, const MPI_Status* status,
                                          std::uint64_t share) {
    PendingCall* found = handle == MPI_REQUEST_NULL ? nullptr : s.requests.find(handle);
    if (!found || (found->persistent && !found->cell)) [[unlikely]]
        return;
    if (s.recording()) [[likely]] {
        record::Cell* cell =
            found->kind == PendingCall::Kind::receive && status ? record_arrival(s, *found, *status) : found->cell;
        if (cell && share) cell->wait_ticks += share;
    }
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

void credit_all(Session& s, int count, const MPI_Request* handles, const MPI_Status* statuses, std::uint64_t elapsed) {
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint64_t share = share_of(elapsed, count);
    for (int i = 0; i < count; ++i) credit(s, handles[i], statuses ? &statuses[i] : nullptr, share);
}

void credit_ended(const EndedRequests& ended, int code) {
    if (code != MPI_ERR_IN_STATUS || !ended.statuses) return;
    Session& s = ended.session;
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint64_t share = share_of(ended.elapsed, ended.count);
    for (int i = 0; i < ended.count; ++i) {
        const MPI_Status& status = ended.statuses[i];
        if (status.MPI_ERROR == MPI_ERR_PENDING) continue;
        if (status.MPI_ERROR != MPI_SUCCESS) drop(s, ended.handles[i]);
        else credit(s, ended.handles[i], &status, share);
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

int code_without_statuses(int count, const MPI_Status* statuses) {
    if (host_quirks.names_first_error)
        for (int i = 0; i < count; ++i)
            if (statuses[i].MPI_ERROR != MPI_SUCCESS && statuses[i].MPI_ERROR != MPI_ERR_PENDING)
                return statuses[i].MPI_ERROR;
    return MPI_ERR_IN_STATUS;
}

}  // namespace shunt
