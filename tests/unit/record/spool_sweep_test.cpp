#include "shim/observe/record/spool_sweep.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>

#include "native/base/process.hpp"
#include "shim/observe/record/spool_folder.hpp"
#include "tests/unit/native/node/processes.hpp"
#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;
using synthetic::TemporaryDirectory;

namespace {

constexpr std::int64_t kHour = 3'600'000'000'000;
constexpr std::int64_t kNow = 2'000'000'000'000'000'000;

/// Spools in a folder, each with a time of its own.
class SpoolFolder {
public:
    SpoolFolder() : file_(open(directory_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
    ~SpoolFolder() { close(file_); }

    /// A record of run `id` on this host, whose process has ended and last wrote `hours` ago.   Returns: its path.
    template <class Change>
    std::string put(std::uint64_t id, int hours, Change change) {
        synthetic::Parts parts = synthetic::make_parts(0, 1);
        SpoolHeader& head = parts.header;
        head.run_id = id;
        head.start_unix_ns = kNow - hours * kHour - (head.clock_last.monotonic_ns - head.clock_first.monotonic_ns);
        std::memset(head.host, 0, sizeof head.host);
        gethostname(head.host, sizeof head.host - 1);
        head.pid = 0x3fffffff;  // more than any process id
        head.pid_space = shunt::process_space();
        change(head);
        const std::string path = directory_ / (std::to_string(id) + "-" + std::to_string(count_++) + ".spool");
        synthetic::write_file(path, synthetic::build(parts, true));
        set_time(path, hours);
        return path;
    }
    std::string put(std::uint64_t id, int hours) {
        return put(id, hours, [](SpoolHeader&) {});
    }
    static void set_time(const std::string& path, int hours) {
        const std::int64_t seconds = (kNow - hours * kHour) / 1'000'000'000;
        const timespec times[2] = {{seconds, 0}, {seconds, 0}};
        REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) == 0);
    }
    std::size_t sweep(std::int64_t hours, std::uint64_t room) const {
        return sweep_spools(file_, {hours * kHour, room}, kNow);
    }
    std::string operator/(const char* name) const { return directory_ / name; }

private:
    TemporaryDirectory directory_;
    int file_;
    int count_ = 0;
};

std::uint64_t blocks_of(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_blocks) * 512 : 0;
}

bool exists(const std::string& path) { return std::filesystem::exists(std::filesystem::symlink_status(path)); }

}  // namespace

TEST_CASE("old spools of ended runs are removed", "[record]") {
    SpoolFolder folder;
    const std::string old = folder.put(1, 200), young = folder.put(2, 100);
    CHECK(folder.sweep(0, 0) == 0);
    CHECK(folder.sweep(168, 0) == 1);
    CHECK_FALSE(exists(old));
    CHECK(exists(young));
}

TEST_CASE("a spool is as old as the last sign of its process, by the file or by the record", "[record]") {
    SpoolFolder folder;
    const std::string touched = folder.put(1, 200);
    SpoolFolder::set_time(touched, 1);
    // On a tmpfs the file's time does not change while the process writes through its mapping: the time of the last
    // call is used instead.
    const std::string waiting = folder.put(2, 200, [](SpoolHeader& head) {
        const double rate = static_cast<double>(head.clock_last.monotonic_ns - head.clock_first.monotonic_ns) /
                            static_cast<double>(head.clock_last.ticks - head.clock_first.ticks);
        head.current_enter_ticks = head.clock_last.ticks + static_cast<std::uint64_t>(150.0 * kHour / rate);
    });
    CHECK(folder.sweep(168, 0) == 0);
    CHECK(folder.sweep(49, 0) == 1);
    CHECK(exists(touched));
    CHECK_FALSE(exists(waiting));
}

TEST_CASE("the oldest runs beyond the room are removed whole, but not the newest, nor any of the last hour",
          "[record]") {
    SpoolFolder folder;
    const std::string oldest = folder.put(1, 50), oldest_too = folder.put(1, 50), old = folder.put(2, 40),
                      newest = folder.put(3, 30);
    const std::uint64_t one = blocks_of(oldest);
    REQUIRE(one > 0);
    CHECK(folder.sweep(168, 4 * one) == 0);
    CHECK(folder.sweep(168, 3 * one) == 2);
    CHECK_FALSE(exists(oldest));
    CHECK_FALSE(exists(oldest_too));
    CHECK(folder.sweep(168, 1) == 1);
    CHECK(exists(newest));
    const std::string recent = folder.put(4, 0), recent_too = folder.put(5, 0);
    CHECK(folder.sweep(168, 1) == 1);
    CHECK_FALSE(exists(newest));
    CHECK(exists(recent));
    CHECK(exists(recent_too));
}

TEST_CASE("a spool stays while its process lives, or while that is not known", "[record]") {
    SpoolFolder folder;
    const pid_t child = node_test::start_child([] { return pause(); });
    const auto is_of_child = [child](SpoolHeader& head) {
        head.pid = static_cast<std::uint32_t>(child);
        head.pid_start = shunt::process_start(head.pid);
    };
    const std::string living = folder.put(1, 200, is_of_child), beside = folder.put(1, 200);
    const std::string elsewhere = folder.put(2, 200, [](SpoolHeader& head) { std::strcpy(head.host, "elsewhere"); });
    const std::string container =
        folder.put(3, 200, [](SpoolHeader& head) { head.pid_space ^= 1, head.start_unix_ns = kNow; });
    const std::string unknown = folder.put(4, 200, [](SpoolHeader& head) { head.pid_space = 0; });
    CHECK(folder.sweep(1, 1) == 0);
    REQUIRE(kill(child, SIGKILL) == 0);
    CHECK(node_test::end_of(child) == "signal 9");
    CHECK(folder.sweep(1, 1) == 2);
    CHECK_FALSE(exists(living));
    CHECK_FALSE(exists(beside));
    CHECK(exists(elsewhere));
    CHECK(exists(container));
    CHECK(exists(unknown));
}

TEST_CASE("a process of this host from before this boot has ended, if no other host reaches the disk", "[record]") {
    synthetic::Parts parts = synthetic::make_parts(0, 1);
    SpoolHeader& head = parts.header;
    std::memset(head.host, 0, sizeof head.host);
    gethostname(head.host, sizeof head.host - 1);
    head.pid_space = shunt::process_space() ^ 1;
    head.start_unix_ns = 1'000'000'000'000'000'000;  // 2001
    CHECK(has_ended(head, true));
    CHECK_FALSE(has_ended(head, false));
    head.start_unix_ns = kNow;
    CHECK_FALSE(has_ended(head, true));
}

TEST_CASE("links, files with other names and other users' files stay", "[record]") {
    SpoolFolder folder;
    const std::string other_name = folder.put(1, 200);
    std::filesystem::rename(other_name, folder / "a.shunt");
    REQUIRE(symlink("a.shunt", (folder / "b.spool").c_str()) == 0);
    SpoolFolder::set_time(folder / "b.spool", 200);
    synthetic::write_file(folder / "c.spool", std::vector<std::byte>(9000));
    SpoolFolder::set_time(folder / "c.spool", 200);
    CHECK(folder.sweep(1, 1) == 0);
    CHECK(exists(folder / "b.spool"));
    CHECK(exists(folder / "c.spool"));
    if (geteuid() != 0) {
        WARN("SKIPPED: files of other users need root");
        return;
    }
    const std::string theirs = folder.put(2, 200);
    REQUIRE(chown(theirs.c_str(), 65534, 65534) == 0);
    CHECK(folder.sweep(1, 1) == 0);
    CHECK(exists(theirs));
}

TEST_CASE("each file is removed once by several sweeps of one folder", "[record]") {
    SpoolFolder folder;
    for (int run = 0; run < 40; ++run) folder.put(static_cast<std::uint64_t>(100 + run), 200);
    node_test::Told<std::atomic<int>> removed;
    std::vector<pid_t> children;
    for (int i = 0; i < 3; ++i)
        children.push_back(node_test::start_child([&] {
            removed->fetch_add(static_cast<int>(folder.sweep(168, 0)));
            return 0;
        }));
    for (const pid_t child : children) CHECK(node_test::end_of(child) == "exit 0");
    CHECK(removed->load() == 40);
}
