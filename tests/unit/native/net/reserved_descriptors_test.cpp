#include "native/net/reserved_descriptors.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "native/net/descriptor.hpp"

using namespace shunt::net;
using shunt::Outcome;
using shunt::Status;

namespace {

std::size_t open_now() {
    std::size_t found = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++found;
    return found - 1;
}

/// Whether `holds` is true where only `more` descriptors can be opened beyond those that are open, and `hard_more` once
/// the soft limit is raised. Runs in a child, as only root may raise a hard limit again.
template <class Holds>
bool with_few_files(std::size_t more, std::size_t hard_more, Holds&& holds) {
    const pid_t child = fork();
    if (child == 0) {
        const rlimit few{open_now() + more, open_now() + hard_more};
        _exit(setrlimit(RLIMIT_NOFILE, &few) == 0 && holds() ? 0 : 1);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::size_t soft_limit() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

Descriptor any_file() { return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

std::size_t reserved(std::size_t wanted, ReservedDescriptors& into) {
    const Outcome outcome = ReservedDescriptors::reserve(wanted, 4, 10, into);
    return outcome.ok() ? into.count() : 0;
}

bool tells_the_remedy(const Outcome& refused) {
    const auto has = [&](const char* part) { return refused.reason.find(part) != std::string::npos; };
    return refused.status == Status::declined && has("too few file descriptors") && has("50 will be") &&
           has("ulimit -n");
}

}  // namespace

TEST_CASE("descriptors reserved for one owner are not available to the next until they are released", "[net]") {
    CHECK(with_few_files(kFilesOfProgram + 60, kFilesOfProgram + 60, [] {
        ReservedDescriptors first, second, third;
        // 10 stay free for the MPI.
        if (reserved(30, first) != 30 || reserved(30, second) != 20) return false;
        if (!tells_the_remedy(ReservedDescriptors::reserve(30, 4, 10, third)) || third.count() != 0) return false;
        { const ReservedDescriptors gone = std::move(first); }
        return reserved(40, third) == 30;
    }));
}

TEST_CASE("descriptors that are open are not counted as set aside too", "[net]") {
    CHECK(with_few_files(kFilesOfProgram + 60, kFilesOfProgram + 60, [] {
        ReservedDescriptors mine, other;
        if (reserved(20, mine) != 20) return false;
        std::vector<Descriptor> files;
        const auto open_files = [&](int count) {
            for (int i = 0; i < count; ++i) {
                files.push_back(any_file());
                mine.open();
            }
            return files.back().is_open();
        };
        if (!open_files(20) || reserved(40, other) != 30) return false;
        other = {};
        files.clear();
        for (int i = 0; i < 20; ++i) mine.close();
        if (reserved(40, other) != 30) return false;
        other = {};
        // More may be open than were set aside: these are counted as any file of the program.
        return open_files(25) && reserved(40, other) == 25;
    }));
}

TEST_CASE("the soft limit of open files is raised where it leaves too few, as far as the hard one allows", "[net]") {
    CHECK(with_few_files(kFilesOfProgram + 60, kFilesOfProgram + 1000, [] {
        const std::size_t before = soft_limit();
        if (!have_room_for_files(20, 30) || soft_limit() != before) return false;
        if (!have_room_for_files(100, 30) || soft_limit() < open_now() + kFilesOfProgram + 130) return false;
        ReservedDescriptors mine;
        return reserved(500, mine) == 500 && !have_room_for_files(600, 0) && have_room_for_files(400, 0);
    }));
    CHECK(with_few_files(kFilesOfProgram + 60, kFilesOfProgram + 60,
                         [] { return !have_room_for_files(100, 0) && have_room_for_files(60, 0); }));
}

TEST_CASE("all wanted descriptors are reserved without a low limit", "[net]") {
    CHECK(with_few_files(kFilesOfProgram + 60, 4096, [] {
        ReservedDescriptors mine;
        return reserved(1000, mine) == 1000;
    }));
}
