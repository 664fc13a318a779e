#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

/// Judges from the delays of one thread whether others want its core: whether waiting should leave the core to them.
/// Slow to find load, slow to forget it: on a quiet machine a daemon that runs for some ms changes nothing. Waiting
/// gently hides load, as a thread that sleeps is delayed little, so the end of load is found by trying: each time load
/// is found again soon, the next try comes twice as late.
/// Units: ns of the caller's clock.   Thread: one at a time.
class LoadJudge {
public:
    /// The shortest time whose delays say anything: some turns of two threads that share a core.
    static constexpr std::int64_t kWindowNs = 24'000'000;
    static constexpr std::int64_t kProofNs = 120'000'000;        ///< of windows that all had delays
    static constexpr std::int64_t kFirstHoldNs = 1'000'000'000;  ///< load once found is believed for so long
    static constexpr std::int64_t kLongestHoldNs = 16'000'000'000;
    static constexpr std::int64_t kSoonNs = 2'000'000'000;  ///< load found again within that time is the same load

    bool busy() const { return busy_; }

    /// A window of `window_ns` has ended at `now_ns`; the thread was delayed for `delayed_ns` of it.
    void hear(std::int64_t now_ns, std::int64_t window_ns, std::int64_t delayed_ns) {
        if (busy_) hear_while_busy(now_ns, window_ns, delayed_ns);
        else hear_while_quiet(now_ns, window_ns, delayed_ns);
    }

private:
    /// Of a window: more is load; less, while waiting gently, is the end of load. A quiet machine delays a thread for
    /// less than 1 %.
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
    std::int64_t delayed_windows_ns_ = 0;  ///< of the last windows, all with delays
    std::int64_t hold_ns_ = 0;             ///< 0: no load was ever found
};

}  // namespace shunt
