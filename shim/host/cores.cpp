#include "shim/host/cores.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "native/base/processors.hpp"

namespace shunt {
namespace {

/// Reads the first `size - 1` bytes of a small kernel file.   Returns: false if it is missing.
bool read_small(const char* path, char* text, std::size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t bytes = read(file, text, size - 1);
    close(file);
    if (bytes <= 0) return false;
    text[bytes] = 0;
    return true;
}

std::uint32_t rounded_up(long long quota, long long period) {
    if (quota <= 0 || period <= 0) return 0;
    return static_cast<std::uint32_t>(quota / period + (quota % period != 0));
}

/// The group's path below the controller `name` ("" for v2), from /proc/self/cgroup.
bool own_group(const char* name, char* path, std::size_t size) {
    char text[4096];
    if (!read_small("/proc/self/cgroup", text, sizeof text)) return false;
    for (char* line = std::strtok(text, "\n"); line; line = std::strtok(nullptr, "\n")) {
        char* controllers = std::strchr(line, ':');
        char* group = controllers ? std::strchr(controllers + 1, ':') : nullptr;
        if (!group) continue;
        *group++ = 0;
        if (std::strcmp(controllers + 1, name) != 0) continue;
        std::snprintf(path, size, "%s", group);
        return true;
    }
    return false;
}

std::uint32_t limit_v2() {
    char group[2048], path[2200], text[128];
    if (!own_group("", group, sizeof group)) std::strcpy(group, "/");
    const char* candidates[] = {group, "/"};  // inside a container the named path may lie outside of what is mounted
    for (const char* candidate : candidates) {
        std::snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", candidate);
        if (!read_small(path, text, sizeof text)) continue;
        long long quota = 0, period = 0;
        return std::sscanf(text, "%lld %lld", &quota, &period) == 2 ? rounded_up(quota, period)
                                                                    : 0;  // "max 100000": no limit
    }
    return 0;
}

std::uint32_t limit_v1() {
    char text[64];
    if (!read_small("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", text, sizeof text)) return 0;
    const long long quota = std::atoll(text);
    if (!read_small("/sys/fs/cgroup/cpu/cpu.cfs_period_us", text, sizeof text)) return 0;
    return rounded_up(quota, std::atoll(text));
}

}  // namespace

CoreSet usable_cores() {
    CoreSet set;
    const std::vector<int> processors = usable_processors();
    for (const int processor : processors) set.add(processor);
    if (!processors.empty()) return set;
    const long online = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
    for (int processor = 0; processor < online; ++processor) set.add(processor);
    return set;
}

std::uint32_t core_limit_of_control_group() {
    const std::uint32_t limit = limit_v2();
    return limit ? limit : limit_v1();
}

}  // namespace shunt
