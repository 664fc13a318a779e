// Calls that Shunt carries may overtake the host's messages: the host reads these before a test of its requests reports
// false.
#include "shim/host/overtaken.hpp"

#include "tests/unit/shim/fake_mpi/own_bed.hpp"

using namespace shunt;
using fake::OwnBed;

TEST_CASE("one test after a carried call finds messages that the host has not read yet", "[shim][overtaken]") {
    OwnBed bed;
    int flag = -1;
    MPI_Request request = bed.irecv({0, 8}, 2);  // complete after two unsuccessful tests
    CHECK(bed.test(request, flag) == MPI_SUCCESS);
    CHECK_FALSE(flag);
    CHECK(bed.mpi.calls("MPI_Test") == 1);
    bed.s.overtaken.heard();
    CHECK(bed.test(request, flag) == MPI_SUCCESS);
    CHECK(flag);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(bed.mpi.calls("MPI_Iprobe") > 0);
}

TEST_CASE("one search for messages that have not arrived is made after each carried call", "[shim][overtaken]") {
    OwnBed bed;
    int flag = -1;
    MPI_Request request = bed.irecv({0, 8}, 1'000'000);
    for (int call = 0; call < 2; ++call) {
        const int before = bed.mpi.calls("MPI_Test");
        bed.s.overtaken.heard();
        CHECK(bed.test(request, flag) == MPI_SUCCESS);
        CHECK(bed.mpi.calls("MPI_Test") > before + 1);
        const int looked = bed.mpi.calls("MPI_Test"), probed = bed.mpi.calls("MPI_Iprobe");
        CHECK(bed.test(request, flag) == MPI_SUCCESS);
        CHECK_FALSE(flag);
        CHECK(bed.mpi.calls("MPI_Test") == looked + 1);
        CHECK(bed.mpi.calls("MPI_Iprobe") == probed);
    }
    bed.request_free(request);
}

TEST_CASE("the end of a Shunt request may have overtaken messages of the host", "[shim][overtaken]") {
    OwnBed bed;
    MPI_Request request = bed.ours(3);
    CHECK_FALSE(bed.s.overtaken.any());
    CHECK(bed.wait(request) == MPI_SUCCESS);
    CHECK(bed.s.overtaken.any());
}

TEST_CASE("for each buffered send the host is called once more", "[shim][overtaken]") {
    Overtaken overtaken;
    overtaken.heard();
    CHECK(overtaken.calls_due(true) == 32);
    CHECK(overtaken.calls_due(false) == 256);
    for (int send = 0; send < 400; ++send) overtaken.add_buffered_send();
    CHECK(overtaken.calls_due(true) >= 400);
    const std::uint64_t heard = overtaken.count();
    overtaken.heard();  // another thread's call, meanwhile
    overtaken.note_read(heard);
    CHECK(overtaken.any());
    CHECK(overtaken.calls_due(true) == 32);
    overtaken.note_read(overtaken.count());
    CHECK_FALSE(overtaken.any());
}

TEST_CASE("a test that the host refuses is not repeated, and leaves the flag alone", "[shim][overtaken]") {
    OwnBed bed;
    MPI_Request request = bed.irecv({0, 8}, 2);
    bed.s.overtaken.heard();
    bed.mpi.fail_next("MPI_Test", MPI_ERR_REQUEST);
    int flag = 77;
    CHECK(bed.test(request, flag) == MPI_ERR_REQUEST);
    CHECK(bed.mpi.calls("MPI_Test") == 1);
    CHECK(flag == 77);
    bed.request_free(request);
}
