#pragma once
#include <atomic>
#include <cstdint>

namespace shunt {

/// A yield that takes so long has cost a time slice: a process that computes had the core.
inline constexpr std::int64_t kKeptNs = 1'000'000;

/// What the waits of a process remember of a core that others keep for whole time slices: who sleeps is given it back
/// sooner than who yields, so the next kWaits waits do not yield.   Thread: any; a wait that two threads count at once
/// may be counted once.
class KeptCore {
public:
    static constexpr int kWaits = 1000;

    /// Yields of this wait have cost time slices.
    void note() { left_.store(kWaits, std::memory_order_relaxed); }
    /// At the beginning of a wait, which it counts.   Returns: whether that wait should do without yields.
    bool begin_wait() {
        const int left = left_.load(std::memory_order_relaxed);
        if (left > 0) [[unlikely]]
            left_.store(left - 1, std::memory_order_relaxed);
        return left > 0;
    }
    /// Whether the next wait should do without yields.
    bool is_kept() const { return left_.load(std::memory_order_relaxed) > 0; }

private:
    std::atomic<int> left_{0};
};

}  // namespace shunt
