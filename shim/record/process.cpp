#include "shim/record/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace shunt::record {
namespace {

struct ProcessStat {
    char state = 0;
    std::uint64_t start = 0;
};

ProcessStat read_stat(std::uint32_t pid) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%u/stat", pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char text[1024];
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    if (bytes <= 0) return {};
    text[bytes] = 0;
    // The name in parentheses may hold anything; fields are counted from the last ')': state is the 3rd, start the 22nd.
    const char* at = std::strrchr(text, ')');
    if (!at || !at[1]) return {};
    ProcessStat result{at[2], 0};
    ++at;
    for (int field = 3; field <= 22 && at; ++field) {
        at = std::strchr(at, ' ');
        if (at) ++at;
    }
    if (at) result.start = std::strtoull(at, nullptr, 10);
    return result;
}

}  // namespace

std::uint64_t process_start_time(std::uint32_t pid) { return read_stat(pid).start; }

bool process_alive(std::uint32_t pid, std::uint64_t start) {
    const ProcessStat found = read_stat(pid);
    return found.start != 0 && found.start == start && found.state != 'Z' && found.state != 'X';
}

}  // namespace shunt::record
