#pragma once
#include <cstdint>

namespace shunt {

/// The kernel's account of one thread at one moment.   Units: ns.
struct CoreUse {
    std::int64_t now_ns = 0;       ///< of CLOCK_MONOTONIC
    std::int64_t ran_ns = 0;       ///< processor time of the thread
    std::int64_t delayed_ns = -1;  ///< ready to run while its core ran others; -1: the kernel does not say
    std::int64_t blocked = 0;      ///< times the thread gave up its core to wait for something
};

/// That of the calling thread.   Thread: any.   Blocks: two system calls, or four (about 3 us).
/// Source: /proc/thread-self/schedstat (the kernel's CONFIG_SCHED_INFO, in containers too); where there is none,
/// getrusage.
CoreUse core_use();

/// The part of the time between two accounts of one thread in which it was ready to run and others had its core. Where
/// the kernel does not say it, what is missing in the thread's processor time; of a thread that blocked meanwhile
/// nothing is known then: 0.
std::int64_t delayed_between(const CoreUse& before, const CoreUse& after);

}  // namespace shunt
