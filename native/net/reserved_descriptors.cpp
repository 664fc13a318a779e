#include "native/net/reserved_descriptors.hpp"

#include <dirent.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <string>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

/// Number set aside in the whole process, and not open yet.
std::atomic<std::size_t> awaited{0};

/// How many descriptors are open. 0 if that is unknown; `limit` if no descriptor is left for finding out.
std::size_t count_open(std::size_t limit) {
    DIR* const directory = opendir("/proc/self/fd");
    if (directory == nullptr) return errno == EMFILE ? limit : 0;
    std::size_t found = 0;
    while (const dirent* entry = readdir(directory)) found += entry->d_name[0] != '.';
    closedir(directory);
    return found - 1;  // without the directory's own
}

/// Use of the limit on files.
struct Files {
    std::size_t limit = SIZE_MAX, open = 0, awaited = 0;
    std::size_t spoken_for(std::size_t for_host) const { return open + awaited + for_host + kFilesOfProgram; }
    std::size_t left(std::size_t for_host) const {
        return limit == SIZE_MAX ? SIZE_MAX : limit - std::min(limit, spoken_for(for_host));
    }
};

/// Raises the soft limit if it leaves too few.
Files with_room_for(std::size_t more, std::size_t for_host) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    Files files{limit.rlim_cur, count_open(limit.rlim_cur), awaited};
    if (files.left(for_host) >= more || limit.rlim_max <= limit.rlim_cur) return files;
    const std::size_t needed = files.spoken_for(for_host) + more;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, std::max(needed, 2 * files.limit));
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0) files.limit = limit.rlim_cur;
    return files;
}

}  // namespace

bool have_room_for_files(std::size_t more, std::size_t for_host) {
    return with_room_for(more, for_host).left(for_host) >= more;
}

ReservedDescriptors::~ReservedDescriptors() { awaited -= count_ - std::min(count_, used_); }

Outcome ReservedDescriptors::reserve(std::size_t wanted, std::size_t least, std::size_t for_host,
                                     ReservedDescriptors& into) {
    const Files files = with_room_for(wanted, for_host);
    const std::size_t room = std::min(wanted, files.left(for_host));
    if (room < std::min(wanted, least))
        return {Status::declined, "too few file descriptors are left for connections: of " +
                                      std::to_string(files.limit) + " " + std::to_string(files.open) +
                                      " are open and " + std::to_string(files.awaited) + " will be; " +
                                      std::string(kRaiseFileLimit)};
    ReservedDescriptors made;
    made.count_ = room;
    awaited += room;
    into = std::move(made);
    return {};
}

void ReservedDescriptors::use(std::size_t now) {
    const std::size_t before = std::min(count_, used_), after = std::min(count_, now);
    if (after > before) awaited -= after - before;
    else awaited += before - after;
    used_ = now;
}

void ReservedDescriptors::open() { use(used_ + 1); }
void ReservedDescriptors::close() { use(used_ - 1); }

}  // namespace shunt::net
