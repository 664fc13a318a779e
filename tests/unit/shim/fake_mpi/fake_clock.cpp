#include "tests/unit/shim/fake_mpi/fake_clock.hpp"

#include <ctime>

namespace {
thread_local shunt::fake::FakeClock* fake_clock = nullptr;
}

shunt::fake::FakeClock::FakeClock() { fake_clock = this; }
shunt::fake::FakeClock::~FakeClock() { fake_clock = nullptr; }

extern "C" {
int __real_clock_gettime(clockid_t clock, timespec* time);
int __real_nanosleep(const timespec* time, timespec* left);
int __real_sched_yield();

int __wrap_clock_gettime(clockid_t clock, timespec* time) {
    if (!fake_clock) return __real_clock_gettime(clock, time);
    *time = {fake_clock->now_ns / 1'000'000'000, fake_clock->now_ns % 1'000'000'000};
    return 0;
}

int __wrap_nanosleep(const timespec* time, timespec* left) {
    if (!fake_clock) return __real_nanosleep(time, left);
    const std::int64_t ns = std::int64_t{time->tv_sec} * 1'000'000'000 + time->tv_nsec;
    fake_clock->sleeps_ns.push_back(ns);
    fake_clock->now_ns += ns;
    return 0;
}

int __wrap_sched_yield() {
    if (!fake_clock) return __real_sched_yield();
    fake_clock->yields += 1;
    fake_clock->now_ns += fake_clock->yield_ns;
    return 0;
}
}
