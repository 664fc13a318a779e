#pragma once
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>

#include "shim/objects/request_pool.hpp"

namespace shunt {

/// Memory for objects of one size, kept when they end and used for the next ones. The C library keeps few of one size
/// at hand, and a program may have thousands of requests at a time.
/// Owner: what has not been given back stays its user's.   Thread: any of the program's.
class SpareMemory {
public:
    explicit SpareMemory(bool has_threads) { mutex_.set_needed(has_threads); }
    ~SpareMemory() {
        while (first_) ::operator delete(std::exchange(first_, first_->next));
    }
    SpareMemory(const SpareMemory&) = delete;

    /// Fails: std::bad_alloc.
    void* take(std::size_t bytes) {
        {
            const std::lock_guard guard(mutex_);
            if (first_) return std::exchange(first_, first_->next);
        }
        return ::operator new(bytes);
    }
    void give_back(void* memory) {
        const std::lock_guard guard(mutex_);
        first_ = new (memory) Spare{first_};
    }

private:
    struct Spare {
        Spare* next;
    };
    ProgramMutex mutex_;
    Spare* first_ = nullptr;
};

}  // namespace shunt
