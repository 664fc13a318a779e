#include "native/base/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace shunt {
namespace {

/// Fields of /proc/PID/stat (proc(5)); `state` is 0 if the file could not be read.
struct ProcessStat {
    char state = 0;
    std::uint64_t threads = 0;
    std::uint64_t start = 0;
};

constexpr int kFieldThreads = 20, kFieldStart = 22;

ProcessStat parse(const char* text) {
    // The name in parentheses may contain any character: count fields from the last ')', after which the third begins.
    const char* at = std::strrchr(text, ')');
    if (at == nullptr || at[1] != ' ') return {};
    at += 2;
    ProcessStat result{*at, 0, 0};
    for (int field = 4; field <= kFieldStart; ++field) {
        at = std::strchr(at, ' ');
        if (at == nullptr) return {};
        ++at;
        if (field == kFieldThreads) result.threads = std::strtoull(at, nullptr, 10);
    }
    result.start = std::strtoull(at, nullptr, 10);
    return result;
}

ProcessStat read_stat(std::uint32_t pid) {
    if (!is_proc_own()) return {};
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%u/stat", pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char text[1024];
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    if (bytes <= 0) return {};
    text[bytes] = 0;
    return parse(text);
}

}  // namespace

Process this_process() {
    const auto pid = static_cast<std::uint32_t>(getpid());
    return {pid, read_stat(pid).start};
}

std::uint64_t process_start(std::uint32_t pid) { return read_stat(pid).start; }

bool alive(const Process& process) {
    if (kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) return false;
    const ProcessStat found = read_stat(process.pid);
    if (found.state == 0) return true;
    if (process.start != 0 && found.start != process.start) return false;
    // The first thread of a process may end before the others: then that thread is a zombie and the process is not.
    return found.state != 'X' && (found.state != 'Z' || found.threads > 1);
}

std::uint32_t process_space() {
    char text[64] = {};
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) close(file);
    const std::uint64_t space = pid_namespace();
    if (bytes <= 0 || space == 0) return 0;
    std::uint64_t hash = space;
    for (ssize_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3u;
    const auto folded = static_cast<std::uint32_t>(hash ^ hash >> 32);
    return folded != 0 ? folded : 1;
}

bool is_proc_own() {
    char text[16] = {};
    const ssize_t length = readlink("/proc/self", text, sizeof text - 1);
    return length > 0 && std::strtoul(text, nullptr, 10) == static_cast<unsigned long>(getpid());
}

std::uint64_t pid_namespace() {
    struct stat facts {};
    return stat("/proc/self/ns/pid", &facts) == 0 ? facts.st_ino : 0;
}

}  // namespace shunt
