#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/clock.hpp"
#include "native/base/wakeful_wait.hpp"
#include "native/engines/contract.hpp"
#include "native/memory/remote_memory.hpp"
#include "native/node/wait.hpp"

namespace shunt {

inline constexpr std::int64_t kFirstSliceNs = 1'000'000;
inline constexpr std::int64_t kLastSliceNs = 16'000'000;
inline constexpr std::int64_t kAskAfterNs = 1'000'000'000;

/// Polls of a call between two calls of the host: a microsecond or two.
inline constexpr int kLooks = 64;
/// The same while the host has work: the host then gets half of the core.
inline constexpr int kWakefulLooks = 4;

/// Waiting::turns of a team within one node.
inline constexpr int kTurns = 64;

/// How the members of a team wait.
struct Waiting {
    std::int64_t spin_ns = 0;  ///< spinning time before each sleep
    bool has_core = false;     ///< this member shares its core with no other of the team
    int turns = 0;             ///< where members share cores: turns of yielding before each sleep
};

/// Whether a team stays in use after a call with this result.
inline bool is_usable_after(Status status) {
    return status == Status::ok || status == Status::other_length || status == Status::declined ||
           status == Status::left_to_host;
}

/// How long a call makes no progress before the host is asked about the member that it waits for.
class LostPeerWatch {
public:
    /// Call it after a poll of `call` that made no progress.   Returns again; or peer_lost, as the host reports.
    template <class Call>
    Status look(const Call& call, Exchange& exchange) {
        const std::int64_t now = monotonic_ns();
        if (ask_at_ns_ == 0) ask_at_ns_ = now + kAskAfterNs;
        if (now < ask_at_ns_) return Status::again;
        ask_at_ns_ = 0;
        const int peer = call.waits_for();
        return peer >= 0 && exchange.ask_about(peer) != Status::ok ? Status::peer_lost : Status::again;
    }
    void moved() { ask_at_ns_ = 0; }

private:
    std::int64_t ask_at_ns_ = 0;
};

/// Calls `call.advance()` until it makes progress, at most `looks` times.
template <class Call>
Status look_closely(Call& call, int looks) {
    Status status = Status::again;
    for (; looks > 0 && status == Status::again && !call.moved(); --looks) {
        node::relax();
        status = call.advance();
    }
    return status;
}

/// Yields the core to the other members of this node until `call` makes progress: a turn of each takes less than waking
/// a sleeping member. It stops where no process takes the core, or where one keeps it.
template <class Call>
Status yield_by_turns(Call& call, Exchange& exchange, Yields& yields, int turns, bool host_has_work) {
    Status status = Status::again;
    for (int turn = 0; turn < turns && yields.are_of_use() && status == Status::again && !call.moved(); ++turn) {
        yields.yield();
        if (host_has_work) exchange.progress_once();
        status = call.advance();
    }
    return status;
}

/// Whether the call waits for something that takes longer than waking a sleeping member.
template <class Call>
bool waits_long(const Call& call) {
    if constexpr (requires { call.waits_long(); }) return call.waits_long();
    else return false;
}

/// Calls `call.advance()` until it makes progress, for `how.spin_ns` or `how.turns` turns; lets the host progress in
/// between.
template <class Call>
Status spin_call(Call& call, Exchange& exchange, const Waiting& how, Yields& yields, bool host_has_work) {
    Status status = call.advance();
    if (status != Status::again || call.moved()) return status;
    if (how.spin_ns == 0)
        return waits_long(call) ? status : yield_by_turns(call, exchange, yields, how.turns, host_has_work);
    const std::int64_t end = monotonic_ns() + how.spin_ns;
    status = look_closely(call, kLooks);
    while (status == Status::again && !call.moved() && monotonic_ns() < end) {
        exchange.progress();
        status = look_closely(call, host_has_work ? kWakefulLooks : kLooks);
    }
    return status;
}

/// Calls `call.advance()` until the call has ended. It sleeps after `how.spin_ns` without progress. Between sleeps it
/// lets the host progress, and asks it about the member waited for. While the host has work, it calls the host all the
/// time.
template <class Call>
[[gnu::noinline]] Status wait_for_call(Call& call, memory::RemoteMemory& memory, Exchange& exchange,
                                       const Waiting& how) {
    WakefulWait wakeful(exchange.has_work(), how.has_core);
    std::int64_t slice_ns = kFirstSliceNs;
    LostPeerWatch watch;
    Yields yields;  // since the call last made progress
    for (;;) {
        Status status = spin_call(call, exchange, how, yields, wakeful.host_has_work());
        if (status != Status::again) return status;
        if (call.moved()) {
            yields = {};
            continue;
        }
        const auto ready = [&] {
            status = call.advance();
            return status != Status::again || call.moved();
        };
        memory.awaits(call.waits_for());
        const Status waited = memory.wait(ready, wakeful.sleep_ns(slice_ns));
        if (status != Status::again) return status;
        if (waited == Status::ok) {
            slice_ns = kFirstSliceNs;
            watch.moved();
            yields = {};
            continue;
        }
        if (waited != Status::timeout) return waited;
        wakeful.let_progress(exchange);
        slice_ns = std::min(2 * slice_ns, kLastSliceNs);
        if (watch.look(call, exchange) != Status::again) return Status::peer_lost;
    }
}

/// Calls `call.advance()` until the call has ended; a call that takes a microsecond or two never calls the host.
/// Blocks: until this member's part is done, or a member is lost.
template <class Call>
Status run_call(Call& call, memory::RemoteMemory& memory, Exchange& exchange, const Waiting& how) {
    Status status = call.advance();
    if (status == Status::again && !call.moved() && how.spin_ns > 0) status = look_closely(call, kLooks);
    return status == Status::again ? wait_for_call(call, memory, exchange, how) : status;
}

}  // namespace shunt
