#pragma once
// Shunt's own requests: handles of the host that represent operations of an engine.
#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "shim/host/handle.hpp"
#include "shim/objects/own_request.hpp"

namespace shunt {

/// A handle that the host has made.
struct PooledHandle {
    MPI_Request handle = MPI_REQUEST_NULL;
    std::atomic<OwnRequest*> call{nullptr};  ///< null: the program does not have it
    PooledHandle* next_free = nullptr;       ///< of the handles that no call has or keeps
};

/// A mutex for state that any program thread inside MPI may use. It locks nothing while MPI is used by one thread at a
/// time.
class ProgramMutex {
public:
    /// To be called before there are other threads.
    void set_needed(bool needed) { needed_ = needed; }
    void lock() {
        if (needed_) [[unlikely]]
            mutex_.lock();
    }
    void unlock() {
        if (needed_) [[unlikely]]
            mutex_.unlock();
    }

private:
    bool needed_ = true;
    std::mutex mutex_;
};

/// Handles for the program: persistent sends to MPI_PROC_NULL that are never started. One is taken from the pool for a
/// call and put back when the program has learnt of the call's end. The host makes them, so they are valid in C and
/// Fortran and survive MPI_Request_c2f and back. If one reached a function of the host, it would be an inactive request
/// and complete at once.
/// Thread: any of the program's; find() and any() lock nothing.   Source: MPI 4.0, 3.9: an inactive request is ignored
/// by wait and test.
class RequestPool {
public:
    RequestPool() = default;
    ~RequestPool();
    RequestPool(const RequestPool&) = delete;
    RequestPool& operator=(const RequestPool&) = delete;

    /// To be called before use: whether several threads may use it at once.
    void set_threads(bool several) {
        has_threads_ = several;
        mutex_.set_needed(several);
    }
    /// Whether the program holds any handle. Costs one load.
    bool any() const { return held_.load(std::memory_order_relaxed) != 0; }
    /// The call that `request` represents; null if it is not one of ours. Then it costs one load and one comparison.
    OwnRequest* find(MPI_Request request) const {
        const Table* table = table_.load(std::memory_order_acquire);
        if (!table) return nullptr;
        const Slot* slot = table->slot_of(handle_value(request));
        return slot ? slot->pooled->call.load(std::memory_order_acquire) : nullptr;
    }
    /// Whether any of `requests` is one of ours.
    bool holds_any(int count, const MPI_Request* requests) const {
        if (!any() || !requests) [[likely]]
            return false;
        for (int i = 0; i < count; ++i)
            if (find(requests[i])) return true;
        return false;
    }

    /// Makes `request` represent `call`. `comm`: a communicator of ours, on which the host makes more handles if none
    /// is left.   Fails: the host's code; std::bad_alloc.
    int give(MPI_Comm comm, OwnRequest& call, MPI_Request* request) {
        if (!call.handle_) [[unlikely]]
            if (const int code = choose_handle(comm, call); code != MPI_SUCCESS) return code;
        call.handle_->call.store(&call, std::memory_order_release);
        count_held(1);
        *request = call.handle_->handle;
        return MPI_SUCCESS;
    }
    /// Takes `request`, which represents `call`, from the program and sets it to MPI_REQUEST_NULL. The call keeps the
    /// handle for its next give().
    void hold_back(OwnRequest& call, MPI_Request* request) {
        call.handle_->call.store(nullptr, std::memory_order_relaxed);
        count_held(-1);
        *request = MPI_REQUEST_NULL;
    }
    /// As hold_back(), and other calls may use the handle.
    void take_back(OwnRequest& call, MPI_Request* request) {
        hold_back(call, request);
        const std::lock_guard guard(mutex_);
        PooledHandle& pooled = *std::exchange(call.handle_, nullptr);
        pooled.next_free = std::exchange(free_, &pooled);
    }
    /// Calls `visit(OwnRequest&)` for each call whose request the program holds.
    template <class Visit>
    void each(Visit&& visit) {
        for (const std::unique_ptr<PooledHandle>& pooled : handles_)
            if (OwnRequest* call = pooled->call.load(std::memory_order_relaxed)) visit(*call);
    }
    /// Frees the host's requests, before MPI_Finalize.
    void release();

private:
    struct Slot {
        std::atomic<std::uint64_t> handle{0};  ///< 0: free
        PooledHandle* pooled = nullptr;        ///< written before `handle`
    };
    /// Open addressing by the handle's value, at most half full.
    struct Table {
        explicit Table(std::size_t slots) : mask(slots - 1), slots(std::make_unique<Slot[]>(slots)) {}
        std::size_t home(std::uint64_t handle) const { return (handle * 0x9e3779b97f4a7c15u) >> 32 & mask; }
        const Slot* slot_of(std::uint64_t handle) const {
            for (std::size_t at = home(handle);; at = (at + 1) & mask) {
                const std::uint64_t known = slots[at].handle.load(std::memory_order_acquire);
                if (known == 0) return nullptr;  // first: a handle of value 0 is none of the host's
                if (known == handle) return &slots[at];
            }
        }
        void add(PooledHandle& pooled);

        std::size_t mask;
        std::unique_ptr<Slot[]> slots;
    };

    void count_held(int more) {
        if (has_threads_) held_.fetch_add(more, std::memory_order_relaxed);
        else held_.store(held_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    int choose_handle(MPI_Comm comm, OwnRequest& call);
    int make_more(MPI_Comm comm);
    void put_in_table(std::size_t first);

    bool has_threads_ = true;
    std::atomic<int> held_{0};
    std::atomic<const Table*> table_{nullptr};  ///< the last of `tables_`
    ProgramMutex mutex_;
    std::vector<std::unique_ptr<PooledHandle>> handles_;
    PooledHandle* free_ = nullptr;
    std::vector<std::unique_ptr<Table>> tables_;  ///< older tables too: a thread may still be reading them
};

}  // namespace shunt
