// Requests of Shunt's among the host's, in every form of wait and test.   Source: MPI 4.0, 3.7.3, 3.7.5, 3.9.
#include "shim/wrappers/own_completion.hpp"

#include <string>
#include <vector>

#include "tests/unit/shim/fake_mpi/own_bed.hpp"

using namespace shunt;
using fake::is_empty, fake::kNever, fake::marked, fake::OwnBed, fake::PlannedTeam;

TEST_CASE("waiting for a Shunt request advances it, delivers its data, and returns the handle",
          "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(5);
    CHECK(bed.counted.packed == 1);
    MPI_Status status = marked();
    CHECK(bed.wait(request, &status) == MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(is_empty(status));
    CHECK(status.MPI_ERROR == 77);  // calls with one status leave it unchanged
    CHECK(bed.counted.delivered == 1);
    CHECK(bed.counted.deleted == 1);
    CHECK_FALSE(bed.s.pool.any());
    CHECK(bed.mpi.calls("MPI_Start") + bed.mpi.calls("MPI_Wait") == 0);
}

TEST_CASE("a test of a Shunt request is false until the engine is done, and lets the host progress",
          "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(3);
    int flag = 1, noes = 0;
    while (bed.test(request, flag) == MPI_SUCCESS && !flag) ++noes;
    CHECK(noes > 0);
    CHECK(bed.mpi.calls("MPI_Iprobe") > 0);
    CHECK(request == MPI_REQUEST_NULL);
}

TEST_CASE("a failure of a call reaches its error handler and its wait, once", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(2, Status::bug);
    CHECK(bed.wait(request) == MPI_ERR_TRUNCATE);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(bed.handler_calls() == 1);
    CHECK(bed.counted.delivered == 0);
}

TEST_CASE("a team that cannot begin a call leaves the call and no handle", "[shim][own_requests]") {
    OwnBed bed;
    bed.planned->begins_nothing = true;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS;
    CHECK_FALSE(bed.begin(request, code));
    CHECK(request == MPI_REQUEST_NULL);
    CHECK_FALSE(bed.s.pool.any());
    CHECK_FALSE(bed.s.offload->background.any());
}

TEST_CASE("waitall of Shunt's and the host's requests ends all, whichever is last", "[shim][own_requests]") {
    OwnBed bed;
    const int looks = GENERATE(0, 20), tests = GENERATE(0, 20);
    MPI_Request requests[] = {bed.ours(looks), bed.irecv({2, 24}, tests), MPI_REQUEST_NULL, bed.ours()};
    MPI_Status statuses[4] = {marked(), marked(), marked(), marked()};
    const bool ignores = GENERATE(false, true);
    CHECK(bed.waitall(4, requests, ignores ? MPI_STATUSES_IGNORE : statuses) == MPI_SUCCESS);
    for (const MPI_Request request : requests) CHECK(request == MPI_REQUEST_NULL);
    CHECK_FALSE(bed.s.pool.any());
    CHECK(bed.arrived_bytes(Function::MPI_Irecv) == 24);
    CHECK(bed.s.requests.empty());
    if (ignores) return;
    CHECK(is_empty(statuses[0]));
    CHECK(received_bytes(statuses[1]) == 24);
    CHECK(statuses[1].MPI_SOURCE == 2);
    CHECK(is_empty(statuses[2]));
    CHECK(is_empty(statuses[3]));
}

TEST_CASE("a waitall in which a Shunt request fails reports the state of each", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.irecv({0, 8}, kNever), bed.ours(1, Status::bug), bed.ours(kNever), MPI_REQUEST_NULL};
    MPI_Status statuses[4];
    const bool ignores = GENERATE(false, true);
    const int code = bed.waitall(4, requests, ignores ? MPI_STATUSES_IGNORE : statuses);
#if defined(OPEN_MPI)
    CHECK(code == (ignores ? MPI_ERR_TRUNCATE : MPI_ERR_IN_STATUS));
#else
    CHECK(code == MPI_ERR_IN_STATUS);
#endif
    CHECK(bed.handler_calls() == 1);
    CHECK(requests[0] != MPI_REQUEST_NULL);
    CHECK(requests[1] == MPI_REQUEST_NULL);
    CHECK(requests[2] != MPI_REQUEST_NULL);
    if (ignores) return;
    CHECK(statuses[0].MPI_ERROR == MPI_ERR_PENDING);
    CHECK(statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE);
    CHECK(statuses[2].MPI_ERROR == MPI_ERR_PENDING);
    CHECK(statuses[3].MPI_ERROR == MPI_SUCCESS);
}

TEST_CASE("a waitall of Shunt requests alone ends each when it is found complete", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(3), MPI_REQUEST_NULL, bed.ours(), bed.ours(9), bed.persistent()};
    const MPI_Request idle = requests[4];
    MPI_Status statuses[5] = {marked(), marked(), marked(), marked(), marked()};
    const bool ignores = GENERATE(false, true);
    CHECK(bed.waitall(5, requests, ignores ? MPI_STATUSES_IGNORE : statuses) == MPI_SUCCESS);
    for (int i = 0; i < 4; ++i) CHECK(requests[i] == MPI_REQUEST_NULL);
    CHECK(requests[4] == idle);
    CHECK(bed.counted.delivered == 3);
    CHECK(bed.mpi.calls("MPI_Testall") + bed.mpi.calls("MPI_Waitall") == 0);
    if (!ignores)
        for (const MPI_Status& status : statuses) CHECK(is_empty(status));
    bed.request_free(requests[4]);
}

TEST_CASE("a failure in a waitall of Shunt requests alone reports the state of the others", "[shim][own_requests]") {
    OwnBed bed;
    const bool is_behind_active = GENERATE(false, true);
    MPI_Request requests[] = {bed.ours(),       MPI_REQUEST_NULL,         bed.ours(is_behind_active ? kNever : 1),
                              MPI_REQUEST_NULL, bed.ours(2, Status::bug), bed.ours(kNever),
                              MPI_REQUEST_NULL};
    MPI_Status statuses[7];
    for (MPI_Status& status : statuses) status = marked();
    CHECK(bed.waitall(7, requests, statuses) == MPI_ERR_IN_STATUS);
    CHECK(bed.handler_calls() == 1);
    for (const int i : {0, 1, 3, 6}) {
        CHECK(statuses[i].MPI_ERROR == MPI_SUCCESS);
        CHECK(is_empty(statuses[i]));
    }
    CHECK(statuses[2].MPI_ERROR == (is_behind_active ? int{MPI_ERR_PENDING} : int{MPI_SUCCESS}));
    CHECK((requests[2] == MPI_REQUEST_NULL) != is_behind_active);
    CHECK(statuses[4].MPI_ERROR == MPI_ERR_TRUNCATE);
    CHECK(requests[4] == MPI_REQUEST_NULL);
    CHECK(statuses[5].MPI_ERROR == MPI_ERR_PENDING);
    CHECK(requests[5] != MPI_REQUEST_NULL);
}

TEST_CASE("a waitall in which a host request fails reports Shunt's as pending or ended", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(kNever), bed.irecv({0, 8, MPI_ERR_TRUNCATE}), bed.ours()};
    MPI_Status statuses[3];
    CHECK(bed.waitall(3, requests, statuses) == MPI_ERR_IN_STATUS);
    CHECK(statuses[0].MPI_ERROR == MPI_ERR_PENDING);
    CHECK(statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE);
    CHECK(statuses[2].MPI_ERROR == MPI_SUCCESS);
    CHECK(requests[0] != MPI_REQUEST_NULL);
    CHECK(requests[2] == MPI_REQUEST_NULL);
    CHECK(bed.handler_calls() == 0);  // the host has called its own
}

TEST_CASE("testall ends all requests or none", "[shim][own_requests]") {
    OwnBed bed;
    const bool ours_last = GENERATE(false, true);
    MPI_Request requests[] = {bed.ours(ours_last ? 8 : 0), bed.irecv({3, 16}, ours_last ? 0 : 8)};
    const MPI_Request before[] = {requests[0], requests[1]};
    MPI_Status statuses[2];
    int flag = 0, noes = 0;
    for (; bed.testall(2, requests, flag, statuses) == MPI_SUCCESS && !flag; ++noes) {
        CHECK(requests[0] == before[0]);
        CHECK(requests[1] == before[1]);
    }
    CHECK(noes > 0);
    CHECK(requests[0] == MPI_REQUEST_NULL);
    CHECK(requests[1] == MPI_REQUEST_NULL);
    CHECK(is_empty(statuses[0]));
    CHECK(received_bytes(statuses[1]) == 16);
}

TEST_CASE("waitany ends one request after the other, then reports that none is active", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {MPI_REQUEST_NULL, bed.irecv({1, 4}, 3), bed.ours(4), bed.ours()};
    std::vector<int> order;
    int index = 0;
    for (int i = 0; i < 3; ++i) {
        MPI_Status status{};
        CHECK(bed.waitany(4, requests, index, &status) == MPI_SUCCESS);
        REQUIRE(index >= 1);
        CHECK(requests[index] == MPI_REQUEST_NULL);
        if (index == 1) CHECK(received_bytes(status) == 4);
        else CHECK(is_empty(status));
        order.push_back(index);
    }
    CHECK(order.front() == 3);
    CHECK(bed.waitany(4, requests, index) == MPI_SUCCESS);
    CHECK(index == MPI_UNDEFINED);
}

TEST_CASE("testany is false while Shunt requests are active, and does not report that none is",
          "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(6), MPI_REQUEST_NULL};
    int index = 5, flag = 1;
    CHECK(bed.testany(2, requests, index, flag) == MPI_SUCCESS);
    CHECK_FALSE(flag);
    CHECK(index == MPI_UNDEFINED);
    while (bed.testany(2, requests, index, flag) == MPI_SUCCESS && !flag) {}
    CHECK(index == 0);
    CHECK(bed.testany(2, requests, index, flag) == MPI_SUCCESS);
    CHECK(flag);
    CHECK(index == MPI_UNDEFINED);
}

TEST_CASE("waitsome and testsome list the host's and Shunt's requests together", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(), bed.irecv({2, 12}), bed.ours(kNever), bed.irecv({0, 4}, kNever)};
    int done = 0, indices[4] = {};
    MPI_Status statuses[4];
    const bool waits = GENERATE(false, true);
    CHECK((waits ? bed.waitsome(4, requests, done, indices, statuses)
                 : bed.testsome(4, requests, done, indices, statuses)) == MPI_SUCCESS);
    REQUIRE(done == 2);
    for (int k = 0; k < 2; ++k) {
        CHECK(requests[indices[k]] == MPI_REQUEST_NULL);
        if (indices[k] == 1) {
            CHECK(received_bytes(statuses[k]) == 12);
        } else {
            CHECK(indices[k] == 0);
            CHECK(is_empty(statuses[k]));
        }
    }
    CHECK(indices[0] != indices[1]);
    CHECK(bed.testsome(4, requests, done, indices) == MPI_SUCCESS);
    CHECK(done == 0);
}

TEST_CASE("a waitsome with a failed Shunt request sets the error of every status", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.ours(0, Status::peer_lost), bed.irecv({2, 12}), bed.ours()};
    int done = 0, indices[3] = {};
    MPI_Status statuses[3] = {marked(), marked(), marked()};
    CHECK(bed.waitsome(3, requests, done, indices, statuses) == MPI_ERR_IN_STATUS);
    REQUIRE(done == 3);
    for (int k = 0; k < 3; ++k)
        CHECK(statuses[k].MPI_ERROR == (indices[k] == 0 ? int{MPI_ERR_OTHER} : int{MPI_SUCCESS}));
    CHECK(bed.handler_calls() == 1);
}

TEST_CASE("a persistent Shunt request can be started repeatedly and keeps its handle", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.persistent();
    const MPI_Request first = request;
    int flag = 0;
    CHECK(bed.test(request, flag) == MPI_SUCCESS);  // inactive: complete, and empty
    CHECK(flag);
    CHECK(request == first);
    for (int i = 1; i <= 3; ++i) {
        CHECK(bed.start_ours(request, 4) == MPI_SUCCESS);
        CHECK(bed.start_ours(request) == MPI_ERR_REQUEST);  // it is active
        CHECK(bed.wait(request) == MPI_SUCCESS);
        CHECK(request == first);
        CHECK(bed.counted.delivered == i);
    }
    CHECK(bed.mpi.calls("MPI_Start") == 0);
    CHECK(bed.request_free(request) == MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(bed.counted.deleted == 1);
    CHECK_FALSE(bed.s.pool.any());
}

TEST_CASE("waitany and waitsome pass over inactive persistent requests", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.persistent(), MPI_REQUEST_NULL};
    int index = 0, done = 0, indices[2];
    CHECK(bed.waitany(2, requests, index) == MPI_SUCCESS);
    CHECK(index == MPI_UNDEFINED);
    CHECK(bed.waitsome(2, requests, done, indices) == MPI_SUCCESS);
    CHECK(done == MPI_UNDEFINED);
    bed.start_ours(requests[0]);
    CHECK(bed.waitsome(2, requests, done, indices) == MPI_SUCCESS);
    CHECK(done == 1);
    CHECK(indices[0] == 0);
    CHECK(requests[0] != MPI_REQUEST_NULL);
    bed.request_free(requests[0]);
}

TEST_CASE("startall starts Shunt's and the host's requests, in runs", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request requests[] = {bed.recv_init(), bed.recv_init(), bed.persistent(), bed.recv_init(), bed.persistent()};
    CHECK(bed.startall(5, requests) == MPI_SUCCESS);
    CHECK(bed.mpi.calls("MPI_Startall") == 2);
    CHECK(bed.waitall(5, requests) == MPI_SUCCESS);
    CHECK(bed.counted.delivered == 2);
    for (MPI_Request& request : requests) {
        CHECK(request != MPI_REQUEST_NULL);
        bed.request_free(request);
    }
}

TEST_CASE("a freed Shunt request continues, and its handle is reused at once", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(4);
    const MPI_Request first = request;
    CHECK(bed.request_free(request) == MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Request next = bed.ours(0);
    CHECK(next == first);
    CHECK(bed.wait(next) == MPI_SUCCESS);
    for (int i = 0; i < 10; ++i) bed.s.offload->background.advance();
    CHECK(bed.counted.delivered == 2);
    CHECK(bed.counted.deleted == 2);
    CHECK_FALSE(bed.s.offload->background.any());
}

TEST_CASE("a Shunt collective cannot be cancelled", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request request = bed.ours(2);
    CHECK(bed.cancel(request) == MPI_ERR_REQUEST);
    CHECK(bed.handler_calls() == 1);
    CHECK(bed.mpi.calls("MPI_Cancel") == 0);
    CHECK(bed.wait(request) == MPI_SUCCESS);
}

TEST_CASE("host requests alone go to the host unchanged while Shunt requests are outstanding", "[shim][own_requests]") {
    OwnBed bed;
    MPI_Request ours = bed.ours(kNever);
    MPI_Request theirs[] = {bed.irecv({0, 1}), bed.irecv({0, 2})};
    CHECK(bed.waitall(2, theirs) == MPI_SUCCESS);
    CHECK(bed.mpi.calls("MPI_Waitall") == 1);
    CHECK(bed.mpi.calls("MPI_Testall") == 0);
    bed.request_free(ours);
}
