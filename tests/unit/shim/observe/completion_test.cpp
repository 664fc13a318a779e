#include "shim/observe/completion.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;
using fake::kNever;

namespace {
constexpr Function kIrecv = Function::MPI_Irecv;
}

TEST_CASE("a waited-for receive is recorded with its status, and forgotten", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({3, 5'000'000'000});
    CHECK(bed.arrived(kIrecv) == 0);
    MPI_Status status{};
    CHECK(bed.wait(request, &status) == MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(status.MPI_SOURCE == 3);
    CHECK(received_bytes(status) == 5'000'000'000);
    CHECK(bed.arrived(kIrecv) == 1);
    CHECK(bed.arrived_bytes(kIrecv) == 5'000'000'000);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a receive is recorded where the program ignores the status", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({2, 17});
    CHECK(bed.wait(request) == MPI_SUCCESS);
    CHECK(bed.arrived_bytes(kIrecv) == 17);
}

TEST_CASE("waiting for a null request records the call and nothing else", "[shim][completion]") {
    Bed bed;
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(bed.wait(request) == MPI_SUCCESS);
    CHECK(bed.calls(Function::MPI_Wait) == 1);
    CHECK(bed.arrived(kIrecv) == 0);
}

TEST_CASE("a test that returns false leaves the request outstanding; one that returns true ends it",
          "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({0, 8}, 2);
    int flag = 1;
    for (int i = 0; i < 2; ++i) {
        CHECK(bed.test(request, flag) == MPI_SUCCESS);
        CHECK(flag == 0);
        CHECK_FALSE(bed.s.requests.empty());
    }
    CHECK(bed.test(request, flag) == MPI_SUCCESS);
    CHECK(flag == 1);
    CHECK(bed.arrived(kIrecv) == 1);
    CHECK(bed.s.requests.empty());
    CHECK(bed.calls(Function::MPI_Test) == 3);
}

TEST_CASE("a receive that ends with an error is forgotten and brings nothing", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({0, 8, MPI_ERR_TRUNCATE});
    const bool by_test = GENERATE(false, true);
    int flag = 0;
    CHECK((by_test ? bed.test(request, flag) : bed.wait(request)) == MPI_ERR_TRUNCATE);
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a handle that the host gives out again after completion stands for the new receive", "[shim][completion]") {
    Bed bed;
    for (std::uint64_t bytes = 1; bytes <= 3; ++bytes) {
        MPI_Request request = bed.irecv({0, bytes});
        const MPI_Request before = request;
        bed.wait(request);
        request = bed.irecv({0, 100});
        CHECK(request == before);
        bed.wait(request);
    }
    CHECK(bed.arrived(kIrecv) == 6);
    CHECK(bed.arrived_bytes(kIrecv) == 1 + 2 + 3 + 300);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("sends that share one completed handle leave no entry behind", "[shim][completion]") {
    Bed bed;
    bed.mpi.share_next(true);
    MPI_Request requests[3] = {bed.isend(), bed.isend(), bed.isend()};
    REQUIRE(requests[0] == requests[1]);
    CHECK(bed.s.requests.is_shared(requests[0]));
    CHECK(bed.waitall(3, requests) == MPI_SUCCESS);
    CHECK(bed.s.requests.empty());
    MPI_Request again = bed.isend();
    CHECK(bed.s.requests.empty());
    bed.wait(again);
}

TEST_CASE("waitall ends requests and passes over null ones between them", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}), MPI_REQUEST_NULL, bed.isend(), bed.irecv({2, 3}, 2), MPI_REQUEST_NULL};
    MPI_Status own[5];
    MPI_Status* statuses = GENERATE(true, false) ? own : MPI_STATUSES_IGNORE;
    CHECK(bed.waitall(5, requests, statuses) == MPI_SUCCESS);
    for (const MPI_Request request : requests) CHECK(request == MPI_REQUEST_NULL);
    CHECK(bed.arrived(kIrecv) == 2);
    CHECK(bed.arrived_bytes(kIrecv) == 4);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("more requests than a call has room for are recorded as well", "[shim][completion]") {
    Bed bed;
    const int count = GENERATE(15, 16, 17, 100);
    std::vector<MPI_Request> requests;
    for (int i = 0; i < count; ++i) requests.push_back(bed.irecv({0, 1}));
    SECTION("by waitall") { CHECK(bed.waitall(count, requests.data()) == MPI_SUCCESS); }
    SECTION("by waitsome") {
        int done = 0;
        std::vector<int> indices(requests.size());
        CHECK(bed.waitsome(count, requests.data(), done, indices.data()) == MPI_SUCCESS);
        CHECK(done == count);
    }
    CHECK(bed.arrived(kIrecv) == static_cast<std::uint64_t>(count));
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a waitall with errors records the good requests, forgets the bad and keeps the pending ones",
          "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}), bed.irecv({0, 2, MPI_ERR_TRUNCATE}), bed.irecv({0, 4}, kNever)};
    MPI_Status own[3];
    const bool ignores = GENERATE(false, true);
    const int code = bed.waitall(3, requests, ignores ? MPI_STATUSES_IGNORE : own);
#if defined(OPEN_MPI)
    CHECK(code == (ignores ? MPI_ERR_TRUNCATE : MPI_ERR_IN_STATUS));  // as it does without Shunt
#else
    CHECK(code == MPI_ERR_IN_STATUS);
#endif
    if (!ignores) {
        CHECK(own[0].MPI_ERROR == MPI_SUCCESS);
        CHECK(own[1].MPI_ERROR == MPI_ERR_TRUNCATE);
        CHECK(own[2].MPI_ERROR == MPI_ERR_PENDING);
    }
    CHECK(bed.arrived_bytes(kIrecv) == 1);
    REQUIRE(bed.s.requests.find(requests[2]));
    bed.s.requests.remove(bed.s.requests.find(requests[2]));
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a testall that returns false records nothing, not even complete requests", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}), bed.irecv({0, 2}, 1)};
    int flag = 1;
    CHECK(bed.testall(2, requests, flag) == MPI_SUCCESS);
    CHECK(flag == 0);
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.testall(2, requests, flag) == MPI_SUCCESS);
    CHECK(flag == 1);
    CHECK(bed.arrived_bytes(kIrecv) == 3);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("waitany and testany record the request of their index alone", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {MPI_REQUEST_NULL, bed.irecv({0, 1}, 5), bed.irecv({0, 2})};
    int index = -7, flag = 0;
    const bool by_test = GENERATE(false, true);
    CHECK((by_test ? bed.testany(3, requests, index, flag) : bed.waitany(3, requests, index)) == MPI_SUCCESS);
    CHECK(index == 2);
    CHECK(bed.arrived_bytes(kIrecv) == 2);
    CHECK(bed.s.requests.find(requests[1]));
    bed.wait(requests[1]);
    CHECK(bed.arrived_bytes(kIrecv) == 3);
}

TEST_CASE("waitany and testany without an active request return MPI_UNDEFINED and record nothing",
          "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {MPI_REQUEST_NULL, bed.recv_init()};
    int index = 0, flag = 0;
    CHECK(bed.waitany(2, requests, index) == MPI_SUCCESS);
    CHECK(index == MPI_UNDEFINED);
    index = 0;
    CHECK(bed.testany(2, requests, index, flag) == MPI_SUCCESS);
    CHECK(flag == 1);
    CHECK(index == MPI_UNDEFINED);
    CHECK(bed.s.requests.find(requests[1]));
    bed.request_free(requests[1]);
}

TEST_CASE("a waitany that fails forgets the request that failed", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}, kNever), bed.irecv({0, 2, MPI_ERR_TRUNCATE})};
    int index = 0;
    CHECK(bed.waitany(2, requests, index) == MPI_ERR_TRUNCATE);
    CHECK(index == 1);
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.s.requests.find(requests[0]));
    bed.s.requests.remove(bed.s.requests.find(requests[0]));
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a waitany that is refused before it begins forgets nothing", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}), bed.irecv({0, 2})};
    int index = 0;
    bed.mpi.fail_next("MPI_Waitany", MPI_ERR_ARG);
    CHECK(bed.waitany(2, requests, index) == MPI_ERR_ARG);
    CHECK(bed.s.requests.find(requests[0]));
    CHECK(bed.waitall(2, requests) == MPI_SUCCESS);
    CHECK(bed.arrived_bytes(kIrecv) == 3);
}

TEST_CASE("waitsome and testsome record the requests of their indices", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}, 3), bed.irecv({0, 2}), MPI_REQUEST_NULL, bed.irecv({0, 4})};
    int done = 0, indices[4];
    MPI_Status own[4];
    MPI_Status* statuses = GENERATE(true, false) ? own : MPI_STATUSES_IGNORE;
    const bool by_test = GENERATE(false, true);
    CHECK((by_test ? bed.testsome(4, requests, done, indices, statuses)
                   : bed.waitsome(4, requests, done, indices, statuses)) == MPI_SUCCESS);
    CHECK(done == 2);
    CHECK(bed.arrived_bytes(kIrecv) == 6);
    CHECK(bed.waitsome(4, requests, done, indices, statuses) == MPI_SUCCESS);
    CHECK(done == 1);
    CHECK(indices[0] == 0);
    CHECK(bed.arrived_bytes(kIrecv) == 7);
    CHECK(bed.waitsome(4, requests, done, indices, statuses) == MPI_SUCCESS);
    CHECK(done == MPI_UNDEFINED);
    CHECK(bed.arrived_bytes(kIrecv) == 7);
}

TEST_CASE("a waitsome with errors records the good requests and forgets the bad ones", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1, MPI_ERR_TRUNCATE}), bed.irecv({0, 2}), bed.irecv({0, 4}, 1)};
    int done = 0, indices[3];
    MPI_Status statuses[3];
    CHECK(bed.waitsome(3, requests, done, indices, statuses) == MPI_ERR_IN_STATUS);
    CHECK(done == 2);
    CHECK(bed.arrived_bytes(kIrecv) == 2);
    CHECK(bed.wait(requests[2]) == MPI_SUCCESS);
    CHECK(bed.arrived_bytes(kIrecv) == 6);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a persistent receive is recorded once for each start", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.recv_init();
    const MPI_Request made = request;
    for (std::uint64_t i = 1; i <= 3; ++i) {
        bed.start(request, {0, 10});
        CHECK(bed.wait(request) == MPI_SUCCESS);
        CHECK(request == made);
        CHECK(bed.arrived(Function::MPI_Start) == i);
    }
    CHECK(bed.wait(request) == MPI_SUCCESS);  // it is idle: an empty status, which is no message
    CHECK(bed.arrived(Function::MPI_Start) == 3);
    CHECK(bed.request_free(request) == MPI_SUCCESS);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a persistent receive that failed can be started again", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.recv_init();
    bed.start(request, {0, 10, MPI_ERR_TRUNCATE});
    CHECK(bed.wait(request) == MPI_ERR_TRUNCATE);
    CHECK(bed.arrived(Function::MPI_Start) == 0);
    bed.start(request, {0, 10});
    CHECK(bed.wait(request) == MPI_SUCCESS);
    CHECK(bed.arrived(Function::MPI_Start) == 1);
    bed.request_free(request);
}

TEST_CASE("a cancelled receive is recorded as such and brings nothing", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({0, 8}, kNever);
    CHECK(bed.cancel(request) == MPI_SUCCESS);
    CHECK(bed.wait(request) == MPI_SUCCESS);
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.count({kIrecv, record::kCancelled}) == 1);
}

TEST_CASE("only a receive that was cancelled is asked whether it is", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv();
    bed.wait(request);
    CHECK(bed.mpi.calls("MPI_Test_cancelled") == 0);
}

TEST_CASE("a request freed while active is forgotten, and its handle may be reused", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({0, 1}, kNever);
    const MPI_Request before = request;
    CHECK(bed.request_free(request) == MPI_SUCCESS);
    CHECK(bed.s.requests.empty());
    request = bed.irecv({0, 2});
    CHECK(request == before);
    bed.wait(request);
    CHECK(bed.arrived_bytes(kIrecv) == 2);
}

TEST_CASE("a receive completed while the record is paused is forgotten and not counted", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv();
    bed.s.paused.store(true);
    bed.wait(request);
    CHECK(bed.arrived(kIrecv) == 0);
    CHECK(bed.s.requests.empty());
}

TEST_CASE("a receive from MPI_PROC_NULL brings no message", "[shim][completion]") {
    Bed bed;
    MPI_Request request = bed.irecv({MPI_PROC_NULL, 0}, 0, MPI_PROC_NULL);
    bed.wait(request);
    CHECK(bed.arrived(kIrecv) == 0);
}

TEST_CASE("the time of a wait is shared by the requests that it completed", "[shim][completion]") {
    Bed bed;
    MPI_Request requests[] = {bed.irecv({0, 1}), bed.irecv({0, 2})};
    bed.waitall(2, requests);
    const std::uint64_t ticks =
        bed.sum({Function::MPI_Waitall, record::kCall}, [](const record::Cell& cell) { return cell.ticks; });
    CHECK(bed.waited(kIrecv) == ticks / 2 * 2);
}

TEST_CASE("a request that a call completes is no longer work of the host", "[shim][completion]") {
    Bed bed;
    bed.s.carrying = true;
    MPI_Request requests[] = {bed.irecv(), bed.irecv(), bed.irecv({0, 8}, 5)};
    bed.s.host_work.met();
    bed.s.host_work.met();  // no messages are left: only requests count
    int done = 0, indices[3];
    bed.waitsome(3, requests, done, indices);
    CHECK(bed.s.host_work.any());
    bed.wait(requests[2]);
    CHECK_FALSE(bed.s.host_work.any());
}

TEST_CASE("calls inside another call of the program are the host's alone", "[shim][completion]") {
    Bed bed;
    const InsideCall inside;
    MPI_Request request = bed.irecv();
    bed.wait(request);
    CHECK(bed.calls(Function::MPI_Wait) == 0);
    CHECK(bed.calls(kIrecv) == 0);
    CHECK(bed.mpi.calls("MPI_Wait") == 1);
}

TEST_CASE("without a record calls only pass", "[shim][completion]") {
    Bed bed(false);
    MPI_Request requests[] = {bed.irecv(), bed.isend()};
    CHECK(bed.waitall(2, requests) == MPI_SUCCESS);
    CHECK(bed.s.requests.empty());
    CHECK(bed.mpi.calls("MPI_Waitall") == 1);
}
