#pragma once
#include <atomic>
#include <cstdint>

#include "native/base/core_use.hpp"
#include "shim/host/load_judge.hpp"

namespace shunt {

struct Session;

/// Watches, from the calls of this rank that may wait, whether its machine is busy with others (`wait = auto`). The
/// accounts of one thread are compared, the first that waits; most calls cost a step of a countdown.
/// Thread: any.
class LoadWatch {
public:
    /// Begins to watch; before that no machine is busy.   `pretended`: a seed of a test, from which it is invented what
    /// each rank finds; else null.
    void start(const char* pretended, int rank);

    bool watches() const { return watches_; }
    bool pretends() const { return pretends_; }
    /// What was found last.
    bool busy() const { return busy_.load(std::memory_order_relaxed); }

    /// The same, looked at anew where it is time to. For each call that may wait, before it does.
    [[gnu::always_inline]] bool look(Session& s) {
        // Two threads may lose a step to each other.
        const std::int32_t left = calls_left_.load(std::memory_order_relaxed) - 1;
        calls_left_.store(left, std::memory_order_relaxed);
        return left <= 0 && look_now(s);
    }

private:
    /// Between two readings of the clock: after calls that took longer than kSlowCallsNs none, then one more each time,
    /// so that a burst of quick calls between slow ones changes little.
    static constexpr std::int32_t kMostCalls = 64;
    static constexpr std::int64_t kSlowCallsNs = 1'000'000;

    [[gnu::noinline]] bool look_now(Session& s);
    void pretend();
    void end_window(Session& s);
    void note(Session& s, bool was_busy, std::int64_t window_ns);

    std::atomic<std::int32_t> calls_left_{1};
    std::atomic<bool> busy_{false};
    bool watches_ = false, pretends_ = false;
    std::atomic<std::int32_t> calls_between_{1};
    std::atomic<std::int64_t> looked_ns_{0};
    std::atomic<std::int64_t> window_ends_ns_{0};
    std::atomic_flag in_use_ = ATOMIC_FLAG_INIT;  ///< guards what follows
    LoadJudge judge_;
    std::uint64_t pretended_ = 0;
    CoreUse at_start_;              ///< of the window
    const void* thread_ = nullptr;  ///< whose windows they are: address of its thread_state
};

}  // namespace shunt
