#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "native/base/status.hpp"

namespace shunt::node {

/// A few numbers in shared memory through which the members of a node inform each other; the engine defines their
/// meaning. All are 0 at first. A member that reads from a ring, or sees an arrival, sees the values stored before that
/// write or arrival. Owner: the memory is the caller's and outlives this.   Thread: any.   Blocks: never.
class Notices {
public:
    static constexpr std::size_t kCount = 8;
    static constexpr std::size_t bytes_needed() { return 128; }
    /// Prepares that memory, in one process, before any member attaches.
    static Status format(std::span<std::byte> memory) {
        if (memory.size() < bytes_needed()) return Status::bug;
        for (std::size_t i = 0; i < kCount; ++i) new (memory.data() + i * sizeof(Number)) Number(0);
        return Status::ok;
    }
    Status attach(std::span<std::byte> memory) {
        if (memory.size() < bytes_needed()) return Status::bug;
        numbers_ = reinterpret_cast<Number*>(memory.data());
        return Status::ok;
    }

    std::uint64_t load(std::size_t which) const { return numbers_[which].load(std::memory_order_acquire); }
    void store(std::size_t which, std::uint64_t value) { numbers_[which].store(value, std::memory_order_release); }
    /// Stores `value` if it is greater than the present value.
    void raise(std::size_t which, std::uint64_t value) {
        std::uint64_t known = numbers_[which].load(std::memory_order_relaxed);
        while (known < value && !numbers_[which].compare_exchange_weak(known, value, std::memory_order_release)) {}
    }

private:
    using Number = std::atomic<std::uint64_t>;
    static_assert(Number::is_always_lock_free && kCount * sizeof(Number) <= 128);

    Number* numbers_ = nullptr;
};

}  // namespace shunt::node
