#include "shim/observe/record/spool_sweep.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "native/base/clock.hpp"
#include "native/base/process.hpp"
#include "shim/observe/record/spool_folder.hpp"

namespace shunt::record {
namespace {

constexpr std::int64_t kMostTimeNs = 200'000'000;
constexpr std::int64_t kYoungNs = 3'600'000'000'000;

/// A spool as its folder lists it.
struct Entry {
    std::string name;
    FileIdentity identity;
    std::uint64_t bytes = 0;      ///< on the disk
    std::int64_t changed_ns = 0;  ///< the file's time: not later than the last sign of life of its process
};

/// The spools of one run that were made on this host.
struct Remains {
    std::vector<Entry> files;
    std::uint64_t bytes = 0;
    std::int64_t last_sign_ns = 0;
    bool all_ended = true;
};

std::int64_t ns_of(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool is_spool_name(const char* name) {
    const std::size_t length = std::strlen(name);
    return length > 6 && std::strcmp(name + length - 6, ".spool") == 0;
}

/// This user's spools in `folder`, without opening them.
std::vector<Entry> entries_of(int folder) {
    std::vector<Entry> found;
    const int file = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* directory = file >= 0 ? fdopendir(file) : nullptr;
    if (directory == nullptr) {
        if (file >= 0) close(file);
        return found;
    }
    const std::int64_t end_ns = monotonic_ns() + kMostTimeNs;
    while (const dirent* entry = readdir(directory)) {
        struct stat facts {};
        if (!is_spool_name(entry->d_name) || fstatat(folder, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (!S_ISREG(facts.st_mode) || facts.st_uid != geteuid()) continue;
        found.push_back({entry->d_name,
                         {facts.st_dev, facts.st_ino},
                         static_cast<std::uint64_t>(facts.st_blocks) * 512,
                         ns_of(facts.st_mtim)});
        if (monotonic_ns() > end_ns) break;
    }
    closedir(directory);
    return found;
}

/// Whether any of them might have to be removed. Usually not, and then none is opened.
bool is_worth_a_look(const std::vector<Entry>& entries, const SweepLimits& limits, std::int64_t now_ns) {
    std::uint64_t bytes = 0;
    bool old = false;
    for (const Entry& entry : entries) {
        bytes += entry.bytes;
        old |= limits.keep_ns != 0 && now_ns - entry.changed_ns > limits.keep_ns;
    }
    return old || (limits.room_bytes != 0 && bytes > limits.room_bytes);
}

bool read_head(int folder, const Entry& entry, SpoolHeader& out) {
    std::string ignored;
    const int file = open_spool(folder, entry.name.c_str(), ignored);
    if (file < 0) return false;
    const bool whole =
        identity_of(file) == entry.identity && read(file, &out, sizeof out) == static_cast<ssize_t>(sizeof out);
    close(file);
    return whole && std::memcmp(out.magic, kSpoolMagic, sizeof out.magic) == 0 && out.version >= kOldestVersion &&
           out.version <= kFormatVersion;
}

bool is_of_this_host(const SpoolHeader& header) {
    char name[sizeof header.host] = {};
    gethostname(name, sizeof name - 1);
    return std::strncmp(name, header.host, sizeof name) == 0;
}

/// The last sign of life of the process: on a tmpfs the file's time alone does not change while the process writes
/// through its mapping.
std::int64_t last_sign_of(const SpoolHeader& header, const Entry& entry) {
    const std::uint64_t ticks = header.clock_last.ticks - header.clock_first.ticks;
    const auto ns = static_cast<double>(header.clock_last.monotonic_ns - header.clock_first.monotonic_ns);
    double since = ns;
    if (ticks != 0 && ns > 0 && header.current_enter_ticks > header.clock_last.ticks)
        since *=
            static_cast<double>(header.current_enter_ticks - header.clock_first.ticks) / static_cast<double>(ticks);
    return std::max(entry.changed_ns, header.start_unix_ns + static_cast<std::int64_t>(std::clamp(since, 0.0, 1e18)));
}

std::int64_t boot_unix_ns() {
    timespec now{}, since_boot{};
    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &since_boot);
    return ns_of(now) - ns_of(since_boot);
}

bool is_local_disk(int folder) {
    constexpr long kZfs = 0x2fc12fc1, kXfs = 0x58465342;
    struct statfs place {};
    if (fstatfs(folder, &place) != 0) return false;
    const long kinds[] = {
        TMPFS_MAGIC, EXT4_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC, kXfs, kZfs};
    return std::find(std::begin(kinds), std::end(kinds), static_cast<long>(place.f_type)) != std::end(kinds);
}

std::vector<Remains> remains_of(int folder, std::vector<Entry>& entries) {
    std::map<std::uint64_t, Remains> runs;
    const bool is_local = is_local_disk(folder);
    for (Entry& entry : entries) {
        SpoolHeader header;
        if (!read_head(folder, entry, header) || !is_of_this_host(header)) continue;
        Remains& run = runs[header.run_id];
        run.all_ended = run.all_ended && has_ended(header, is_local);
        run.last_sign_ns = std::max(run.last_sign_ns, last_sign_of(header, entry));
        run.bytes += entry.bytes;
        run.files.push_back(std::move(entry));
    }
    std::vector<Remains> ended;
    for (auto& [id, run] : runs)
        if (run.all_ended) ended.push_back(std::move(run));
    std::sort(ended.begin(), ended.end(),
              [](const Remains& a, const Remains& b) { return a.last_sign_ns > b.last_sign_ns; });
    return ended;
}

std::size_t remove_files(int folder, const Remains& run) {
    std::size_t removed = 0;
    for (const Entry& entry : run.files) {
        struct stat facts {};
        if (fstatat(folder, entry.name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (FileIdentity{facts.st_dev, facts.st_ino} == entry.identity && unlinkat(folder, entry.name.c_str(), 0) == 0)
            ++removed;
    }
    return removed;
}

}  // namespace

bool began_before_boot(const SpoolHeader& header) { return header.start_unix_ns < boot_unix_ns() - kYoungNs; }

bool has_ended(const SpoolHeader& header, bool is_local) {
    if (!is_of_this_host(header) || header.pid_space == 0) return false;
    if (header.pid_space == process_space()) return !alive({header.pid, header.pid_start});
    return is_local && began_before_boot(header);
}

std::size_t sweep_spools(int folder, const SweepLimits& limits, std::int64_t now_ns) {
    std::vector<Entry> entries = entries_of(folder);
    if (!is_worth_a_look(entries, limits, now_ns)) return 0;
    std::size_t removed = 0;
    std::uint64_t bytes = 0;
    const std::vector<Remains> ended = remains_of(folder, entries);
    for (const Remains& run : ended) {
        const std::int64_t age_ns = now_ns - run.last_sign_ns;
        const bool is_too_old = limits.keep_ns != 0 && age_ns > limits.keep_ns;
        const bool is_too_much = limits.room_bytes != 0 && bytes + run.bytes > limits.room_bytes &&
                                 &run != &ended.front() && age_ns > kYoungNs;
        if (is_too_old || is_too_much) removed += remove_files(folder, run);
        else bytes += run.bytes;
    }
    return removed;
}

}  // namespace shunt::record
