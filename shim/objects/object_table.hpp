#pragma once
#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_map>

#include "shim/objects/communicator.hpp"

namespace shunt {

/// The communicator that a window or file was made with, by handle.   Thread: any.   Fails: without memory the answer
/// is null.
class ObjectTable {
public:
    void put(std::uint64_t handle, CommRecord* comm) {
        if (!comm) return;
        const std::lock_guard<std::mutex> guard(mutex_);
        try {
            if (comms_.try_emplace(handle, comm).second) comm->users += 1;
        } catch (const std::bad_alloc&) {}
    }
    void remove(std::uint64_t handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const auto found = comms_.find(handle);
        if (found == comms_.end()) return;
        found->second->users -= 1;
        comms_.erase(found);
    }
    CommRecord* find(std::uint64_t handle) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const auto found = comms_.find(handle);
        return found == comms_.end() ? nullptr : found->second;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, CommRecord*> comms_;
};

}  // namespace shunt
