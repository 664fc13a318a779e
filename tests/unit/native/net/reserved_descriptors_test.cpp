#include "native/net/reserved_descriptors.hpp"

#include <fcntl.h>
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <filesystem>
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

/// While it lives only `more` descriptors can be opened beyond those that are.
class FewDescriptors {
public:
    explicit FewDescriptors(std::size_t more) {
        getrlimit(RLIMIT_NOFILE, &before_);
        rlimit few = before_;
        few.rlim_cur = open_now() + more;
        setrlimit(RLIMIT_NOFILE, &few);
    }
    ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_{};
};

Descriptor any_file() { return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

std::size_t reserved(std::size_t wanted, ReservedDescriptors& into) {
    const Outcome outcome = ReservedDescriptors::reserve(wanted, 4, 10, into);
    return outcome.ok() ? into.count() : 0;
}

}  // namespace

TEST_CASE("what is set aside for one is not there for the next, until it is given back", "[net]") {
    const FewDescriptors limit(60);
    ReservedDescriptors first, second, third;
    CHECK(reserved(30, first) == 30);
    CHECK(reserved(30, second) == 20);  // 10 stay free
    const Outcome refused = ReservedDescriptors::reserve(30, 4, 10, third);
    CHECK(refused.status == Status::declined);
    CHECK_THAT(refused.reason, Catch::Contains("too few file descriptors") && Catch::Contains("50 will be") &&
                                   Catch::Contains("ulimit -n"));
    CHECK(third.count() == 0);
    { const ReservedDescriptors gone = std::move(first); }
    CHECK(reserved(40, third) == 30);
}

TEST_CASE("descriptors that are open are not counted as set aside too", "[net]") {
    const FewDescriptors limit(60);
    ReservedDescriptors mine, other;
    REQUIRE(reserved(20, mine) == 20);
    std::vector<Descriptor> files;
    for (int i = 0; i < 20; ++i) {
        files.push_back(any_file());
        REQUIRE(files.back().is_open());
        mine.open();
    }
    CHECK(reserved(40, other) == 30);
    other = {};
    files.clear();
    for (int i = 0; i < 20; ++i) mine.close();
    CHECK(reserved(40, other) == 30);
    // More than were set aside may be open: these are seen as any file of the program is.
    other = {};
    for (int i = 0; i < 25; ++i) {
        files.push_back(any_file());
        mine.open();
    }
    CHECK(reserved(40, other) == 25);
}

TEST_CASE("without a limit as many are set aside as are wanted", "[net]") {
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    if (before.rlim_max != RLIM_INFINITY && before.rlim_max < 1000) return;
    ReservedDescriptors mine;
    CHECK(reserved(100, mine) == 100);
}
