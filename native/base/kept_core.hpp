#pragma once
#include <atomic>
#include <cstdint>

namespace shunt {

/// A yield that takes at least this long has cost a time slice: a computing process had the core.
inline constexpr std::int64_t kKeptNs = 1'000'000;

/// Remembers for all waits of a process that other processes keep the core for whole time slices. A sleeping rank gets
/// the core back sooner than a yielding one, so the next kWaits waits do not yield.   Thread: any; a wait that two
/// threads count at the same time may be counted once.
class KeptCore {
public:
    static constexpr int kWaits = 1000;

    /// Called when yields of the current wait have cost time slices.
    void note() { left_.store(kWaits, std::memory_order_relaxed); }
    /// Called at the beginning of a wait, which it counts.   Returns: whether that wait should not yield.
    bool begin_wait() {
        const int left = left_.load(std::memory_order_relaxed);
        if (left > 0) [[unlikely]]
            left_.store(left - 1, std::memory_order_relaxed);
        return left > 0;
    }
    /// Whether the next wait should not yield.
    bool is_kept() const { return left_.load(std::memory_order_relaxed) > 0; }

private:
    std::atomic<int> left_{0};
};

}  // namespace shunt
