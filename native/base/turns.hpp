#pragma once
#include <sched.h>

#include <cstdint>

#include "native/base/clock.hpp"

namespace shunt {

/// The machine's clock and scheduler, as waits use them; tests substitute their own.
struct MachineTurns {
    static std::int64_t now_ns() { return monotonic_ns(); }
    static void yield() { sched_yield(); }
};

}  // namespace shunt
