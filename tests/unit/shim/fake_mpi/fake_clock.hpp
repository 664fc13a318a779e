#pragma once
#include <cstdint>
#include <vector>

namespace shunt::fake {

/// Replaces the clock, sleeping and yielding while it exists. Sleeps are noted and advance the clock; yields advance it
/// by `yield_ns`; else only the test does. Thread: one.   Source: the program is linked with --wrap for clock_gettime,
/// nanosleep and sched_yield.
struct FakeClock {
    std::int64_t now_ns = 1'000'000'000;
    std::int64_t yield_ns = 10'000;  ///< the time of a yield, in which others run
    std::vector<std::int64_t> sleeps_ns;
    int yields = 0;
    FakeClock();
    ~FakeClock();
    FakeClock(const FakeClock&) = delete;
    FakeClock& operator=(const FakeClock&) = delete;
};

}  // namespace shunt::fake
