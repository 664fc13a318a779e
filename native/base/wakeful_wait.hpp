#pragma once
#include <sys/prctl.h>

#include <algorithm>
#include <cstdint>

#include "native/base/turns.hpp"

namespace shunt {

/// How long a rank with a core of its own polls before it gives that away: waking costs tens of microseconds, a block
/// of a pipeline less.
inline constexpr std::int64_t kSpinNs = 500'000;

/// Yields, and how many of them let nobody run: nobody wants the core, or only processes that it does not give way to.
/// Where each session is a scheduling group, as Hydra's ranks are, that depends on the kernel.
template <class Turns>
class BasicYields {
public:
    /// Returns: whether somebody ran.
    bool yield() {
        const std::int64_t before = Turns::now_ns();
        Turns::yield();
        return note(Turns::now_ns() - before);
    }
    /// A yield took so long.   Returns: whether somebody ran.
    bool note(std::int64_t took_ns) {
        vain_ += took_ns < kNobodyRanNs;
        kept_ += took_ns >= kKeptNs;
        return took_ns >= kNobodyRanNs;
    }
    bool are_vain() const { return vain_ >= kMostVain; }
    /// Not where nobody runs, nor where others keep the core for whole time slices: who sleeps gets it back sooner.
    bool are_of_use() const { return !are_vain() && kept_ < kMostKept; }

private:
    static constexpr std::int64_t kNobodyRanNs = 1'500;
    static constexpr int kMostVain = 32;
    static constexpr std::int64_t kKeptNs = 1'000'000;
    static constexpr int kMostKept = 2;
    int vain_ = 0, kept_ = 0;
};
using Yields = BasicYields<MachineTurns>;

/// While it lives, and once sharpen() was called, sleeps of this thread end when they should: else each is 50 us
/// longer.
class SharpTimers {
public:
    SharpTimers() = default;
    SharpTimers(const SharpTimers&) = delete;
    SharpTimers& operator=(const SharpTimers&) = delete;
    ~SharpTimers() {
        if (slack_ns_ > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_ns_), 0UL, 0UL, 0UL);
    }
    void sharpen() {
        if (slack_ns_ > 0) return;
        slack_ns_ = prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    }

private:
    int slack_ns_ = 0;
};

/// Longest sleep of a waiting rank between two calls of Exchange::progress() while the host may have work
/// (Exchange::has_work).
inline constexpr std::int64_t kWakefulSleepNs = 50'000;
/// So many calls of the host come before each such sleep: Open MPI does some of its work in every eighth only.
inline constexpr int kCallsPerSleep = 8;

/// How long a rank may sleep in one wait of an engine. While the host may have work, a rank with a core of its own
/// never sleeps, but yields after kFirstBurstNs and then every kBurstNs to others that may be there, and after each
/// look while others are there. Ranks that share cores yield after each look; where that is of no use they sleep, for
/// kWakefulSleepNs at most. Thread: one.
template <class Turns>
class BasicWakefulWait {
public:
    BasicWakefulWait(bool host_has_work, bool has_core) : host_has_work_(host_has_work), has_core_(has_core) {}

    /// Whether Exchange::progress() must be called after each look.
    bool host_has_work() const { return host_has_work_; }

    /// How long the caller may sleep before its next look: `usual_ns` where the host has no work.   Units: ns. Blocks:
    /// as sched_yield.
    std::int64_t sleep_ns(std::int64_t usual_ns) {
        if (!host_has_work_) return usual_ns;
        if (has_core_) {
            yield_at_times();
            return 0;
        }
        shares_ = yields_.are_of_use();
        if (shares_) {
            yields_.yield();
            return 0;
        }
        if (++calls_ % kCallsPerSleep != 0) return 0;
        timers_.sharpen();
        return std::min(usual_ns, kWakefulSleepNs);
    }

    /// Calls `host.progress()`, or, where this rank has just given the core to others, `host.progress_once()`: between
    /// two yields a host that waits looks once, and each look more keeps the core from those who are waited for.
    template <class Host>
    void let_progress(Host& host) const {
        if (shares_) host.progress_once();
        else host.progress();
    }

private:
    static constexpr std::int64_t kFirstBurstNs = 5'000, kBurstNs = 100'000;

    void yield_at_times() {
        const std::int64_t now = Turns::now_ns();
        if (yield_at_ns_ == 0) yield_at_ns_ = now + kFirstBurstNs;
        if (now < yield_at_ns_) return;
        shares_ = yields_.yield();
        yield_at_ns_ = shares_ ? now : Turns::now_ns() + kBurstNs;
    }

    bool host_has_work_;
    bool has_core_;
    bool shares_ = false;  ///< the last yield was of use
    std::int64_t yield_at_ns_ = 0;
    int calls_ = 0;
    BasicYields<Turns> yields_;
    SharpTimers timers_;
};
using WakefulWait = BasicWakefulWait<MachineTurns>;

}  // namespace shunt
