#pragma once
#include <cstdint>
#include <ctime>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace shunt {

/// Nanoseconds of CLOCK_MONOTONIC: one clock for all processes of a node.   Thread: any.
inline std::int64_t monotonic_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// The cheapest steady counter of this processor (about 10 ns a reading); its rate is found by pairing two readings
/// with monotonic_ns().   Thread: any; cores of one node agree (invariant TSC).
inline std::uint64_t ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#elif defined(__aarch64__)
    std::uint64_t value;
    asm volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return static_cast<std::uint64_t>(monotonic_ns());
#endif
}

}  // namespace shunt
