#pragma once
#include <cstdint>
#include <vector>

namespace shunt::fake {

/// Stands in for the clock, for sleeping and for yielding while it lives: sleeps are noted and move it on, nothing else
/// does but the test. Thread: one.   Source: the program is linked with --wrap for clock_gettime, nanosleep and
/// sched_yield.
struct FakeClock {
    std::int64_t now_ns = 1'000'000'000;
    std::int64_t yield_ns = 10'000;  ///< that a yield takes: others run
    std::vector<std::int64_t> sleeps_ns;
    int yields = 0;
    FakeClock();
    ~FakeClock();
    FakeClock(const FakeClock&) = delete;
    FakeClock& operator=(const FakeClock&) = delete;
};

}  // namespace shunt::fake
