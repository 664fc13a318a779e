#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/clock.hpp"
#include "native/engine.hpp"
#include "native/node/wait.hpp"
#include "native/remote/remote_memory.hpp"

namespace shunt::pipeline {

inline constexpr std::int64_t kFirstSliceNs = 1'000'000;
inline constexpr std::int64_t kLastSliceNs = 16'000'000;
/// Remote memory looks for dead members only in a wait of its own length (node::kLivenessNs), which so is one wait in a few.
inline constexpr std::int64_t kLookingSliceNs = node::kLivenessNs * 3 / 2;
inline constexpr int kSlicesBetweenLooks = 12;
inline constexpr std::int64_t kAskAfterNs = 1'000'000'000;

/// How long a member looks for its turn before it sleeps, where each has a core: being waked costs tens of microseconds, a block less.
inline constexpr std::int64_t kSpinNs = 500'000;

/// Calls `call.advance()` until it does something, or for `spin_ns` of waiting; lets the host go on after each microsecond or two.
template <class Call>
Status spin_call(Call& call, Exchange& exchange, std::int64_t spin_ns) {
    constexpr int kLooks = 64;
    Status status = call.advance();
    if (status != Status::again || call.moved() || spin_ns == 0) return status;
    std::int64_t end = 0;
    for (;;) {
        for (int i = 0; i < kLooks; ++i) {
            node::relax();
            status = call.advance();
            if (status != Status::again || call.moved()) return status;
        }
        const std::int64_t now = monotonic_ns();
        if (end == 0) end = now + spin_ns;
        if (now >= end) return status;
        exchange.progress();
    }
}

/// Drives `call.advance()` until it has ended; where nothing can be done for `spin_ns` it sleeps. Between sleeps the host may go on, and is
/// asked about the member waited for.   Blocks: until this member's part is done, or a member is lost.
template <class Call>
Status run_call(Call& call, remote::RemoteMemory& memory, Exchange& exchange, std::int64_t spin_ns) {
    std::int64_t slice_ns = kFirstSliceNs, waited_ns = 0;
    int slices = 0;
    for (;;) {
        Status status = spin_call(call, exchange, spin_ns);
        if (status != Status::again) return status;
        if (call.moved()) continue;
        const auto ready = [&] {
            status = call.advance();
            return status != Status::again || call.moved();
        };
        const std::int64_t most_ns = ++slices % kSlicesBetweenLooks == 0 ? kLookingSliceNs : slice_ns;
        const Status waited = memory.wait(ready, most_ns);
        if (status != Status::again) return status;
        if (waited == Status::ok) {
            slice_ns = kFirstSliceNs;
            waited_ns = 0;
            slices = 0;
            continue;
        }
        if (waited != Status::timeout) return waited;
        exchange.progress();
        waited_ns += most_ns;
        slice_ns = std::min(2 * slice_ns, kLastSliceNs);
        if (waited_ns < kAskAfterNs) continue;
        waited_ns = 0;
        const int peer = call.waits_for();
        if (peer >= 0 && exchange.ask_about(peer) != Status::ok) return Status::peer_lost;
    }
}

}  // namespace shunt::pipeline
