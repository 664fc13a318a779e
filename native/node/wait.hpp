#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <new>

#include "native/base/clock.hpp"
#include "native/base/relax.hpp"
#include "native/base/status.hpp"

namespace shunt::node {

/// Distance between words of different writers: a cache line, and the one that processors fetch along with it.
inline constexpr std::size_t kLineBytes = 128;

/// A timeout that never expires. A dead member ends the wait all the same.
inline constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

/// How often a waiting member checks whether the members it waits for are alive.
inline constexpr std::int64_t kLivenessNs = 100'000'000;

/// How a member waits.
struct WaitPolicy {
    std::int64_t spin_max_ns = 0;  ///< longest spin before sleeping; 0: sleep immediately
    /// Spins if every member has a core to itself; otherwise a spin would take the core from the member waited for.
    static constexpr WaitPolicy for_cores(int members, int cores) { return {members <= cores ? 20'000 : 0}; }
};

/// An object in shared memory on which members sleep until another one rings. Ringing takes a system call only if a
/// member sleeps. No ring is lost: the ringer stores its news (seq_cst) before it loads `sleepers_`, and the sleeper
/// adds itself to `sleepers_` before it checks for news, all in the single order of seq_cst; so one of them sees the
/// other. Thread: any, of any process.
class alignas(kLineBytes) Doorbell {
public:
    /// Wakes all sleepers. The news must have been stored before with memory_order_seq_cst.
    void ring() {
        if (sleepers_.load(std::memory_order_seq_cst) != 0) wake();
    }
    /// Announces that the caller is about to sleep; then check for news once more, call sleep(), and call withdraw().
    std::uint32_t announce() {
        sleepers_.fetch_add(1, std::memory_order_seq_cst);
        return rings_.load(std::memory_order_seq_cst);
    }
    void withdraw() { sleepers_.fetch_sub(1, std::memory_order_relaxed); }
    /// Blocks: until a ring after announce() returned `heard`, a signal, or `timeout_ns`.
    void sleep(std::uint32_t heard, std::int64_t timeout_ns);

private:
    void wake();

    std::atomic<std::uint32_t> rings_{0};  // the futex
    std::atomic<std::uint32_t> sleepers_{
        0};  // a member killed in its sleep stays counted: that costs system calls, not correctness
};

using shunt::relax;

/// Schedules the checks of a waiting member whether the members it waits for are alive: every kLivenessNs, however
/// short its single waits are.
class LivenessClock {
public:
    bool is_due(std::int64_t now) {
        if (next_ns_ == 0) next_ns_ = now + kLivenessNs;
        if (now < next_ns_) return false;
        next_ns_ = now + kLivenessNs;
        return true;
    }
    /// Time of the next check; call is_due() before.
    std::int64_t next_ns() const { return next_ns_; }

private:
    std::int64_t next_ns_ = 0;
};

/// Spin time of one member: twice as long after a successful spin, half as long after an unsuccessful one, from 300 ns
/// to the limit.
class Spin {
public:
    explicit Spin(WaitPolicy policy = {}) : max_ns_(policy.spin_max_ns), now_ns_(policy.spin_max_ns) {}

    /// Calls `poll` until it returns another status than `again` or the spin time has passed; returns its last result.
    template <class Poll>
    Status run(Poll& poll) {
        if (max_ns_ == 0) return Status::again;
        const std::int64_t end = monotonic_ns() + now_ns_;
        do {
            for (int i = 0; i < 16; ++i) {
                relax();
                const Status status = poll();
                if (status == Status::again) continue;
                now_ns_ = now_ns_ * 2 < max_ns_ ? now_ns_ * 2 : max_ns_;
                return status;
            }
        } while (monotonic_ns() < end);
        now_ns_ = now_ns_ / 2 > kLeastNs ? now_ns_ / 2 : kLeastNs;
        return Status::again;
    }

    LivenessClock liveness;  ///< of the waits in which this member spins

private:
    static constexpr std::int64_t kLeastNs = 300;
    std::int64_t max_ns_;
    std::int64_t now_ns_;
};

/// Waits until `poll()` returns another status than `again`: spins, then sleeps on `bell`. Every kLivenessNs of such
/// waits `check()` may end one by another status than ok (peers that died), after a last poll for their arrivals.
/// Units: ns from now.   Fails: timeout; 0 polls once.
template <class Poll, class Check>
Status await(Doorbell& bell, Spin& spin, std::int64_t timeout_ns, Poll poll, Check check) {
    Status status = poll();
    if (status != Status::again) return status;
    const std::int64_t start = monotonic_ns();
    if (timeout_ns > 0) status = spin.run(poll);
    while (status == Status::again) {
        const std::int64_t now = monotonic_ns();
        if (spin.liveness.is_due(now)) {
            const Status alive = check();
            if (alive != Status::ok) {
                status = poll();
                return status == Status::again ? alive : status;
            }
        }
        if (now - start >= timeout_ns) return Status::timeout;
        const std::uint32_t heard = bell.announce();
        status = poll();
        if (status == Status::again)
            bell.sleep(heard, std::min(spin.liveness.next_ns() - now, timeout_ns - (now - start)));
        bell.withdraw();
        if (status == Status::again) status = poll();
    }
    return status;
}

}  // namespace shunt::node
