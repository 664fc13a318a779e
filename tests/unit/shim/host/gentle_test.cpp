#include "shim/host/gentle.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "tests/unit/shim/fake_mpi/bed.hpp"
#include "tests/unit/shim/fake_mpi/fake_clock.hpp"

using namespace shunt;
using fake::Bed;
using fake::FakeClock;

namespace {

/// Waits for an event that test number `tests` finds; each test takes `test_ns`.   Returns: the number of tests.
int wait(FakeClock& clock, const Patience& patience, int tests, std::int64_t test_ns = 0) {
    int made = 0;
    const int code = wait_until(patience, [&](int* flag) {
        clock.now_ns += test_ns;
        *flag = ++made == tests;
        return int{MPI_SUCCESS};
    });
    CHECK(code == MPI_SUCCESS);
    return made;
}

}  // namespace

TEST_CASE("a wait ends at once if the first test succeeds", "[shim][gentle]") {
    FakeClock clock;
    CHECK(wait(clock, Patience{}, 1) == 1);
    CHECK(clock.yields == 0);
    CHECK(clock.sleeps_ns.empty());
}

TEST_CASE("a wait spins, then yields, then sleeps, as often as its patience says", "[shim][gentle]") {
    FakeClock clock;
    const Patience patience{.spin_count = 3, .yield_count = 5};
    wait(clock, patience, 1 + 3);
    CHECK(clock.yields == 0);
    wait(clock, patience, 1 + 3 + 5);
    CHECK(clock.yields == 5);
    CHECK(clock.sleeps_ns.empty());
    wait(clock, patience, 1 + 3 + 5 + 4);
    CHECK(clock.yields == 10);
    CHECK(clock.sleeps_ns.size() == 4);
}

TEST_CASE("yields in which no other thread runs are replaced by sleeps", "[shim][gentle]") {
    FakeClock clock;
    clock.yield_ns = 100;
    wait(clock, Patience{.spin_count = 0, .yield_count = 1000}, 100);
    CHECK(clock.yields == 32);
    CHECK(clock.sleeps_ns.size() == 99 - 32);
}

TEST_CASE("the next waits do not yield after others kept the rank's own core for time slices", "[shim][gentle]") {
    FakeClock clock;
    clock.yield_ns = 3'000'000;
    KeptCore kept;
    const bool is_open = GENERATE(false, true);  // an open window: the rank yields as long as that helps
    HostWork work;
    if (is_open) work.open();
    const Patience patience{.spin_count = 0, .yield_count = is_open ? 0 : 1000, .host_work = &work, .kept_core = &kept};
    wait(clock, patience, 100, 1'000);
    CHECK(clock.yields == 2);
    CHECK_FALSE(clock.sleeps_ns.empty());
    clock.sleeps_ns.clear();
    wait(clock, patience, 50, 1'000);  // the peer has a core, too
    CHECK(clock.sleeps_ns.empty());
    wait(clock, patience, 200, 1'000);
    CHECK_FALSE(clock.sleeps_ns.empty());
    for (int i = 2; i < KeptCore::kWaits; ++i) wait(clock, patience, 10, 1'000);
    CHECK(clock.yields == 2);
    wait(clock, patience, 100, 1'000);
    CHECK(clock.yields == 4);  // it has tried yields once more
}

TEST_CASE("sleeps grow with the time waited, between the least and the most", "[shim][gentle]") {
    FakeClock clock;
    wait(clock, Patience{.spin_count = 0, .yield_count = 0}, 2000);
    CHECK(clock.sleeps_ns.front() == 20'000);
    CHECK(clock.sleeps_ns.back() == 1'000'000);
    CHECK(std::is_sorted(clock.sleeps_ns.begin(), clock.sleeps_ns.end()));
    std::int64_t waited = 0;
    for (const std::int64_t sleep : clock.sleeps_ns) {
        REQUIRE(sleep == std::clamp<std::int64_t>(waited / 64, 20'000, 1'000'000));
        waited += sleep;
    }
}

TEST_CASE("after a test that may have moved a piece of a long message the sleep is half as long as it",
          "[shim][gentle]") {
    FakeClock clock;
    wait(clock, Patience{.spin_count = 0, .yield_count = 0}, 100, 30'000);
    CHECK(clock.sleeps_ns[0] == 20'000);  // the duration of the first test is not known
    CHECK(std::all_of(clock.sleeps_ns.begin() + 1, clock.sleeps_ns.end(),
                      [](std::int64_t sleep) { return sleep == 15'000; }));
}

TEST_CASE("a short test does not shorten sleeps", "[shim][gentle]") {
    FakeClock clock;
    wait(clock, Patience{.spin_count = 0, .yield_count = 0}, 100, 19'999);
    CHECK(*std::min_element(clock.sleeps_ns.begin(), clock.sleeps_ns.end()) == 20'000);
}

TEST_CASE("after a test that moved data nothing sleeps for a while", "[shim][gentle]") {
    FakeClock clock;
    int made = 0;
    std::size_t sleeps_then = 0;
    wait_until(Patience{.spin_count = 0, .yield_count = 0}, [&](int* flag) {
        const bool moves = ++made == 10;
        if (moves) sleeps_then = clock.sleeps_ns.size();
        clock.now_ns += moves ? 4'000 : 500;
        *flag = clock.now_ns >= 1'000'240'000 && !moves;
        return int{MPI_SUCCESS};
    });
    CHECK(sleeps_then == 9);
    CHECK(clock.yields == 5);  // 50 us of yields of 10 us each, and tests of 0.5 us
    CHECK(clock.sleeps_ns.size() == sleeps_then);
}

TEST_CASE("a test that takes as long as all others is not taken for one that moved data", "[shim][gentle]") {
    FakeClock clock;
    wait(clock, Patience{.spin_count = 0, .yield_count = 0}, 100, 4'000);
    CHECK(clock.sleeps_ns.size() == 99);
    CHECK(clock.yields == 0);
}

TEST_CASE("while windows are open a sleep is short, and the host gets several tests before each", "[shim][gentle]") {
    FakeClock clock;
    HostWork work;
    work.open();
    clock.yield_ns = 100;  // a yield so short that no other thread runs
    const Patience patience{.spin_count = 0, .yield_count = 0, .host_work = &work};
    wait(clock, patience, 1 + 32 + 8000);
    CHECK(clock.yields == 32);
    CHECK(clock.sleeps_ns.size() == 1000);
    CHECK(clock.sleeps_ns.back() == kWakefulSleepNs);
    work.close();
    CHECK(patience.longest_sleep_ns() == 1'000'000);
}

TEST_CASE("while windows are open a wait yields as long as others run meanwhile", "[shim][gentle]") {
    FakeClock clock;
    HostWork work;
    work.open();
    const Patience patience{.spin_count = 0, .yield_count = 5, .host_work = &work};
    wait(clock, patience, 1000);
    CHECK(clock.yields == 999);
    CHECK(clock.sleeps_ns.empty());
    clock.yield_ns = 2'000'000;  // whole time slices of others
    wait(clock, patience, 1 + 5 + 8);
    CHECK(clock.yields == 999 + 5);
    CHECK(clock.sleeps_ns.size() == 1);
}

TEST_CASE("a test that fails ends the wait with its code", "[shim][gentle]") {
    FakeClock clock;
    int tests = 0;
    const auto third_fails = [&](int* flag) {
        *flag = 0;
        return ++tests == 3 ? int{MPI_ERR_OTHER} : int{MPI_SUCCESS};
    };
    CHECK(wait_until(Patience{}, third_fails) == MPI_ERR_OTHER);
    CHECK(tests == 3);
}

TEST_CASE("a test that the host refuses, and the program's handler lets pass, ends the wait", "[shim][gentle]") {
    FakeClock clock;
    int tests = 0;
    CHECK(wait_until(Patience{}, [&](int*) { return ++tests, int{MPI_SUCCESS}; }) == MPI_SUCCESS);
    CHECK(tests == 1);
}

TEST_CASE("a call does not wait if the host has refused the twin", "[shim][gentle]") {
    Bed bed;
    MPI_Status status{};
    status.MPI_SOURCE = 17;
    CHECK(run_gently(
              Patience{}, [](MPI_Request*) { return int{MPI_SUCCESS}; }, &status) == MPI_SUCCESS);
    CHECK(status.MPI_SOURCE == 17);
}

TEST_CASE("a twin that could not be begun is not waited for", "[shim][gentle]") {
    Bed bed;
    CHECK(run_gently(Patience{}, [](MPI_Request*) { return int{MPI_ERR_COUNT}; }) == MPI_ERR_COUNT);
    CHECK(bed.mpi.calls("MPI_Test") == 0);
}

TEST_CASE("gentle calls wait by tests alone", "[shim][gentle]") {
    Bed bed;
    FakeClock clock;
    bed.s.gentle_calls = true;
    MPI_Request requests[] = {bed.irecv({0, 1}, 300), bed.irecv({0, 2}, 200)};
    int index = 0;
    SECTION("Wait") {
        CHECK(bed.wait(requests[0]) == MPI_SUCCESS);
        CHECK(bed.mpi.calls("MPI_Test") == 301);
        bed.wait(requests[1]);
    }
    SECTION("Waitany") {
        CHECK(bed.waitany(2, requests, index) == MPI_SUCCESS);
        CHECK(index == 1);
        CHECK(bed.mpi.calls("MPI_Testany") == 201);
        bed.wait(requests[0]);
    }
    SECTION("Waitsome") {
        int done = 0, indices[2];
        CHECK(bed.waitsome(2, requests, done, indices) == MPI_SUCCESS);
        CHECK(done == 1);
        bed.wait(requests[0]);
    }
    SECTION("Waitall") {
        MPI_Status statuses[2];
        statuses[0].MPI_ERROR = statuses[1].MPI_ERROR = -1;
        CHECK(bed.waitall(2, requests, statuses) == MPI_SUCCESS);
        CHECK(received_bytes(statuses[0]) == 1);
        CHECK(received_bytes(statuses[1]) == 2);
#if defined(MPICH_VERSION)
        CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS);  // as MPICH's own Waitall writes there
#endif
    }
    CHECK_FALSE(clock.sleeps_ns.empty());
    CHECK(bed.mpi.calls("MPI_Wait") + bed.mpi.calls("MPI_Waitall") + bed.mpi.calls("MPI_Waitany") +
              bed.mpi.calls("MPI_Waitsome") ==
          0);
    CHECK(bed.arrived_bytes(Function::MPI_Irecv) == 3);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a gentle waitall with an error records the good requests and returns MPI_ERR_IN_STATUS", "[shim][gentle]") {
    Bed bed;
    FakeClock clock;
    bed.s.gentle_calls = true;
    MPI_Request requests[] = {bed.irecv({0, 1}), bed.irecv({0, 2, MPI_ERR_TRUNCATE}, 3)};
    MPI_Status statuses[2];
    CHECK(bed.waitall(2, requests, statuses) == MPI_ERR_IN_STATUS);
    CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS);
    CHECK(statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE);
    CHECK(bed.arrived_bytes(Function::MPI_Irecv) == 1);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("gentle waitsome without an active request ends at once with MPI_UNDEFINED", "[shim][gentle]") {
    Bed bed;
    FakeClock clock;
    bed.s.gentle_calls = true;
    MPI_Request request = MPI_REQUEST_NULL;
    int done = 0, index = 0;
    CHECK(bed.waitsome(1, &request, done, &index) == MPI_SUCCESS);
    CHECK(done == MPI_UNDEFINED);
    CHECK(bed.mpi.calls("MPI_Testsome") == 1);
}
