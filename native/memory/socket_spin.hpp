#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/kept_core.hpp"
#include "native/base/status.hpp"
#include "native/base/turns.hpp"

namespace shunt::memory {

/// How long a member polls its sockets before it sleeps on them. It does not poll after long waits, compared with which
/// a wake-up (some tens of microseconds) costs little. Between two polls it yields, also to the kernel's threads that
/// deliver the awaited data. If another process keeps the core, it stops polling for a while: a sleeping process is
/// given the core sooner than one that has yielded.   Units: ns.   Thread: one.
template <class Turns>
class BasicSocketSpin {
public:
    static constexpr std::int64_t kMostNs = 1'000'000;

    /// `may_spin` false: it always sleeps.
    explicit BasicSocketSpin(bool may_spin = false) {
        if (may_spin) allow();
    }
    /// From now on it polls before it sleeps.
    void allow() { max_ns_ = now_ns_ = kMostNs; }

    /// Calls `look` until it returns another status than `again`, as long as that seems worthwhile and at most
    /// `most_ns`.
    template <class Look>
    Status run(Look&& look, std::int64_t most_ns) {
        if (kept_core_.begin_wait()) return Status::again;
        std::int64_t now = Turns::now_ns();
        const std::int64_t end = now + std::min(now_ns_, most_ns);
        while (now < end) {
            const std::int64_t before = now;
            Turns::yield();
            now = Turns::now_ns();
            const bool is_kept = now - before >= kKeptNs;
            if (is_kept) kept_core_.note();
            if (const Status status = look(); status != Status::again) return status;
            if (is_kept) break;
        }
        return Status::again;
    }
    /// Reports the end of a wait; `waited_ns`: its length, including its sleep.
    void note(std::int64_t waited_ns) {
        now_ns_ = waited_ns < max_ns_ ? std::min(max_ns_, std::max(now_ns_, 2 * waited_ns)) : now_ns_ / 2;
    }
    /// The spin time of the next wait.
    std::int64_t spin_ns() const { return kept_core_.is_kept() ? 0 : now_ns_; }

private:
    std::int64_t max_ns_ = 0;
    std::int64_t now_ns_ = 0;
    KeptCore kept_core_;
};

using SocketSpin = BasicSocketSpin<MachineTurns>;

}  // namespace shunt::memory
