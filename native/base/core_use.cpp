#include "native/base/core_use.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "native/base/clock.hpp"

namespace shunt {
namespace {

/// Opens the file each time: a program may close any open descriptor and reuse its number.
bool read_schedstat(CoreUse& use) {
    const int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    char text[96];
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    if (bytes <= 0) return false;
    text[bytes] = 0;
    long long ran = 0, delayed = 0, slices = 0;  // "0 0 0": the kernel keeps no account
    if (std::sscanf(text, "%lld %lld %lld", &ran, &delayed, &slices) != 3 || slices == 0) return false;
    use.ran_ns = ran;
    use.delayed_ns = delayed;
    return true;
}

std::int64_t ns_of(const timeval& time) { return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000; }

void read_usage(CoreUse& use) {
    rusage usage{};
    if (getrusage(RUSAGE_THREAD, &usage) != 0) return;
    use.ran_ns = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
    use.blocked = usage.ru_nvcsw;
}

}  // namespace

CoreUse core_use() {
    CoreUse use;
    use.now_ns = monotonic_ns();
    if (!read_schedstat(use)) read_usage(use);
    return use;
}

std::int64_t delayed_between(const CoreUse& before, const CoreUse& after) {
    if (before.delayed_ns >= 0 && after.delayed_ns >= 0)
        return std::max<std::int64_t>(0, after.delayed_ns - before.delayed_ns);
    if (before.delayed_ns >= 0 || after.delayed_ns >= 0 || after.blocked != before.blocked) return 0;
    return std::max<std::int64_t>(0, after.now_ns - before.now_ns - (after.ran_ns - before.ran_ns));
}

}  // namespace shunt
