#pragma once
// How a call waits; only for the files of MulticastTeam.
#include <sched.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "native/base/clock.hpp"
#include "native/base/wakeful_wait.hpp"
#include "native/engines/multicast/team.hpp"

namespace shunt::multicast {

inline constexpr std::int64_t kSoonNs = 200'000;  // interval between polls of this node's ring
inline constexpr std::int64_t kHostPauseNs =
    1'000'000;  // longest time between host calls while waiting; initially twice that
inline constexpr std::int64_t kFirstLooksNs =
    20'000'000;                    // for so long the host is called every millisecond, then every five
inline constexpr int kYields = 4;  // before sleeping: a process on this core may be about to send
inline constexpr std::int64_t kRescueDeadlineNs = 5'000'000'000;
inline constexpr std::int64_t kRescueAgainNs = 1'000'000'000;

/// Drives the link until `step(now)` returns something other than `again`, and lets the host progress. `root_node`: the
/// node waited for, which `step` may change; -1: the nodes that have not confirmed.
template <class Step>
Status MulticastTeam::drive(std::uint64_t number, const int& root_node, Step step) {
    const std::int64_t start = monotonic_ns();
    Ready ready{true, true};
    WakefulWait wakeful(parts_.exchange->has_work(), parts_.has_core);
    std::optional<HostWatch> watch;  // of hosts that this one has long waited for
    int yields = 0;
    std::int64_t helped_at = start + kHostPauseNs, ask_at = start + kRescueDeadlineNs,
                 local_check_at = start + node::kLivenessNs;
    for (std::int64_t now = start;; now = monotonic_ns()) {
        std::int64_t due;
        Status status;
        {
            const std::lock_guard<std::mutex> guard(parts_.link->mutex);
            parts_.link->pump(now, ready);
            status = step(now);
            due = parts_.link->channel.next_timeout() - now;
        }
        if (status != Status::again) return status;
        if (is_given_up()) return Status::peer_lost;
        if (wakeful.host_has_work() || now - helped_at >= kHostPauseNs) {
            wakeful.let_progress(*parts_.exchange);
            helped_at = now;
        }
        if (has_local_ranks_ && now > local_check_at) {
            if (parts_.local_group->ring().check_peers() != Status::ok) return Status::peer_lost;
            local_check_at = now + node::kLivenessNs;
        }
        if (now > ask_at) {
            if (!all_well(number, root_node, watch, now)) return Status::peer_lost;
            ask_at = now + kRescueAgainNs;
        }
        if (!wakeful.host_has_work() && yields++ < kYields) {
            sched_yield();
            continue;
        }
        const std::int64_t most = has_local_ranks_              ? kSoonNs
                                  : now - start < kFirstLooksNs ? kHostPauseNs
                                                                : 5 * kHostPauseNs;
        ready = parts_.link->wait(wakeful.sleep_ns(std::clamp<std::int64_t>(due, 0, most)));
    }
}

}  // namespace shunt::multicast
