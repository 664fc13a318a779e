#pragma once
#include <algorithm>
#include <cstdint>

#include "native/engine.hpp"
#include "native/remote/remote_memory.hpp"

namespace shunt::pipeline {

inline constexpr std::int64_t kFirstSliceNs = 1'000'000;
inline constexpr std::int64_t kLastSliceNs = 16'000'000;
inline constexpr std::int64_t kAskAfterNs = 1'000'000'000;

/// Drives `call.advance()` until it has ended, asleep where nothing can be done. Between sleeps the host may go on, and is asked about
/// the member waited for.   Blocks: until this member's part is done, or a member is lost.
template <class Call>
Status run_call(Call& call, remote::RemoteMemory& memory, Exchange& exchange) {
    std::int64_t slice_ns = kFirstSliceNs, waited_ns = 0;
    for (;;) {
        Status status = Status::again;
        const auto ready = [&] {
            status = call.advance();
            return status != Status::again || call.moved();
        };
        const Status waited = memory.wait(ready, slice_ns);
        if (status != Status::again) return status;
        if (waited == Status::ok) {
            slice_ns = kFirstSliceNs;
            waited_ns = 0;
            continue;
        }
        if (waited != Status::timeout) return waited;
        exchange.progress();
        waited_ns += slice_ns;
        slice_ns = std::min(2 * slice_ns, kLastSliceNs);
        if (waited_ns < kAskAfterNs) continue;
        waited_ns = 0;
        const int peer = call.waits_for();
        if (peer >= 0 && exchange.ask_about(peer) != Status::ok) return Status::peer_lost;
    }
}

}  // namespace shunt::pipeline
