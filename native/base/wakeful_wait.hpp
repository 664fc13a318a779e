#pragma once
#include <sys/prctl.h>

#include <algorithm>
#include <cstdint>

#include "native/base/kept_core.hpp"
#include "native/base/turns.hpp"

namespace shunt {

/// How long a rank with a core of its own polls before it gives the core away: waking up costs tens of microseconds, a
/// block of a pipeline less.
inline constexpr std::int64_t kSpinNs = 500'000;

/// Yields, and counts the yields that let no other process run. Such a yield means that no process wants the core, or
/// only processes to which the kernel gives no turn. Where each session is a scheduling group, as Hydra's ranks are,
/// that depends on the kernel.
template <class Turns>
class BasicYields {
public:
    /// Returns: whether another process ran.
    bool yield() {
        const std::int64_t before = Turns::now_ns();
        Turns::yield();
        return note(Turns::now_ns() - before);
    }
    /// Counts a yield of that duration.   Returns: whether another process ran.
    bool note(std::int64_t took_ns) {
        vain_ += took_ns < kNobodyRanNs;
        kept_ += took_ns >= kKeptNs;
        return took_ns >= kNobodyRanNs;
    }
    bool are_vain() const { return vain_ >= kMostVain; }
    /// False if no other process runs, and if others keep the core for whole time slices: sleeping gets it back sooner.
    bool are_of_use() const { return !are_vain() && !are_kept(); }
    bool are_kept() const { return kept_ >= kMostKept; }

private:
    static constexpr std::int64_t kNobodyRanNs = 1'500;
    static constexpr int kMostVain = 32;
    static constexpr int kMostKept = 2;
    int vain_ = 0, kept_ = 0;
};
using Yields = BasicYields<MachineTurns>;

/// The yields of a rank that has a core of its own, as far as is known: other jobs, and other nodes of a virtual
/// cluster, may still run on that core. The rank yields kFirstBurstNs after the first unsuccessful poll, then every
/// kBurstNs, and after each poll while the last yield let others run.   Units: ns.   Thread: one.
template <class Turns>
class BasicBurstYields {
public:
    /// `shares`: other processes ran on the core a moment ago, so the first poll yields at once.
    explicit BasicBurstYields(bool shares = false) : next_ns_(shares ? 1 : 0), shares_(shares) {}
    /// Called after an unsuccessful poll at `now_ns`.   Returns: whether it has yielded.   Blocks: as sched_yield.
    bool look(std::int64_t now_ns) {
        if (next_ns_ == 0) next_ns_ = now_ns + kFirstBurstNs;
        if (now_ns < next_ns_) return false;
        shares_ = yields_.yield();
        next_ns_ = shares_ ? now_ns : Turns::now_ns() + kBurstNs;
        return true;
    }
    /// Whether the last yield let other processes run.
    bool shares() const { return shares_; }
    /// Whether others keep the core for whole time slices: a sleeping rank gets it back sooner.
    bool is_kept() const { return yields_.are_kept(); }

private:
    static constexpr std::int64_t kFirstBurstNs = 5'000, kBurstNs = 100'000;
    BasicYields<Turns> yields_;
    std::int64_t next_ns_;
    bool shares_;
};
using BurstYields = BasicBurstYields<MachineTurns>;

/// After a call of sharpen(), and as long as this object lives, sleeps of this thread end on time; otherwise each is 50
/// us longer.
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
/// Number of calls of the host before each such sleep: Open MPI does some of its work only in every eighth call.
inline constexpr int kCallsPerSleep = 8;

/// How long a rank may sleep in one wait of an engine. While the host may have work, a rank with a core of its own
/// never sleeps; it yields as BurstYields does. Ranks that share cores yield after each poll. Where yielding is of no
/// use they sleep, for kWakefulSleepNs at most. Thread: one.
template <class Turns>
class BasicWakefulWait {
public:
    BasicWakefulWait(bool host_has_work, bool has_core) : host_has_work_(host_has_work), has_core_(has_core) {}

    /// Whether Exchange::progress() must be called after each poll.
    bool host_has_work() const { return host_has_work_; }

    /// How long the caller may sleep before its next poll: `usual_ns` if the host has no work.   Units: ns. Blocks: as
    /// sched_yield.
    std::int64_t sleep_ns(std::int64_t usual_ns) {
        if (!host_has_work_) return usual_ns;
        if (has_core_) {
            bursts_.look(Turns::now_ns());
            shares_ = bursts_.shares();
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

    /// Calls `host.progress()`, or `host.progress_once()` if this rank has just given the core to others. A waiting
    /// host polls once between two yields; each further poll keeps the core from the processes that are waited for.
    template <class Host>
    void let_progress(Host& host) const {
        if (shares_) host.progress_once();
        else host.progress();
    }

private:
    bool host_has_work_;
    bool has_core_;
    bool shares_ = false;  ///< the last yield let other processes run
    int calls_ = 0;
    BasicBurstYields<Turns> bursts_;
    BasicYields<Turns> yields_;
    SharpTimers timers_;
};
using WakefulWait = BasicWakefulWait<MachineTurns>;

}  // namespace shunt
