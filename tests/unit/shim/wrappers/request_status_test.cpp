// Requests of Shunt's among the host's, in the calls that query whether requests have ended.   Source: MPI 4.1, 3.7.6.
#include "shim/wrappers/request_status.hpp"

#include "tests/unit/shim/fake_mpi/own_bed.hpp"

using namespace shunt;
using fake::is_empty, fake::kNever, fake::marked, fake::OwnBed;

TEST_CASE("get_status reports the end and leaves the request", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(3);
    MPI_Status status = marked();
    int flag = 1;
    CHECK(bed.get_status(request, flag, &status) == MPI_SUCCESS);
    CHECK_FALSE(flag);
    while (bed.get_status(request, flag, &status) == MPI_SUCCESS && !flag) {}
    CHECK(is_empty(status));
    CHECK(request != MPI_REQUEST_NULL);
    CHECK(bed.s.pool.any());
    CHECK(bed.wait(request) == MPI_SUCCESS);
}

TEST_CASE("get_status_all is true when Shunt's and the host's requests have ended", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.isend(0), bed.ours(2), MPI_REQUEST_NULL};
    MPI_Status statuses[] = {marked(), marked(), marked()};
    int flag = 1;
    CHECK(bed.get_status_all(3, requests, flag, statuses) == MPI_SUCCESS);
    CHECK_FALSE(flag);
    for (int i = 0; i < 5; ++i) bed.s.offload->background.advance();
    CHECK(bed.get_status_all(3, requests, flag, statuses) == MPI_SUCCESS);
    CHECK(flag);
    CHECK(is_empty(statuses[1]));
    CHECK(is_empty(statuses[2]));
    CHECK(bed.get_status_all(3, requests, flag) == MPI_SUCCESS);
    CHECK(flag);
    CHECK(bed.s.pool.any());  // queried, not ended
    CHECK(bed.waitall(3, requests) == MPI_SUCCESS);

    MPI_Request others[] = {bed.isend(kNever), bed.ours(0)};
    bed.s.offload->background.advance();
    CHECK(bed.get_status_all(2, others, flag, statuses) == MPI_SUCCESS);
    CHECK_FALSE(flag);  // because of the host's request
    CHECK(bed.wait(others[1]) == MPI_SUCCESS);
}

TEST_CASE("get_status_any finds requests that have ended, Shunt's or the host's", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {MPI_REQUEST_NULL, bed.ours(30), bed.isend(kNever)};
    MPI_Status status = marked();
    int flag = 1, index = -5;
    CHECK(bed.get_status_any(2, requests, index, flag, &status) == MPI_SUCCESS);
    CHECK_FALSE(flag);  // none is active for the host, but Shunt's is
    CHECK(bed.get_status_any(3, requests, index, flag, &status) == MPI_SUCCESS);
    CHECK_FALSE(flag);
    for (int i = 0; i < 40; ++i) bed.s.offload->background.advance();
    CHECK(bed.get_status_any(3, requests, index, flag, &status) == MPI_SUCCESS);
    CHECK((flag && index == 1));
    CHECK(is_empty(status));
    CHECK(requests[1] != MPI_REQUEST_NULL);
    CHECK(bed.wait(requests[1]) == MPI_SUCCESS);

    MPI_Request others[] = {bed.ours(90), bed.isend(0)};
    CHECK(bed.get_status_any(2, others, index, flag) == MPI_SUCCESS);
    CHECK((flag && index == 1));
    CHECK(bed.get_status_any(1, requests, index, flag) == MPI_SUCCESS);
    CHECK((flag && index == MPI_UNDEFINED));
    CHECK(bed.waitall(2, others) == MPI_SUCCESS);
}

TEST_CASE("get_status_some counts Shunt's and the host's ended requests", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(30), bed.isend(0), bed.ours(0), MPI_REQUEST_NULL};
    MPI_Status statuses[] = {marked(), marked(), marked(), marked()};
    int done = -5, indices[4] = {};
    CHECK(bed.get_status_some(1, requests, done, indices, statuses) == MPI_SUCCESS);
    CHECK(done == 0);  // not MPI_UNDEFINED: one is active
    bed.s.offload->background.advance();
    CHECK(bed.get_status_some(4, requests, done, indices, statuses) == MPI_SUCCESS);
    REQUIRE(done == 2);
    CHECK((indices[0] == 1 && indices[1] == 2));
    CHECK(is_empty(statuses[1]));
    for (int i = 0; i < 40; ++i) bed.s.offload->background.advance();
    CHECK(bed.get_status_some(4, requests, done, indices) == MPI_SUCCESS);
    CHECK(done == 3);
    CHECK(bed.waitall(4, requests) == MPI_SUCCESS);
    CHECK(bed.get_status_some(4, requests, done, indices) == MPI_SUCCESS);
    CHECK(done == MPI_UNDEFINED);
}
