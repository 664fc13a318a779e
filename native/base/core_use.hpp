#pragma once
#include <cstdint>

namespace shunt {

/// The kernel's account of one thread at one moment.   Units: ns.
struct CoreUse {
    std::int64_t now_ns = 0;       ///< of CLOCK_MONOTONIC
    std::int64_t ran_ns = 0;       ///< processor time of the thread
    std::int64_t delayed_ns = -1;  ///< ready to run while its core ran other threads; -1: the kernel does not report it
    std::int64_t blocked = 0;      ///< times the thread gave up its core in order to wait
};

/// The account of the calling thread.   Thread: any.   Blocks: two system calls, or four (about 3 us).
/// Source: /proc/thread-self/schedstat (the kernel's CONFIG_SCHED_INFO, in containers too); getrusage if there is no
/// such file.
CoreUse core_use();

/// The part of the time between two accounts of one thread in which it was ready to run while its core ran other
/// threads. If the kernel does not report it: the elapsed time minus the thread's processor time. If the thread blocked
/// meanwhile, that difference means nothing, and the result is 0.
std::int64_t delayed_between(const CoreUse& before, const CoreUse& after);

}  // namespace shunt
