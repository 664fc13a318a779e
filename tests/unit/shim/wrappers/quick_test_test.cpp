#include "shim/wrappers/quick_test.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;
using fake::kNever;

namespace {

constexpr Function kIrecv = Function::MPI_Irecv;

Function any_form() {
    return GENERATE(Function::MPI_Test, Function::MPI_Testall, Function::MPI_Testany, Function::MPI_Testsome);
}

/// One call of that form; MPI_Test gets only the last request. `done`: whether a request was completed.
int test_by(Bed& bed, Function form, std::vector<MPI_Request>& requests, bool& done,
            MPI_Status* statuses = MPI_STATUSES_IGNORE) {
    const int count = static_cast<int>(requests.size());
    int flag = 0, index = 0, code = MPI_SUCCESS;
    std::vector<int> indices(requests.size());
    switch (form) {
        case Function::MPI_Test: code = bed.test(requests.back(), flag, statuses); break;
        case Function::MPI_Testall: code = bed.testall(count, requests.data(), flag, statuses); break;
        case Function::MPI_Testany: code = bed.testany(count, requests.data(), index, flag, statuses); break;
        default: code = bed.testsome(count, requests.data(), flag, indices.data(), statuses);
    }
    done = flag != 0;
    return code;
}

/// `count` receives of which only the last completes, with `bytes`. For MPI_Testall the others are null.
std::vector<MPI_Request> last_completes(Bed& bed, Function form, int count, std::uint64_t bytes, int tests) {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(count), MPI_REQUEST_NULL);
    for (MPI_Request& request : requests)
        if (form != Function::MPI_Testall && &request != &requests.back()) request = bed.irecv({0, 1000}, kNever);
    requests.back() = bed.irecv({2, bytes}, tests);
    return requests;
}

}  // namespace

TEST_CASE("tests in a loop are counted one by one, and the request that the last completes is recorded",
          "[shim][completion]") {
    Bed bed;
    bed.s.timing_every = GENERATE(1u, 4u, 1000u);
    const Function form = any_form();
    const int count = GENERATE(1, 2, 3, 7, 15, 16, 17, 40);
    const bool ignores = GENERATE(false, true);
    CAPTURE(static_cast<int>(form), count, ignores);
    std::vector<MPI_Status> own(static_cast<std::size_t>(count));
    std::vector<MPI_Request> requests = last_completes(bed, form, count, 77, 9);
    bool done = false;
    for (int i = 0; i < 9; ++i) {
        REQUIRE(test_by(bed, form, requests, done, ignores ? MPI_STATUSES_IGNORE : own.data()) == MPI_SUCCESS);
        REQUIRE_FALSE(done);
    }
    CHECK(bed.arrived(kIrecv) == 0);
    REQUIRE(test_by(bed, form, requests, done, ignores ? MPI_STATUSES_IGNORE : own.data()) == MPI_SUCCESS);
    CHECK(done);
    CHECK(requests.back() == MPI_REQUEST_NULL);
    CHECK(bed.calls(form) == 10);
    CHECK(bed.arrived(kIrecv) == 1);
    CHECK(bed.arrived_bytes(kIrecv) == 77);
    const auto timed = bed.sum({form, record::kCall}, [](const record::Cell& cell) { return cell.timed; });
    CHECK(timed == (9 + bed.s.timing_every) / bed.s.timing_every);
}

TEST_CASE("a test that is timed gives its time to the receive that it completes", "[shim][completion]") {
    Bed bed;
    const Function form = any_form();
    std::vector<MPI_Request> requests = last_completes(bed, form, 1, 8, 0);
    bool done = false;
    test_by(bed, form, requests, done);
    REQUIRE(done);
    CHECK(bed.waited(kIrecv) == bed.sum({form, record::kCall}, [](const record::Cell& cell) { return cell.ticks; }));
}

TEST_CASE("tests count in the phase in which they are made", "[shim][completion]") {
    Bed bed;
    const Function form = any_form();
    std::vector<MPI_Request> requests = last_completes(bed, form, 2, 8, 100);
    bool done = false;
    for (int i = 0; i < 5; ++i) test_by(bed, form, requests, done);
    bed.recorder->enter_phase(7);
    for (int i = 0; i < 3; ++i) test_by(bed, form, requests, done);
    const auto calls_of_first = [](const record::Cell& cell) { return cell.key.phase == 0 ? cell.count : 0; };
    CHECK(bed.sum({form, record::kCall}, calls_of_first) == 5);
    CHECK(bed.calls(form) == 8);
    bed.recorder->enter_phase(0);
    for (int i = 0; i < 2; ++i) test_by(bed, form, requests, done);
    CHECK(bed.calls(form) == 10);
    bed.s.paused.store(true);
    for (int i = 0; i < 4; ++i) test_by(bed, form, requests, done);
    CHECK(bed.calls(form) == 10);
}

TEST_CASE("a request that a test completes is no longer work of the host", "[shim][completion]") {
    Bed bed;
    bed.s.carrying = true;
    const Function form = any_form();
    std::vector<MPI_Request> requests = last_completes(bed, form, 3, 8, 2);
    bed.s.host_work.met();
    bed.s.host_work.met();  // no messages are left: only requests count
    bool done = false;
    while (!done) {
        CHECK(bed.s.host_work.any());
        test_by(bed, form, requests, done);
    }
    CHECK(bed.s.host_work.any() == (form != Function::MPI_Testall));  // the others are under way
    for (MPI_Request& request : requests)
        if (request != MPI_REQUEST_NULL) bed.request_free(request);
}

TEST_CASE("a test that fails forgets the receive that failed, and returns the host's error", "[shim][completion]") {
    Bed bed;
    const Function form = any_form();
    const bool ignores = GENERATE(false, true);
    const int calls_before = GENERATE(0, 3);
    std::vector<MPI_Request> requests = {MPI_REQUEST_NULL, bed.irecv({0, 8, MPI_ERR_TRUNCATE}, calls_before)};
    MPI_Status own[2];
    bool done = false;
    int code = MPI_SUCCESS;
    for (int i = 0; i <= calls_before; ++i)
        code = test_by(bed, form, requests, done, ignores ? MPI_STATUSES_IGNORE : own);
    const bool names_all = form == Function::MPI_Testall || form == Function::MPI_Testsome;
#if defined(OPEN_MPI)
    CHECK(code == (names_all && !ignores ? MPI_ERR_IN_STATUS : MPI_ERR_TRUNCATE));
#else
    CHECK(code == (names_all ? MPI_ERR_IN_STATUS : MPI_ERR_TRUNCATE));
#endif
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a test that the host refuses forgets nothing", "[shim][completion]") {
    Bed bed;
    std::vector<MPI_Request> requests = {bed.irecv({0, 1}), bed.irecv({0, 2})};
    bed.mpi.fail_next("MPI_Testany", MPI_ERR_ARG);
    bool done = false;
    CHECK(test_by(bed, Function::MPI_Testany, requests, done) == MPI_ERR_ARG);
    CHECK(bed.s.requests.find(requests[0]));
    CHECK(bed.s.requests.find(requests[1]));
    CHECK(bed.waitall(2, requests.data()) == MPI_SUCCESS);
    CHECK(bed.arrived_bytes(kIrecv) == 3);
}

TEST_CASE("the quick test is not used if more than counting may be needed", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({0, 1}, kNever);
    const auto is_quick = [&](int count) {
        return QuickTest(Function::MPI_Testall, count, &request).session() != nullptr;
    };
    REQUIRE(is_quick(1));
    CHECK(is_quick(16));
    CHECK_FALSE(is_quick(17));
    CHECK_FALSE(is_quick(0));
    CHECK_FALSE(is_quick(-1));
    SECTION("inside another call") {
        const InsideCall inside;
        CHECK_FALSE(is_quick(1));
    }
    SECTION("calls are under way in the background") {
        bed.s.under_way = 1;
        CHECK_FALSE(is_quick(1));
        bed.s.under_way = 0;
    }
    SECTION("Shunt carries messages") {
        bed.s.under_way = Session::kMessagesWait;
        CHECK_FALSE(is_quick(1));
        bed.s.under_way = 0;
    }
    SECTION("the record is paused") {
        bed.s.paused = true;
        CHECK_FALSE(is_quick(1));
    }
    SECTION("rows differ by call site, or threads share the record") {
        bed.s.counts_looks_quickly = false;
        CHECK_FALSE(is_quick(1));
    }
    SECTION("a call that Shunt carried may have overtaken a message") {
        bed.s.overtaken.heard();
        CHECK_FALSE(is_quick(1));
    }
    bed.request_free(request);
}

namespace {

/// A program of one rank that posts receives and sends, and tests them in all forms, as `seed` determines.   Returns:
/// all its results, and the final content of the record.
std::vector<std::int64_t> seen_by_program(std::uint64_t seed, bool quickly) {
    Random random(seed);
    Bed bed;
    bed.s.counts_looks_quickly = quickly;
    bed.s.carrying = random.below(2) != 0;
    bed.s.timing_every = 1 + static_cast<std::uint32_t>(random.below(5));
    bed.s.until_timed[static_cast<std::size_t>(Function::MPI_Test)] = static_cast<std::uint32_t>(random.below(3));
    std::vector<MPI_Request> requests(1 + random.below(20), MPI_REQUEST_NULL);
    std::vector<MPI_Status> own(requests.size());
    std::vector<std::int64_t> seen;
    const MPI_Comm other = bed.mpi.make_comm({1, 3, 0, 2});
    for (int step = 0; step < 150; ++step) {
        const std::size_t place = random.below(requests.size());
        const auto one = requests.begin() + static_cast<std::ptrdiff_t>(place);
        const int tests = static_cast<int>(random.below(6));
        const int error = random.below(10) == 0 ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
        switch (random.below(9)) {
            case 8: {  // often equal
                int flag = 0;
                const int source = random.below(3) != 0 ? 0 : static_cast<int>(random.below(4));
                if (random.below(10) == 0) bed.mpi.fail_next("MPI_Iprobe", MPI_ERR_TAG);
                const bool is_any = random.below(9) == 0;
                seen.push_back(
                    bed.iprobe(is_any ? MPI_ANY_SOURCE : source, flag, random.below(4) == 0 ? other : MPI_COMM_WORLD));
                break;
            }
            case 0:
            case 1:
                if (*one == MPI_REQUEST_NULL) *one = bed.irecv({0, 1 + random.below(4), error}, tests);
                break;
            case 2:
                if (*one == MPI_REQUEST_NULL) *one = bed.isend(tests);
                break;
            case 3: {
                const std::uint64_t what = random.below(8);
                if (what == 0) bed.recorder->enter_phase(static_cast<std::int32_t>(random.below(3)));
                if (what == 1) bed.s.paused = !bed.s.paused;
                if (what == 2 && *one != MPI_REQUEST_NULL) bed.request_free(*one);
                break;
            }
            default: {
                // Tests the requests from `place` on; MPI_Test only the one at `place`.
                const Function form = std::array{Function::MPI_Test, Function::MPI_Testall, Function::MPI_Testany,
                                                 Function::MPI_Testsome}[random.below(4)];
                std::vector<MPI_Request> tested(one, form == Function::MPI_Test ? one + 1 : requests.end());
                bool done = false;
                const bool ignores = random.below(2) != 0;
                seen.push_back(test_by(bed, form, tested, done, ignores ? MPI_STATUSES_IGNORE : own.data()));
                seen.push_back(done);
                std::copy(tested.begin(), tested.end(), one);
                for (const MPI_Request request : tested) seen.push_back(request == MPI_REQUEST_NULL);
            }
        }
    }
    bed.s.paused = false;
    seen.push_back(bed.waitall(static_cast<int>(requests.size()), requests.data(), own.data()));
    for (const Function function :
         {Function::MPI_Test, Function::MPI_Testall, Function::MPI_Testany, Function::MPI_Testsome, kIrecv,
          Function::MPI_Isend, Function::MPI_Waitall, Function::MPI_Iprobe}) {
        seen.push_back(static_cast<std::int64_t>(bed.count({function})));
        seen.push_back(static_cast<std::int64_t>(bed.arrived_bytes(function)));
        seen.push_back(static_cast<std::int64_t>(
            bed.sum({function}, [](const record::Cell& cell) { return cell.key.phase * cell.count; })));
        seen.push_back(static_cast<std::int64_t>(bed.sum({function}, [](const record::Cell& cell) {
            return (static_cast<std::uint64_t>(cell.key.peer + 10) + 1000u * cell.key.comm) * cell.count;
        })));
    }
    seen.push_back(bed.s.requests.empty());
    bed.s.host_work.met();
    bed.s.host_work.met();
    seen.push_back(bed.s.host_work.any());
    return seen;
}

}  // namespace

TEST_CASE("the program and the record see no difference between quick tests and others", "[shim][completion]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 300); ++seed) {
        INFO("seed " << seed);
        REQUIRE(seen_by_program(seed, true) == seen_by_program(seed, false));
    }
}
