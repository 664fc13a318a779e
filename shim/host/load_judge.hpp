#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

/// Judges from the delays of one thread whether other threads want its core, so that waiting should leave the core to
/// them. It is slow to find load and slow to forget it: on a quiet machine a daemon that runs for some ms changes
/// nothing. Gentle waiting hides load, as a sleeping thread is delayed little, so the judge finds the end of load by
/// trial: it reports a quiet machine. Each time it soon finds load again, the next trial is delayed twice as long.
/// Units: ns of the caller's clock.   Thread: one at a time.
class LoadJudge {
public:
    /// The shortest time whose delays are significant: some time slices of two threads that share a core.
    static constexpr std::int64_t kWindowNs = 24'000'000;
    static constexpr std::int64_t kProofNs = 120'000'000;        ///< total length of windows that all had delays
    static constexpr std::int64_t kFirstHoldNs = 1'000'000'000;  ///< how long load, once found, is assumed to last
    static constexpr std::int64_t kLongestHoldNs = 16'000'000'000;
    static constexpr std::int64_t kSoonNs = 2'000'000'000;  ///< load found again within this time is the same load

    bool busy() const { return busy_; }

    /// A window of `window_ns` has ended at `now_ns`; the thread was delayed for `delayed_ns` of it.
    void hear(std::int64_t now_ns, std::int64_t window_ns, std::int64_t delayed_ns) {
        if (busy_) hear_while_busy(now_ns, window_ns, delayed_ns);
        else hear_while_quiet(now_ns, window_ns, delayed_ns);
    }

private:
    /// Fractions of a window. A longer delay is load; while waiting gently, a shorter one is the end of load. A quiet
    /// machine delays a thread for less than 1 %.
    static constexpr std::int64_t kLoadPart = 8, kQuietPart = 32;

    void hear_while_quiet(std::int64_t now_ns, std::int64_t window_ns, std::int64_t delayed_ns) {
        delayed_windows_ns_ = delayed_ns * kLoadPart >= window_ns ? delayed_windows_ns_ + window_ns : 0;
        const bool again = hold_ns_ > 0 && now_ns - changed_ns_ < kSoonNs;
        if (delayed_windows_ns_ < (again ? kWindowNs : kProofNs)) return;
        hold_ns_ = again ? std::min(2 * hold_ns_, kLongestHoldNs) : kFirstHoldNs;
        change(now_ns, true);
    }
    void hear_while_busy(std::int64_t now_ns, std::int64_t window_ns, std::int64_t delayed_ns) {
        if (now_ns - changed_ns_ >= hold_ns_ && delayed_ns * kQuietPart < window_ns) change(now_ns, false);
    }
    void change(std::int64_t now_ns, bool busy) {
        busy_ = busy;
        changed_ns_ = now_ns;
        delayed_windows_ns_ = 0;
    }

    bool busy_ = false;
    std::int64_t changed_ns_ = 0;
    std::int64_t delayed_windows_ns_ = 0;  ///< total length of the last windows that all had delays
    std::int64_t hold_ns_ = 0;             ///< 0: no load was ever found
};

}  // namespace shunt
