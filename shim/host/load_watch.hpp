#pragma once
#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "native/base/core_use.hpp"
#include "shim/host/load_judge.hpp"

namespace shunt {

namespace record {
class Recorder;
}

/// Watches, in those calls of this rank that may wait, whether other programs keep its machine busy (`wait = auto`). It
/// compares the scheduler's accounts of one thread, the first that waits. Most calls cost one step of a countdown.
/// Thread: any.
class LoadWatch {
public:
    /// Begins to watch; until then no machine counts as busy.   `pretended`: the seed of a test, from which each rank's
    /// findings are invented; else null.
    void start(const char* pretended, int rank);
    /// Where to record since when this rank has waited gently because of load, and for how long. Null: nowhere.
    /// `gentle_anyway`: it waits gently without load too.   Owner: the recorder outlives this object.
    void record_in(record::Recorder* recorder, bool gentle_anyway);
    /// The members of a communicator have agreed on waiting gently (agreed_waiting.hpp): counts it in the record.
    void note_agreement();

    bool watches() const { return watches_; }
    bool pretends() const { return pretends_; }
    /// The last finding.
    bool busy() const { return busy_.load(std::memory_order_relaxed); }

    /// The same, after a new measurement if one is due. For each call that may wait, before it does.
    [[gnu::always_inline]] bool look() {
        const bool now = is_due();
        count();
        return now && look_now();
    }
    /// Whether the next look() measures.
    [[gnu::always_inline]] bool is_due() const { return calls_left_.load(std::memory_order_relaxed) <= 1; }
    /// Replaces a look() that is not due. Two threads may lose a step to each other.
    [[gnu::always_inline]] void count() {
        calls_left_.store(calls_left_.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    }

private:
    /// Calls between two readings of the clock: none after calls that took longer than kSlowCallsNs, then one more each
    /// time, so that a burst of quick calls between slow ones changes little.
    static constexpr std::int32_t kMostCalls = 64;
    static constexpr std::int64_t kSlowCallsNs = 1'000'000;

    [[gnu::noinline]] bool look_now();
    void pretend();
    void end_window();
    void note(bool was_busy, std::int64_t window_ns);

    std::atomic<std::int32_t> calls_left_{1};
    std::atomic<bool> busy_{false};
    bool watches_ = false, pretends_ = false, gentle_anyway_ = false;
    std::atomic<std::int32_t> calls_between_{1};
    std::atomic<std::int64_t> looked_ns_{0};
    std::atomic<std::int64_t> window_ends_ns_{0};
    std::atomic_flag in_use_ = ATOMIC_FLAG_INIT;  ///< guards the members below
    LoadJudge judge_;
    std::uint64_t pretended_ = 0;
    CoreUse at_start_;    ///< of the window
    pthread_t thread_{};  ///< the thread whose windows they are
    bool has_thread_ = false;
    record::Recorder* recorder_ = nullptr;
};

}  // namespace shunt
