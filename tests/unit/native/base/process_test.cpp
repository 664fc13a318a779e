#include "native/base/process.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <thread>

#include "tests/unit/native/node/processes.hpp"

using namespace shunt;
using namespace node_test;

TEST_CASE("a running or stopped process is alive, an ended one is not, waited for or not", "[base][process]") {
    CHECK(alive(this_process()));
    const pid_t child = start_child([] { return pause(); });
    Process process{static_cast<std::uint32_t>(child), 0};
    CHECK(alive(process));
    REQUIRE(kill(child, SIGSTOP) == 0);
    siginfo_t info{};
    REQUIRE(waitid(P_PID, static_cast<id_t>(child), &info, WSTOPPED) == 0);
    CHECK(alive(process));
    REQUIRE(kill(child, SIGKILL) == 0);
    REQUIRE(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0);
    CHECK_FALSE(alive(process));
    CHECK(end_of(child) == "signal 9");
    CHECK_FALSE(alive(process));
}

TEST_CASE("another process with the same number is not mistaken for the first", "[base][process]") {
    Process other = this_process();
    REQUIRE(other.start != 0);
    other.start -= 1;
    CHECK_FALSE(alive(other));
}

TEST_CASE("a process whose first thread has ended is alive as long as another one runs", "[base][process]") {
    Told<std::atomic<int>> leader_ends;
    const pid_t child = start_child([&]() -> int {
        std::thread([] { pause(); }).detach();
        *leader_ends = 1;
        return static_cast<int>(syscall(SYS_exit, 0));  // ends only this thread
    });
    REQUIRE(wait_for(*leader_ends, 1));
    const Process process{static_cast<std::uint32_t>(child), 0};
    usleep(50'000);
    CHECK(alive(process));
    REQUIRE(kill(child, SIGKILL) == 0);
    CHECK(end_of(child) == "signal 9");
    CHECK_FALSE(alive(process));
}

TEST_CASE("the /proc of another pid namespace is not trusted", "[base][process]") {
    const pid_t child = start_child([]() -> int {
        if (unshare(CLONE_NEWPID | (geteuid() != 0 ? CLONE_NEWUSER : 0)) != 0) return 77;
        const pid_t inside = fork();
        if (inside != 0) {
            int status = 0;
            waitpid(inside, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        }
        // Here getpid() is 1, and /proc/1 another process, which began at another time.
        if (getpid() != 1 || this_process().start != 0) _exit(2);
        if (!alive({1, 12345})) _exit(3);
        _exit(alive({30000, 0}) ? 4 : 0);  // not 2, which may be a thread of a sanitizer
    });
    const std::string end = end_of(child);
    if (end == "exit 77") WARN("no pid namespace may be made here");
    else CHECK(end == "exit 0");
}
