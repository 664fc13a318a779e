#pragma once
#include <sched.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace shunt {

/// The processors in the set that `ask(bytes, set)` fills as sched_getaffinity(2) does: it fails with EINVAL if the set
/// is too small for the machine.   Fails: empty; std::bad_alloc.
template <class Ask>
std::vector<int> processors_told_by(Ask&& ask) {
    constexpr int kMostProcessors = 1 << 20;
    for (int most = CPU_SETSIZE; most <= kMostProcessors; most *= 2) {
        std::vector<cpu_set_t> set(static_cast<std::size_t>(most / CPU_SETSIZE));
        const std::size_t bytes = set.size() * sizeof(cpu_set_t);
        if (ask(bytes, set.data()) != 0) {
            if (errno == EINVAL) continue;
            break;
        }
        std::vector<int> found;
        for (int processor = 0; processor < most; ++processor)
            if (CPU_ISSET_S(static_cast<std::size_t>(processor), bytes, set.data())) found.push_back(processor);
        return found;
    }
    return {};
}

/// The processors on which this thread may run, in ascending order.   Fails: empty, if the kernel does not tell;
/// std::bad_alloc.
inline std::vector<int> usable_processors() {
    return processors_told_by([](std::size_t bytes, cpu_set_t* set) { return sched_getaffinity(0, bytes, set); });
}

}  // namespace shunt
