#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/status.hpp"
#include "native/base/turns.hpp"

namespace shunt::memory {

/// How long a member looks at its sockets before it sleeps at them: not after waits so long that waking, some tens of
/// microseconds, is little beside them. Between two looks it yields, also to the kernel's threads that bring what it
/// waits for. Where another process keeps the core it stops for a while: one that sleeps is given the core sooner than
/// one that has yielded it.   Units: ns.   Thread: one.
template <class Turns>
class BasicSocketSpin {
public:
    static constexpr std::int64_t kMostNs = 1'000'000;
    static constexpr std::int64_t kLongTurnNs = 1'000'000;  ///< a yield that takes so long: the core is wanted
    static constexpr int kWaitsWithout = 1000;              ///< after one

    /// `may_spin`: false: it always sleeps.
    explicit BasicSocketSpin(bool may_spin = false) : max_ns_(may_spin ? kMostNs : 0), now_ns_(max_ns_) {}

    /// Calls `look` until it returns something else than `again`, for as long as seems worth it and at most `most_ns`.
    template <class Look>
    Status run(Look&& look, std::int64_t most_ns) {
        if (waits_without_ > 0) {
            --waits_without_;
            return Status::again;
        }
        std::int64_t now = Turns::now_ns();
        const std::int64_t end = now + std::min(now_ns_, most_ns);
        while (now < end) {
            const std::int64_t before = now;
            Turns::yield();
            now = Turns::now_ns();
            if (now - before > kLongTurnNs) waits_without_ = kWaitsWithout;
            if (const Status status = look(); status != Status::again) return status;
            if (waits_without_ > 0) break;
        }
        return Status::again;
    }
    /// A wait has ended; `waited_ns`: with its sleep.
    void note(std::int64_t waited_ns) {
        now_ns_ = waited_ns < max_ns_ ? std::min(max_ns_, std::max(now_ns_, 2 * waited_ns)) : now_ns_ / 2;
    }
    /// Of the next wait.
    std::int64_t spin_ns() const { return waits_without_ > 0 ? 0 : now_ns_; }

private:
    std::int64_t max_ns_;
    std::int64_t now_ns_;
    int waits_without_ = 0;
};

using SocketSpin = BasicSocketSpin<MachineTurns>;

}  // namespace shunt::memory
