#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shim/host/handle.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/table/generated/function_number.hpp"

namespace shunt {

struct CommRecord;

/// What is known about one request of the program that is incomplete or persistent.
struct alignas(64) PendingCall {
    enum class Kind : std::uint8_t { send, receive, collective };
    std::uint64_t handle = 0;      ///< 0: free slot (no MPI uses it for a real request)
    record::Cell* cell = nullptr;  ///< row that the waiting time is added to; null while a persistent request is idle
    const CommRecord* comm = nullptr;
    const void* buffer = nullptr;         ///< in a persistent send
    std::uint64_t bytes = 0;              ///< in a persistent call
    std::int32_t peer = record::kNoPeer;  ///< in a persistent call
    std::uint32_t order = 0;              ///< equal handles complete in the order they were added
    Function function{};                  ///< the function under which the traffic of a receive is recorded
    Kind kind = Kind::send;
    std::uint8_t flags = 0;  ///< CellFlag: contiguous, any source
    bool persistent = false;
    bool may_be_cancelled = false;
    bool with_self = false;   ///< with this rank itself: it waits for no other rank
    std::uint8_t engine = 0;  ///< the engine that carries it, as in the profile; 0 the host

    /// Fills a fresh entry field by field: copying one that has just been built would stall (see RowKey).
    void start(std::uint64_t new_handle, Kind new_kind, bool is_persistent, bool is_with_self,
               std::uint32_t new_order) {
        handle = new_handle;
        cell = nullptr;
        comm = nullptr;
        if (is_persistent) {
            buffer = nullptr;
            bytes = 0;
            peer = record::kNoPeer;
        }
        order = new_order;
        kind = new_kind;
        flags = 0;
        persistent = is_persistent;
        may_be_cancelled = false;
        with_self = is_with_self;
        engine = 0;
    }
};
static_assert(sizeof(PendingCall) == 64);  // one cache line, found with one miss

/// The program's outstanding requests by handle. Both hosts give one shared, completed request to all sends (and
/// collectives) that completed at once. Such a handle is recognised when it represents two calls at the same time, and
/// is not kept from then on: it is complete, so no call waits for it. Thread: one at a time (the recorder's lock).
/// Fails: without memory `add` drops the entry and returns null.
class RequestTable {
public:
    bool empty() const { return used_ == 0; }

    /// Whether there are entries, all of operations of this rank with itself: none can take long to complete.
    bool only_with_self() const { return used_ != 0 && used_ == with_self_; }

    /// Whether `request` is known to be such a shared handle.
    bool is_shared(MPI_Request request) const {
        const std::uint64_t handle = handle_value(request);
        for (const std::uint64_t shared : shared_)
            if (shared == handle) return true;
        return false;
    }

    /// Whether `request` proves to be shared by a second call of `kind`; it is then remembered as shared.
    bool learn_shared(MPI_Request request, PendingCall::Kind kind) {
        if (used_ == 0 || slots_[home(handle_value(request))].handle == 0) [[likely]]
            return false;  // no entry of that handle
        return learn_shared_slowly(request, kind);
    }

    /// A new entry for `request`, which the caller fills in (in place: a copied one would stall on its narrow fields).
    /// Fails: null without memory.
    PendingCall* add(MPI_Request request, PendingCall::Kind kind, bool persistent, bool with_self) {
        if (2 * (used_ + 1) > capacity_ && !grow()) [[unlikely]]
            return nullptr;
        const std::uint64_t handle = handle_value(request);
        std::size_t slot = home(handle);
        while (slots_[slot].handle != 0) [[unlikely]] slot = next(slot);
        slots_[slot].start(handle, kind, persistent, with_self, next_order_++);
        used_ += 1;
        with_self_ += with_self;
        return &slots_[slot];
    }

    /// The oldest entry of `request`, or null.   Owner: valid until the next add or remove.
    PendingCall* find(MPI_Request request) {
        if (used_ == 0) return nullptr;
        const std::uint64_t handle = handle_value(request);
        const std::size_t slot = home(handle);
        if (slots_[slot].handle == handle && slots_[next(slot)].handle == 0) [[likely]]
            return &slots_[slot];  // there is no other
        return find_slowly(handle);
    }

    /// Calls `use(comm)` for the communicator of each entry, some of them several times; may be null.
    template <class Use>
    void for_each_comm(Use&& use) const {
        for (const PendingCall& call : store_)
            if (call.handle != 0) use(call.comm);
    }

    /// Removes the entry that `find` returned.
    void remove(PendingCall* entry) {
        entry->handle = 0;
        used_ -= 1;
        with_self_ -= entry->with_self;
        const auto hole = static_cast<std::size_t>(entry - slots_);
        if (slots_[next(hole)].handle != 0) [[unlikely]]
            close_up(hole);
    }

private:
    bool grow();
    bool learn_shared_slowly(MPI_Request request, PendingCall::Kind kind);
    PendingCall* find_slowly(std::uint64_t handle);
    void close_up(std::size_t hole);
    std::size_t next(std::size_t slot) const { return (slot + 1) & (capacity_ - 1); }
    std::size_t home(std::uint64_t handle) const { return (handle * 0x9e3779b97f4a7c15u >> 32) & (capacity_ - 1); }

    std::size_t used_ = 0;
    std::size_t with_self_ = 0;
    std::size_t capacity_ = 0;      ///< a power of two; at least half of the slots are free; 0 at first
    PendingCall* slots_ = nullptr;  ///< of store_
    std::vector<PendingCall> store_;
    std::uint32_t next_order_ = 0;
    std::uint64_t shared_[4] = {};  ///< handles known to be shared; no MPI has more kinds of them
};

}  // namespace shunt
