#include "shim/offload/messages/matched_handles.hpp"

#include <utility>

#include "native/base/reserve_one.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

int MatchedHandles::make(Handle& made) {
    if (self_ == MPI_COMM_NULL) {
        if (const int code = host.MPI_Comm_split(MPI_COMM_SELF, 0, 0, &self_); code != MPI_SUCCESS) return code;
        host.MPI_Comm_set_errhandler(self_, MPI_ERRORS_RETURN);
    }
    // The send request is kept: when a message to oneself is freed, MPICH forgets that it has not been received.
    const int code = host.MPI_Isend(nullptr, 0, MPI_BYTE, 0, 0, self_, &made.sent);
    return code != MPI_SUCCESS ? code : host.MPI_Mprobe(0, 0, self_, &made.message, MPI_STATUS_IGNORE);
}

int MatchedHandles::give(const Taken& taken, MPI_Message* handle) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (free_.empty()) {
        reserve_one(all_);
        free_.reserve(all_.capacity());  // for all of them, when they are given back
        Handle made;
        if (const int code = make(made); code != MPI_SUCCESS) return code;
        all_.push_back(made);
        free_.push_back(made.message);
    }
    taken_[handle_value(free_.back())] = taken;
    *handle = free_.back();
    free_.pop_back();
    count_.fetch_add(1, std::memory_order_relaxed);
    return MPI_SUCCESS;
}

MatchedHandles::Taken MatchedHandles::take_back(MPI_Message* handle) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = taken_.find(handle_value(*handle));
    if (found == taken_.end()) return {};
    const Taken taken = found->second;
    taken_.erase(found);
    free_.push_back(*handle);
    *handle = MPI_MESSAGE_NULL;
    count_.fetch_sub(1, std::memory_order_relaxed);
    return taken;
}

void MatchedHandles::release() {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (Handle& handle : all_) {
        host.MPI_Mrecv(nullptr, 0, MPI_BYTE, &handle.message, MPI_STATUS_IGNORE);
        host.MPI_Wait(&handle.sent, MPI_STATUS_IGNORE);
    }
    all_.clear();
    free_.clear();
    if (self_ != MPI_COMM_NULL) host.MPI_Comm_free(&self_);
}

}  // namespace shunt
