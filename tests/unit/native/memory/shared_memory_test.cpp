#include "native/memory/shared_memory.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstring>

#include "members.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace remote_test;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::vector<std::string> all_well(int size) {
    return std::vector<std::string>(static_cast<std::size_t>(size), "exit 0");
}

/// From now on system call `number` of this process fails with `error`, as under a container's seccomp profile.
bool refuse_call(long number, int error) {
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool contains(std::string_view text, std::string_view piece) { return text.find(piece) != std::string_view::npos; }

/// A member sends the place of its buffer to a peer, through a window.
Status tell(RemoteMemory& memory, int peer, const Place& place) {
    const Status status = memory.put_word(peer, 0, place.key);
    return status == Status::ok ? memory.put_word(peer, 8, place.address) : status;
}

Status hear(RemoteMemory& memory, Place& place) {
    const Status status = memory.wait([&] { return word_at(memory.window(), 8) != 0; }, 20 * kSecond);
    place = {word_at(memory.window(), 8), word_at(memory.window(), 0)};
    return status;
}

}  // namespace

TEST_CASE("stores into a mapped window are visible when the word arrives", "[remote][shm]") {
    const auto ends = run_members(2, 1 << 16, [](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok() || !memory->traits().maps_peers) return 100;
        if (memory->mapped(setup.rank) != memory->window().data()) return 1;
        if (memory->mapped(2) != nullptr || memory->mapped(-1) != nullptr) return 6;
        const int peer = 1 - setup.rank;
        std::memset(memory->mapped(peer) + 4096, 40 + setup.rank, 30'000);
        if (memory->put_word(peer, 0, 5) != Status::ok) return 2;
        if (memory->wait([&] { return word_at(memory->window(), 0) == 5; }, 20 * kSecond) != Status::ok) return 3;
        for (const std::byte each : memory->window().subspan(4096, 30'000))
            if (each != static_cast<std::byte>(40 + peer)) return 4;
        return meet(board, 2) ? 0 : 101;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("memory outside the window is read and written where the kernel allows it", "[remote][shm]") {
    const auto ends = run_members(2, 4096, [](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok()) return 100;
        if (!memory->traits().reads_peers) return 102;
        const int peer = 1 - setup.rank;
        constexpr std::size_t kBytes = 3'000'001;
        std::vector<std::byte> mine(kBytes), theirs(kBytes);
        for (std::size_t i = 0; i < kBytes; ++i)
            mine[i] = node_test::pattern(static_cast<std::uint64_t>(setup.rank), i);
        Place place;
        if (tell(*memory, peer, {reinterpret_cast<std::uint64_t>(mine.data()), 0}) != Status::ok) return 1;
        if (hear(*memory, place) != Status::ok) return 7;
        if (memory->read(peer, place, theirs) != Status::ok) return 2;
        for (std::size_t i = 0; i < kBytes; ++i)
            if (theirs[i] != node_test::pattern(static_cast<std::uint64_t>(peer), i)) return 3;
        if (!meet(board, 2)) return 101;
        const std::vector<std::byte> news(kBytes, static_cast<std::byte>(setup.rank + 1));
        if (memory->write(peer, place, news) != Status::ok || !meet(board, 2)) return 4;
        for (const std::byte each : mine)
            if (each != static_cast<std::byte>(peer + 1)) return 5;
        if (memory->read(peer, {16, 0}, theirs) != Status::declined || memory->write(7, place, news) != Status::bug)
            return 6;
        return meet(board, 2) ? 0 : 101;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("pages that a program protects are read and written for itself, and are another member's to copy",
          "[remote][shm]") {
    const auto ends = run_members(2, 4096, [](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok() || !memory->traits().reads_peers) return 100;
        const int peer = 1 - setup.rank;
        constexpr std::size_t kBytes = 300'000;
        std::vector<std::byte> open(kBytes, static_cast<std::byte>(setup.rank + 5));
        protected_pages::Pages pages(kBytes);
        Place place;
        if (tell(*memory, peer, {reinterpret_cast<std::uint64_t>(open.data()), 0}) != Status::ok) return 1;
        if (hear(*memory, place) != Status::ok) return 9;
        pages.protect();
        if (memory->read(peer, place, pages.all()) != Status::ok) return 2;
        for (const std::byte each : pages.all())
            if (each != static_cast<std::byte>(peer + 5)) return 3;
        if (!meet(board, 2)) return 101;
        pages.protect();
        if (memory->write(peer, place, pages.all()) != Status::ok || !meet(board, 2)) return 4;
        for (const std::byte each : open)
            if (each != static_cast<std::byte>(setup.rank + 5)) return 5;
        if (!meet(board, 2)) return 101;
        pages.protect();
        if (memory->put_word(peer, 16, reinterpret_cast<std::uint64_t>(pages.all().data())) != Status::ok) return 6;
        if (memory->wait([&] { return word_at(memory->window(), 16) != 0; }, 20 * kSecond) != Status::ok) return 7;
        const Place theirs{word_at(memory->window(), 16), 0};
        if (memory->read(peer, theirs, open) != Status::declined) return 8;
        if (memory->write(peer, theirs, open) != Status::declined) return 10;
        return meet(board, 2) ? 0 : 101;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("where one member may not reach into others none does, and the remark names the remedy", "[remote][shm]") {
    struct Refusal {
        int error;
        const char* remedy;
    };
    const auto refusal =
        GENERATE(Refusal{EPERM, "ptrace_scope=0"}, Refusal{ENOSYS, "seccomp"}, Refusal{ESRCH, "pid namespace"});
    const auto ends = run_members(3, 4096, [&](Board& board, const Setup& setup) {
        if (setup.rank == 1 && !refuse_call(SYS_process_vm_writev, refusal.error)) return 99;
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok()) return 100;
        if (memory->traits().reads_peers || !contains(memory->remark(), refusal.remedy) ||
            !contains(memory->remark(), "rank 1"))
            return 1;
        std::byte some[8]{};
        if (memory->read((setup.rank + 1) % 3, {reinterpret_cast<std::uint64_t>(&some), 0}, some) != Status::declined)
            return 2;
        return meet(board, 3) ? 0 : 101;
    });
    CHECK(ends == all_well(3));
}

TEST_CASE("a dead process is lost to a process that reads its memory", "[remote][shm]") {
    const auto ends = run_members(3, 4096, [](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok() || !memory->traits().reads_peers) return 100;
        if (setup.rank == 0) {
            ++board.steps[0];
            raise(SIGKILL);
        }
        std::byte some[8]{};
        if (setup.rank == 2) {
            const Status status = memory->wait([] { return false; }, 20 * kSecond);
            return status == Status::peer_lost && memory->lost_peer() == 0 ? 0 : 1;
        }
        if (!node_test::wait_for(board.steps[0], 1)) return 101;
        Status status = Status::declined;
        // A process that was killed but not yet reaped has no memory any more.
        for (int i = 0; i < 1000 && status == Status::declined; ++i) {
            status = memory->read(0, {reinterpret_cast<std::uint64_t>(&some), 0}, some);
            if (status == Status::ok) status = Status::declined;
            usleep(1000);
        }
        return status == Status::peer_lost && memory->lost_peer() == 0 ? 0 : 2;
    });
    CHECK(ends == std::vector<std::string>{"signal 9", "exit 0", "exit 0"});
}

TEST_CASE("a limit on one member declines shared memory on all, with the remedy", "[remote][shm]") {
    struct Limit {
        int rank;
        int resource;
        rlim_t most;
        const char* remedy;
    };
    const auto limit = GENERATE(Limit{0, RLIMIT_FSIZE, 1 << 16, "ulimit -f"}, Limit{1, RLIMIT_NOFILE, 3, "file"});
    const auto ends = run_members(3, 1 << 16, [&](Board& board, const Setup& setup) {
        const rlimit now{limit.most, limit.most};
        if (setup.rank == limit.rank && setrlimit(static_cast<__rlimit_resource>(limit.resource), &now) != 0) return 99;
        std::unique_ptr<RemoteMemory> memory;
        const Outcome opened = open_shared_memory(setup, memory);
        if (opened.status != Status::declined || memory != nullptr) return 1;
        if (!contains(opened.reason, "rank " + std::to_string(limit.rank)) || !contains(opened.reason, limit.remedy))
            return 2;
        return meet(board, 3) ? 0 : 101;
    });
    CHECK(ends == all_well(3));
}

TEST_CASE("a full segment directory declines shared memory on all, with the remedy", "[remote][shm]") {
    if (geteuid() != 0) {
        WARN("SKIPPED: a small /dev/shm can be mounted by root alone");
        return;
    }
    const auto ends = run_members(2, 1 << 20, [&](Board& board, const Setup& setup) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return 77;
        if (mount("none", "/dev/shm", "tmpfs", 0, "size=64k") != 0 || !refuse_call(SYS_memfd_create, ENOSYS)) return 77;
        std::unique_ptr<RemoteMemory> memory;
        const Outcome opened = open_shared_memory(setup, memory);
        if (opened.status != Status::declined || !contains(opened.reason, "--shm-size")) return 1;
        return meet(board, 2) ? 0 : 101;
    });
    if (ends == std::vector<std::string>{"exit 77", "exit 77"}) WARN("SKIPPED: mount namespaces are not allowed here");
    else CHECK(ends == all_well(2));
}

TEST_CASE("processes that may not open each other's descriptors share memory by a name, and leave none",
          "[remote][shm]") {
    if (geteuid() != 0) {
        WARN("SKIPPED: root alone can become another user");
        return;
    }
    const auto before = node_test::names_in_shm();
    const auto ends = run_members(2, streams_window_bytes(2), [](Board& board, const Setup& setup) {
        // Not dumpable: /proc/PID/fd belongs to root.
        if (setgid(65534) != 0 || setuid(65534) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0 || !meet(board, 2)) return 99;
        std::unique_ptr<RemoteMemory> memory;
        if (!open_shared_memory(setup, memory).ok() || memory->traits().reads_peers) return 100;
        const int failed = all_to_all_streams(*memory, setup.rank, 2, 3, 50);
        return meet(board, 2) ? failed : 101;
    });
    CHECK(ends == all_well(2));
    CHECK(node_test::names_in_shm() == before);
}

TEST_CASE("shared memory is declined where a member is on another node", "[remote][shm]") {
    const auto board = std::make_unique<Board>();
    Setup setup = setup_of(*board, 0, 2, 4096);
    setup.node_of = {0, 1};
    std::unique_ptr<RemoteMemory> memory;
    CHECK(open_shared_memory(setup, memory).status == Status::declined);
}
