#pragma once
#include <mpi.h>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "native/engines/remote_write/messenger.hpp"
#include "shim/host/handle.hpp"

namespace shunt {

struct CommRecord;

/// Handles of the host for messages that a matching probe has removed from the queue. Each is an empty message of this
/// process to itself, which is probed for and not received, so that the handle is valid in C and Fortran. They are
/// reused.
/// Thread: any.   Source: MPI 4.0, 3.8.2.
class MatchedHandles {
public:
    struct Taken {
        remote_write::Matched* message = nullptr;
        CommRecord* record = nullptr;
        remote_write::Envelope envelope;
    };

    /// Makes `handle` represent `taken`.   Fails: the host's code; std::bad_alloc.
    int give(const Taken& taken, MPI_Message* handle);
    bool has(MPI_Message handle) {
        if (count_.load(std::memory_order_relaxed) == 0) return false;
        const std::lock_guard<std::mutex> guard(mutex_);
        return taken_.contains(handle_value(handle));
    }
    /// Null if the handle is not ours.
    CommRecord* record_of(MPI_Message handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const auto found = taken_.find(handle_value(handle));
        return found != taken_.end() ? found->second.record : nullptr;
    }
    /// The program receives the message: sets the handle to null.   Returns: an empty `Taken` if the handle is not
    /// ours.
    Taken take_back(MPI_Message* handle);
    /// Before MPI_Finalize: receives all of them.
    void release();

private:
    struct Handle {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Request sent = MPI_REQUEST_NULL;
    };
    int make(Handle& made);

    std::atomic<int> count_{0};
    std::mutex mutex_;
    MPI_Comm self_ = MPI_COMM_NULL;
    std::unordered_map<std::uint64_t, Taken> taken_;
    std::vector<Handle> all_;
    std::vector<MPI_Message> free_;
};

}  // namespace shunt
