#include "native/base/core_use.hpp"

#include <sched.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "native/base/clock.hpp"

using namespace shunt;

namespace {

/// Binds this process to the first core that it may use.
void stay_on_one_core() {
    cpu_set_t all, one;
    CPU_ZERO(&all);
    CPU_ZERO(&one);
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    int core = 0;
    while (!CPU_ISSET(core, &all)) ++core;
    CPU_SET(core, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
}

/// The delay recorded for a thread that spins for 150 ms beside `others` spinning threads on its core.
std::int64_t delayed_beside(int others) {
    std::int64_t delayed = -1;
    std::thread([&] {
        stay_on_one_core();
        std::atomic<bool> over{false};
        std::vector<std::thread> beside;
        for (int i = 0; i < others; ++i)
            beside.emplace_back([&] {
                while (!over) {}
            });
        const CoreUse before = core_use();
        while (monotonic_ns() - before.now_ns < 150'000'000) {}
        delayed = delayed_between(before, core_use());
        over = true;
        for (std::thread& thread : beside) thread.join();
    }).join();
    return delayed;
}

}  // namespace

TEST_CASE("a thread that shares its core with two others is delayed for a good part of the time", "[load]") {
    CHECK(delayed_beside(2) > 150'000'000 / 4);
}

TEST_CASE("sleeping is no delay", "[load]") {
    CoreUse before{0, 0, 5'000, 0}, after{100'000'000, 1'000'000, 6'000, 0};
    CHECK(delayed_between(before, after) == 1'000);
}

TEST_CASE("a thread's missing time is delay without the kernel's account, if the thread never blocked", "[load]") {
    const CoreUse before{1'000'000, 500'000, -1, 7};
    CHECK(delayed_between(before, {11'000'000, 4'500'000, -1, 7}) == 6'000'000);
    CHECK(delayed_between(before, {11'000'000, 4'500'000, -1, 8}) == 0);
    CHECK(delayed_between(before, {11'000'000, 11'000'000, -1, 7}) == 0);  // clocks of different resolution
}

TEST_CASE("accounts from different sources say nothing", "[load]") {
    CHECK(delayed_between({0, 0, -1, 0}, {100, 1, 99, 0}) == 0);
    CHECK(delayed_between({0, 0, 99, 0}, {100, 1, -1, 0}) == 0);
}
