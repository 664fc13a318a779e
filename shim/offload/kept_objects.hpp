#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace shunt {

/// Handles of the program (datatypes, operations) that calls in the background still use. MPI lets the program free
/// them at once, and the host does not know of such calls: so a handle is freed only after the last of them.   Thread:
/// any.
template <class Handle>
class KeptHandles {
public:
    /// Whether any are kept. Costs one load.
    bool any() const { return count_.load(std::memory_order_relaxed) != 0; }

    /// One more call uses `handle`.   Fails: std::bad_alloc.
    void keep(Handle handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        kept_[handle].users += 1;
        count_.store(kept_.size(), std::memory_order_relaxed);
    }
    /// The program frees `handle`.   Returns: whether the freeing must wait; then let_go() does it.
    bool defer(Handle handle) {
        if (!any()) return false;
        const std::lock_guard<std::mutex> guard(mutex_);
        const auto found = kept_.find(handle);
        if (found == kept_.end()) return false;
        return found->second.freed = true;
    }
    /// A call no longer uses it.   Returns: whether the program has freed it and no other call uses it.
    bool let_go(Handle handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const auto found = kept_.find(handle);
        if (--found->second.users != 0) return false;
        const bool freed = found->second.freed;
        kept_.erase(found);
        count_.store(kept_.size(), std::memory_order_relaxed);
        return freed;
    }

private:
    struct Use {
        int users = 0;
        bool freed = false;
    };

    std::atomic<std::size_t> count_{0};
    std::mutex mutex_;
    std::unordered_map<Handle, Use> kept_;
};

struct CollectiveArguments;
struct CommRecord;

/// The datatypes and the operation of one call, kept while this object exists.   Thread: one at a time.
class KeptObjects {
public:
    /// The arguments must be acceptable.   Fails: std::bad_alloc.
    KeptObjects(const CollectiveArguments& arguments, const CommRecord& record);
    /// The same for a message's datatype.
    explicit KeptObjects(MPI_Datatype type) : KeptObjects() { keep(type); }
    ~KeptObjects();
    KeptObjects(const KeptObjects&) = delete;
    KeptObjects& operator=(const KeptObjects&) = delete;

    /// The program frees the handle.   Returns: whether the freeing must wait; the handle is then null.
    static bool defer_type(MPI_Datatype* type);
    static bool defer_op(MPI_Op* op);

private:
    KeptObjects() = default;
    void keep(MPI_Datatype type);

    std::vector<MPI_Datatype> types_;
    MPI_Op op_ = MPI_OP_NULL;
};

/// The datatype of a blocking call, kept while it waits if another thread of the program may free it meanwhile.
class KeptMeanwhile {
public:
    /// Fails: std::bad_alloc.
    [[gnu::always_inline]] KeptMeanwhile(bool has_threads, MPI_Datatype type) {
        if (has_threads) [[unlikely]]
            kept_.emplace(type);
    }

private:
    std::optional<KeptObjects> kept_;
};

}  // namespace shunt
