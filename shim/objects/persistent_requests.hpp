#pragma once
#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_set>

namespace shunt {

/// Handles of the persistent and partitioned requests that the program has made and not freed.   Thread: any.
class PersistentRequests {
public:
    /// Fails: false without memory.
    bool add(std::uint64_t handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        try {
            return handles_.insert(handle).second;
        } catch (const std::bad_alloc&) { return false; }
    }
    /// Returns: whether it was one.
    bool remove(std::uint64_t handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        return handles_.erase(handle) != 0;
    }

private:
    std::mutex mutex_;
    std::unordered_set<std::uint64_t> handles_;
};

}  // namespace shunt
