#include "native/node/segment.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "native/base/random.hpp"
#include "processes.hpp"

using namespace shunt;
using namespace shunt::node;
using namespace node_test;

namespace {

bool is_in_shm(const char* name) {
    const auto names = names_in_shm();
    return std::find(names.begin(), names.end(), std::string(name + 1)) != names.end();
}

bool is_root(const char* what) {
    if (geteuid() == 0) return true;
    WARN("SKIPPED: " << what << " needs root");
    return false;
}

}  // namespace

TEST_CASE("an attached process reads the bytes that another process writes into a segment", "[node][segment]") {
    const Backing backing = GENERATE(Backing::memory_file, Backing::named);
    const std::size_t bytes = GENERATE(std::size_t{1}, std::size_t{100'000}, std::size_t{5} << 20);
    Segment segment;
    REQUIRE(Segment::create(bytes, 1, backing, segment).ok());
    REQUIRE(segment.memory().size() >= bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(segment.memory().data()) % 4096 == 0);
    CHECK(std::all_of(segment.memory().begin(), segment.memory().end(), [](std::byte b) { return b == std::byte{0}; }));
    segment.memory()[0] = std::byte{42};
    const SegmentTicket ticket = segment.ticket();
    CHECK(is_in_shm(ticket.name) == (backing == Backing::named));
    const pid_t child = start_child([&] {
        Segment mine;
        if (!Segment::attach(ticket, mine).ok()) return 1;
        if (mine.memory()[0] != std::byte{42} || mine.memory().size() != segment.memory().size()) return 2;
        mine.memory().back() = std::byte{43};
        return 0;
    });
    CHECK(end_of(child) == "exit 0");
    CHECK(segment.memory().back() == std::byte{43});
    // All members have attached: the name is removed although the segment exists.
    if (backing == Backing::named) CHECK_FALSE(is_in_shm(ticket.name));
}

TEST_CASE("a segment refuses a wrong key, size, namespace or place, and names a remedy", "[node][segment]") {
    const Backing backing = GENERATE(Backing::memory_file, Backing::named);
    Segment segment;
    REQUIRE(Segment::create(1000, 3, backing, segment).ok());
    SegmentTicket ticket = segment.ticket();
    SECTION("key") { ticket.key ^= 1; }
    SECTION("size") { ticket.bytes += 4096; }
    SECTION("pid namespace") { ticket.pid_namespace += 1; }
    SECTION("unknown pid namespace") { ticket.pid_namespace = 0; }
    SECTION("place") {
        backing == Backing::named ? static_cast<void>(ticket.name[20] ^= 1) : static_cast<void>(ticket.file += 1000);
    }
    SECTION("not filled in") { ticket = SegmentTicket{}; }
    Segment other;
    const Outcome outcome = Segment::attach(ticket, other);
    CHECK(outcome.status == Status::declined);
    INFO(outcome.reason);
    CHECK(outcome.reason.find("; ") != std::string::npos);
    CHECK(other.memory().empty());
}

TEST_CASE("garbage for a ticket is declined", "[node][segment]") {
    const std::uint64_t seed = GENERATE(1, 2, 3);
    INFO("seed " << seed);
    Random random(seed);
    Segment segment;
    REQUIRE(Segment::create(1000, 1, Backing::memory_file, segment).ok());
    for (int i = 0; i < 2000; ++i) {
        SegmentTicket ticket = segment.ticket();
        auto* bytes = reinterpret_cast<unsigned char*>(&ticket);
        // All fields but the padding. One in three tries keeps the fields that are checked first, and so passes more
        // checks.
        const std::size_t from = random.below(3) == 0 ? offsetof(SegmentTicket, file) : 0;
        for (std::size_t at = from; at < offsetof(SegmentTicket, name) + sizeof ticket.name; ++at)
            bytes[at] = static_cast<unsigned char>(random.next());
        Segment other;
        REQUIRE(Segment::attach(ticket, other).status == Status::declined);
    }
}

TEST_CASE("no process attaches after the door was closed", "[node][segment]") {
    const Backing backing = GENERATE(Backing::memory_file, Backing::named);
    Segment segment;
    REQUIRE(Segment::create(1000, 3, backing, segment).ok());
    const SegmentTicket ticket = segment.ticket();
    Segment first, second;
    REQUIRE(Segment::attach(ticket, first).ok());
    segment.close_door();
    CHECK(Segment::attach(ticket, second).status == Status::declined);
    CHECK_FALSE(is_in_shm(ticket.name));
    first.memory()[5] = std::byte{9};
    CHECK(segment.memory()[5] == std::byte{9});
}

TEST_CASE("the name a killed creator left is removed by the next creation, that of a living one is not",
          "[node][segment]") {
    Told<SegmentTicket> dead;
    const pid_t child = start_child([&] {
        Segment segment;
        if (!Segment::create(1000, 1, Backing::named, segment).ok()) return 1;
        *dead = segment.ticket();
        raise(SIGSTOP);
        return 2;
    });
    int stopped = 0;
    REQUIRE(waitpid(child, &stopped, WUNTRACED) == child);
    // Checked before the creator is dead: from then on any process that makes a segment removes the name.
    CHECK(is_in_shm(dead->name));
    kill(child, SIGKILL);
    REQUIRE(end_of(child) == "signal 9");
    Segment living, next;
    REQUIRE(Segment::create(1000, 1, Backing::named, living).ok());
    CHECK_FALSE(is_in_shm(dead->name));
    REQUIRE(Segment::create(1000, 1, Backing::memory_file, next).ok());
    CHECK(is_in_shm(living.ticket().name));
}

TEST_CASE("nothing remains after all processes of a group were killed", "[node][segment]") {
    const Backing backing = GENERATE(Backing::memory_file, Backing::named);
    const auto before = names_in_shm();
    const auto ends = run_processes({3, 4, 4096}, backing, [](std::uint32_t, NodeGroup&) { return raise(SIGKILL); });
    CHECK(ends == std::vector<std::string>(3, "signal 9"));
    CHECK(names_in_shm() == before);
}

TEST_CASE("a forked child that ends takes nothing from its parent", "[node][segment]") {
    Segment segment;
    REQUIRE(Segment::create(1000, 1, Backing::named, segment).ok());
    segment.memory()[0] = std::byte{1};
    const pid_t child = start_child([&] {
        Segment inherited = std::move(segment);
        return 0;
    });
    CHECK(end_of(child) == "exit 0");
    CHECK(segment.memory()[0] == std::byte{1});
    CHECK(is_in_shm(segment.ticket().name));
}

TEST_CASE("a /dev/shm that is too small is an error with a remedy, not a SIGBUS later", "[node][segment]") {
    if (!is_root("mounting a small /dev/shm")) return;
    Told<std::array<char, 400>> reason;
    const pid_t child = start_child([&] {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return 77;
        if (mount("none", "/dev/shm", "tmpfs", 0, "size=64k") != 0) return 77;
        Segment segment;
        const Outcome small = Segment::create(20'000, 1, Backing::named, segment);
        if (!small.ok()) return 1;
        Segment large;
        const std::size_t sizes[] = {80'000, std::size_t{5} << 20};
        for (const std::size_t bytes : sizes) {
            const Outcome outcome = Segment::create(bytes, 1, Backing::named, large);
            std::strncpy(reason->data(), outcome.reason.c_str(), reason->size() - 1);
            if (outcome.status != Status::no_memory || !large.memory().empty()) return 2;
        }
        return names_in_shm().size() == 1 ? 0 : 3;
    });
    const std::string end = end_of(child);
    if (end == "exit 77") {
        WARN("SKIPPED: mount namespaces are not allowed here");
        return;
    }
    CHECK(end == "exit 0");
    INFO(reason->data());
    CHECK(std::string(reason->data()).find("enlarge /dev/shm") != std::string::npos);
}

TEST_CASE("a process of another user cannot attach, and is told a remedy", "[node][segment]") {
    if (!is_root("changing the user")) return;
    const Backing backing = GENERATE(Backing::memory_file, Backing::named);
    Segment segment;
    REQUIRE(Segment::create(1000, 1, backing, segment).ok());
    Told<std::array<char, 400>> reason;
    const pid_t child = start_child([&] {
        if (setuid(65534) != 0) return 1;
        Segment mine;
        const Outcome outcome = Segment::attach(segment.ticket(), mine);
        std::strncpy(reason->data(), outcome.reason.c_str(), reason->size() - 1);
        return outcome.status == Status::declined ? 0 : 2;
    });
    CHECK(end_of(child) == "exit 0");
    INFO(reason->data());
    CHECK(std::string(reason->data()).find("as one user") != std::string::npos);
}

TEST_CASE("a limit on the size of files declines a segment instead of ending the process", "[node][segment]") {
    const pid_t child = start_child([] {
        const rlimit limit{8192, 8192};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        Segment segment;
        const Outcome outcome = Segment::create(100'000, 1, Backing::automatic, segment);
        return outcome.status == Status::no_memory && outcome.reason.find("ulimit -f") != std::string::npos ? 0 : 2;
    });
    CHECK(end_of(child) == "exit 0");
}

TEST_CASE("a segment reports it when no more files can be opened", "[node][segment]") {
    const pid_t child = start_child([] {
        const rlimit limit{3, 3};
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
        Segment segment;
        const Outcome outcome = Segment::create(100'000, 1, Backing::automatic, segment);
        return outcome.status == Status::declined && outcome.reason.find("open files") != std::string::npos ? 0 : 2;
    });
    CHECK(end_of(child) == "exit 0");
}
