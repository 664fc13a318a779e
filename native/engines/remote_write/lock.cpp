#include "native/engines/remote_write/lock.hpp"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace shunt::remote_write {
namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/// ThreadSanitizer does not know the kernel's barrier.
#if defined(__SANITIZE_THREAD__)
constexpr bool kMayBeBiased = false;
#else
constexpr bool kMayBeBiased = true;
#endif

bool may_be_biased() {
    return kMayBeBiased && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
           membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
}

}  // namespace

MessengerLock::MessengerLock(Threads threads) : kind_(threads) {
    if (threads == Threads::one_and_progress && !may_be_biased()) kind_ = Threads::many;
}

void MessengerLock::wait_to_enter() {
    waits_.store(1, std::memory_order_relaxed);  // keeps out the progress thread, which would return at once
    do {
        while (wanted_.load(std::memory_order_relaxed) != 0) sched_yield();
    } while (!enter());
    waits_.store(0, std::memory_order_relaxed);
}

bool MessengerLock::try_lock_beside() {
    if (kind_ != Threads::one_and_progress) return try_lock();
    if (inside_.load(std::memory_order_relaxed) != 0 || waits_.load(std::memory_order_relaxed) != 0) return false;
    wanted_.store(1, std::memory_order_relaxed);
    // After it, either the program's side sees `wanted_`, or this thread sees `inside_`. If the kernel refuses, this
    // thread stays out.
    const bool ordered = membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
    if (ordered && inside_.load(std::memory_order_acquire) == 0) return true;
    wanted_.store(0, std::memory_order_release);
    return false;
}

void MessengerLock::unlock_beside() {
    if (kind_ != Threads::one_and_progress) return unlock();
    wanted_.store(0, std::memory_order_release);
}

}  // namespace shunt::remote_write
