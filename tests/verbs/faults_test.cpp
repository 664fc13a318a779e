// Failures: no member hangs, no wrong data arrive, and the message names the cause.
#include <linux/capability.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>

#include "native/memory/verbs/verbs_memory.hpp"
#include "tests/verbs/members.hpp"

using namespace verbs_test;

namespace {

/// Makes limits of locked memory apply to root too. Called before a device is opened, because the kernel refuses
/// requests of a process whose rights have changed since then.
void drop_right_to_lock() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2];
    check(syscall(SYS_capget, &header, sets) == 0, "capget");
    for (auto* set : {&sets[0].effective, &sets[0].permitted, &sets[0].inheritable}) *set &= ~(1u << CAP_IPC_LOCK);
    check(syscall(SYS_capset, &header, sets) == 0, "capset");
}

void limit_locked_memory(std::size_t bytes) {
    const rlimit limit{bytes, bytes};
    check(setrlimit(RLIMIT_MEMLOCK, &limit) == 0, "setrlimit");
}

verbs::Settings hasty(Member& member) {
    verbs::Settings settings = member.settings();
    settings.options.ack_timeout_ns = 60'000'000;
    settings.patience_ns = 3'000'000'000;
    return settings;
}

}  // namespace

TEST_CASE("a write with a wrong key breaks the queue pair; both ends learn of it, and nothing is written",
          "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = hasty(member);
        if (member.rank() == 0) settings.hear = [](verbs::Call& call) { call.memory.window_key ^= 0x5500; };
        auto memory = member.open(4096, settings);
        if (member.rank() == 0) check(memory->put_word(1, 0, 1) == Status::ok, "the word is taken");
        check(memory->wait([&] { return word(*memory, 0) != 0; }, kMinute) == Status::peer_lost, "the wait ends");
        check(memory->lost_peer() == 1 - member.rank(), "who is lost");
        const bool is_named = member.said.find("rank 1 is lost") != std::string::npos &&
                              member.said.find("remote access error") != std::string::npos;
        check(member.rank() == 1 || is_named, "said: " + member.said);  // the other member may only be notified
        check(memory->put_word(1 - member.rank(), 0, 2) == Status::peer_lost, "further words");
        check(word(*memory, 0) == 0, "nothing was written");
        member.barrier();
    })));
}

TEST_CASE("a read from memory that does not exist is reported as a bug of the caller", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096, hasty(member));
        std::byte into[100] = {};
        if (member.rank() == 0)
            check(memory->read(1, {0x1000, std::uint64_t{0x1234} << 32}, into) == Status::bug, "reading");
        member.barrier();
    })));
}

TEST_CASE("a queue pair that does not answer is made anew, after the retries", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = hasty(member);
        settings.is_trial_over = nullptr;
        if (member.rank() == 0) settings.hear = [](verbs::Call& call) { call.pair.number = 0xfffff0; };
        auto memory = member.open(4096, settings);
        put_word(*memory, 1 - member.rank(), 0, 1);
        await_word(*memory, 0, 1);
        check(member.said.empty(), "said: " + member.said);
        member.barrier();
    })));
}

TEST_CASE("a killed peer is lost to members that write to it and to members that only wait for it", "[verbs][faults]") {
    const auto ends = run(3, [](Member& member) {
        auto memory = member.open(1 << 20, hasty(member));
        member.barrier();
        if (member.rank() == 1) kill(getpid(), SIGKILL);
        if (member.rank() == 0) {
            std::vector<std::byte> data(1 << 20);
            Status status = Status::ok;
            const auto fails = [&] {
                status = memory->put(1, 0, data, nullptr);
                return status == Status::peer_lost;
            };
            const Status waited = memory->wait(fails, kMinute);
            check(waited == Status::peer_lost || (waited == Status::ok && status == Status::peer_lost), "writing ends");
        } else {
            check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "waiting ends");
        }
        check(memory->lost_peer() == 1, "who is lost");
        member.flag(member.rank()) = 1;  // otherwise the member that closes first would be lost to the other
        while (member.flag(2 - member.rank()) == 0) usleep(1000);
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "signal 9", "exit 0"});
}

TEST_CASE("a peer that closes its end is lost at once, and its earlier puts count", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096);
        if (member.rank() == 0) {
            put_word(*memory, 1, 0, 5);
            memory.reset();
        } else {
            await_word(*memory, 0, 5);
            check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "the wait ends");
            check(memory->lost_peer() == 0 && member.said.empty(), "no warning: " + member.said);
            check(memory->put_word(0, 0, 1) == Status::peer_lost, "a word for who has left");
        }
        member.barrier();
    })));
}

TEST_CASE("a limit of locked memory: registering is refused with the remedy, and puts go by copies",
          "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        drop_right_to_lock();
        auto memory = member.open(4 << 20);
        const int peer = 1 - member.rank();
        limit_locked_memory(8 << 20);  // window and bounce pieces use most of it
        std::vector<std::byte> data(4 << 20);
        for (std::size_t i = 0; i < data.size(); ++i) data[i] = pattern(3, i);
        Registration registration;
        const Outcome refused = memory->register_memory(data, registration);
        check(refused.status == Status::no_memory, "refused");
        check(refused.reason.find("ulimit -l") != std::string::npos &&
                  refused.reason.find("limits.conf") != std::string::npos,
              refused.reason);
        check(refused.reason.find("a limit of 8192 KiB") != std::string::npos, refused.reason);
        put(*memory, peer, 8, {data.data(), data.size() - 8});
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        check(std::memcmp(memory->window().data() + 8, data.data(), data.size() - 8) == 0, "what came by copies");
        await_end(*memory, peer);  // waiting copies leave only inside calls: else the other could wait for ever
        member.barrier();
    })));
}

TEST_CASE("a limit too low for the window: all decline, with the remedy", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        drop_right_to_lock();
        if (member.rank() == 1) limit_locked_memory(1 << 20);
        std::unique_ptr<RemoteMemory> memory;
        const Outcome outcome = open_verbs(member.setup(4 << 20), member.settings(), memory);
        check(outcome.status == Status::declined && memory == nullptr, "declined");
        check(
            outcome.reason.find("rank 1") != std::string::npos && outcome.reason.find("ulimit -l") != std::string::npos,
            outcome.reason);
    })));
}

TEST_CASE("a forked child does not disturb its parent's queue pairs", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096);
        const int peer = 1 - member.rank();
        const pid_t child = fork();
        if (child == 0) {
            memory.reset();
            _exit(0);
        }
        siginfo_t info;
        check(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED) == 0 && info.si_status == 0, "the child");
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        await_end(*memory, peer);
        member.barrier();
    })));
}

// The last test of this file: afterwards rxe1 is made anew.
TEST_CASE("a link that is taken away for longer than patience is a lost peer on both sides", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096, hasty(member));
        const int peer = 1 - member.rank();
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        member.barrier();
        if (member.rank() == 0) check(std::system("ip link set veth1 down") == 0, "taking the link");
        check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "the wait ends");
        check(memory->lost_peer() == peer, "who is lost");
        member.flag(member.rank()) = member.said.empty() ? 1 : 2;
        memory.reset();
        member.barrier();
        // One member detects it; the other may be notified first.
        check(member.flag(0) == 2 || member.flag(1) == 2, "nobody said it");
        if (member.rank() == 0) check(std::system("ip link set veth1 up") == 0, "giving it back");
    })));
}

TEST_CASE("a removed device is a lost peer, and its removal is not held up", "[verbs][faults]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096, hasty(member));
        member.barrier();
        if (member.rank() == 0)
            check(std::system("rdma link del rxe1 & sleep 0.3; ip link set veth1 down") == 0, "removing the device");
        check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "the wait ends");
        memory.reset();
        member.barrier();
        if (member.rank() == 0)
            check(std::system("for i in 1 2 3 4 5 6 7 8 9 10; do rdma link show | grep -q rxe1 || break; sleep 0.5; "
                              "done; ! rdma link show "
                              "| grep rxe1") == 0,
                  "the device is still there");
        if (member.rank() == 0)
            check(std::system("ip link set veth1 up; rdma link add rxe1 type rxe netdev veth1") == 0, "making it anew");
    })));
}
