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

/// Words of different writers lie this far apart: a cache line, and the one that processors fetch along with it.
inline constexpr std::size_t kLineBytes = 128;

/// A timeout that never comes. A dead member ends the wait all the same.
inline constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

/// So often a member that waits looks whether those it waits for are alive.
inline constexpr std::int64_t kLivenessNs = 100'000'000;

/// How a member waits.
struct WaitPolicy {
    std::int64_t spin_max_ns = 0;  ///< longest spin before sleeping; 0: sleep at once
    /// Spins where every member has a core to itself; else a spin would take the core from the member waited for.
    static constexpr WaitPolicy for_cores(int members, int cores) { return {members <= cores ? 20'000 : 0}; }
};

/// A place in shared memory where members sleep until another one rings. Those who ring pay a system call only when
/// somebody sleeps. No call is lost: the ringer stores its news (seq_cst) before it loads `sleepers_`, the sleeper adds
/// itself to `sleepers_` before it looks for news, all in the single order of seq_cst; so one of them sees the other.
/// Thread: any, of any process.
class alignas(kLineBytes) Doorbell {
public:
    /// Wakes all who sleep. The news must have been stored before with memory_order_seq_cst.
    void ring() {
        if (sleepers_.load(std::memory_order_seq_cst) != 0) wake();
    }
    /// Says that the caller is about to sleep; then look for news once more, then sleep(), then withdraw().
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
        0};  // one killed in its sleep stays counted: that costs system calls, not correctness
};

using shunt::relax;

/// When a member that waits looks next whether those it waits for are alive: each kLivenessNs, however short its single
/// waits are.
class LivenessClock {
public:
    bool is_due(std::int64_t now) {
        if (next_ns_ == 0) next_ns_ = now + kLivenessNs;
        if (now < next_ns_) return false;
        next_ns_ = now + kLivenessNs;
        return true;
    }
    /// After is_due().
    std::int64_t next_ns() const { return next_ns_; }

private:
    std::int64_t next_ns_ = 0;
};

/// How long one member spins: twice as long after a spin that paid, half as long after one that did not, from 300 ns to
/// the limit.
class Spin {
public:
    explicit Spin(WaitPolicy policy = {}) : max_ns_(policy.spin_max_ns), now_ns_(policy.spin_max_ns) {}

    /// Calls `poll` until it returns something else than `again` or the time is over; returns what it returned last.
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

/// Waits until `poll()` returns something else than `again`: spins, then sleeps at `bell`. Each kLivenessNs of such
/// waits `check()` may end one by another status than ok (peers that died); what they did before is looked at first.
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
