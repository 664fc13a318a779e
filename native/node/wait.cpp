#include "native/node/wait.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace shunt::node {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free &&
              sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

// Not FUTEX_PRIVATE: the word is identified by its place in the shared file, which each process maps at another
// address.
void Doorbell::sleep(std::uint32_t heard, std::int64_t timeout_ns) {
    const timespec timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&rings_), FUTEX_WAIT, heard, &timeout, nullptr, 0);
}

void Doorbell::wake() {
    rings_.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&rings_), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace shunt::node
