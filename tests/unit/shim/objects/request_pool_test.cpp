#include "shim/objects/request_pool.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "shim/objects/own_request.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

/// An object for the pool, which never calls it.
struct Stub final : OwnRequest {
    CallState state() const override { return CallState::idle; }
    void fill(MPI_Status*) const override {}
    CallFailure take(MPI_Request*) override { return {}; }
    void freed(MPI_Request*) override {}
    int start() override { return MPI_SUCCESS; }
    int cancel() override { return MPI_SUCCESS; }
    void abandon() override {}
};

OwnRequest& call_number(std::size_t number) {
    static Stub calls[4096];
    return calls[number];
}

MPI_Request given(RequestPool& pool, Bed& bed, std::size_t number) {
    MPI_Request request = MPI_REQUEST_NULL;
    REQUIRE(pool.give(bed.s.world, call_number(number), &request) == MPI_SUCCESS);
    return request;
}

void take_back(RequestPool& pool, MPI_Request& request) { pool.take_back(*pool.find(request), &request); }

}  // namespace

TEST_CASE("an unused pool holds no handle and knows none", "[shim][request_pool]") {
    Bed bed;
    const RequestPool pool;
    MPI_Request theirs = bed.irecv();
    CHECK_FALSE(pool.any());
    CHECK_FALSE(pool.holds_any(1, &theirs));
    CHECK(pool.find(theirs) == nullptr);
    bed.wait(theirs);
}

TEST_CASE("each handle finds its call until it is taken back", "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    std::vector<MPI_Request> requests;
    std::set<std::uint64_t> handles;
    for (std::size_t i = 0; i < 1000; ++i) {  // the table grows several times
        requests.push_back(given(pool, bed, i));
        handles.insert(handle_value(requests.back()));
    }
    CHECK(handles.size() == 1000);
    for (std::size_t i = 0; i < 1000; ++i) CHECK(pool.find(requests[i]) == &call_number(i));
    const MPI_Request before = requests[7];
    take_back(pool, requests[7]);
    CHECK(requests[7] == MPI_REQUEST_NULL);
    CHECK(pool.find(before) == nullptr);
    CHECK(pool.find(requests[8]) == &call_number(8));
    for (MPI_Request& request : requests)
        if (request != MPI_REQUEST_NULL) take_back(pool, request);
    CHECK_FALSE(pool.any());
    pool.release();
    CHECK(bed.mpi.calls("MPI_Request_free") == bed.mpi.calls("MPI_Send_init"));
}

TEST_CASE("a handle of value 0 is no request of ours", "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    MPI_Request request = given(pool, bed, 0);
    const MPI_Request zeroed{};
    CHECK(pool.find(zeroed) == nullptr);
    CHECK_FALSE(pool.holds_any(1, &zeroed));
    take_back(pool, request);
    pool.release();
}

TEST_CASE("a pool of many handles makes some thousand more, not as many again", "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    std::vector<MPI_Request> requests;
    std::vector<std::unique_ptr<Stub>> calls;
    constexpr int kCalls = 8200;  // a few more than two steps
    for (int i = 0; i < kCalls; ++i) {
        calls.push_back(std::make_unique<Stub>());
        REQUIRE(pool.give(bed.s.world, *calls.back(), &requests.emplace_back()) == MPI_SUCCESS);
    }
    CHECK(bed.mpi.calls("MPI_Send_init") <= kCalls + 4096);
    for (MPI_Request& request : requests) take_back(pool, request);
    pool.release();
}

TEST_CASE("handles are used again, so that the host makes none for a call", "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    MPI_Request request = given(pool, bed, 0);
    const MPI_Request first = request;
    take_back(pool, request);
    const int made = bed.mpi.calls("MPI_Send_init");
    for (std::size_t i = 0; i < 500; ++i) {
        request = given(pool, bed, i);
        CHECK(request == first);
        CHECK(pool.find(request) == &call_number(i));
        take_back(pool, request);
    }
    CHECK(bed.mpi.calls("MPI_Send_init") == made);
    CHECK(bed.mpi.calls("MPI_Start") == 0);
    pool.release();
}

TEST_CASE("the pool gives no handle if the host makes no request, and returns the host's error",
          "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    bed.mpi.fail_next("MPI_Send_init", MPI_ERR_NO_MEM);
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(pool.give(bed.s.world, call_number(0), &request) == MPI_ERR_NO_MEM);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK_FALSE(pool.any());
    request = given(pool, bed, 1);
    CHECK(pool.find(request) == &call_number(1));
    take_back(pool, request);
    pool.release();
}

TEST_CASE("the host's handles beside Shunt's are not mistaken for Shunt's", "[shim][request_pool]") {
    Bed bed;
    RequestPool pool;
    std::vector<MPI_Request> ours, theirs;
    for (std::size_t i = 0; i < 40; ++i) {
        theirs.push_back(bed.irecv());
        ours.push_back(given(pool, bed, i));
    }
    CHECK_FALSE(pool.holds_any(40, theirs.data()));
    theirs.push_back(ours.back());
    CHECK(pool.holds_any(41, theirs.data()));
    theirs.pop_back();
    bed.waitall(40, theirs.data());
    for (MPI_Request& request : ours) take_back(pool, request);
    pool.release();
}

TEST_CASE("a thread finds its own handle while others make the table grow", "[shim][request_pool]") {
    Bed bed(false);
    RequestPool pool;
    const MPI_Request mine = given(pool, bed, 0);
    std::atomic<bool> done{false};
    bool always_found = true;
    std::thread looking([&] {
        while (!done.load()) always_found &= pool.find(mine) == &call_number(0);
    });
    std::vector<MPI_Request> others;
    for (std::size_t i = 1; i < 2000; ++i) others.push_back(given(pool, bed, i));
    done = true;
    looking.join();
    CHECK(always_found);
    for (MPI_Request& request : others) take_back(pool, request);
}
