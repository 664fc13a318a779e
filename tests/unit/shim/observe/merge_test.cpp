#include "shim/observe/merge.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/shim/fake_mpi/bed.hpp"
#include "tests/unit/shim/fake_mpi/fake_clock.hpp"

using namespace shunt;
using fake::Bed;

namespace {

constexpr std::int64_t kTimeout = 1'000'000'000;
fake::FakeClock* test_clock = nullptr;

/// The wait for the last rank has taken the whole time limit, and the next message is not complete at once.
void end_late(Session&, OtherRanks others) {
    CHECK(others == OtherRanks::here);
    test_clock->now_ns += kTimeout;
    fake::mpi->next_request({}, 1);
}

}  // namespace

TEST_CASE("ranks merge although the last one came at the end of the time limit", "[shim][merge]") {
    Bed bed;
    fake::FakeClock clock;
    test_clock = &clock;
    Session& s = bed.s;
    s.world_rank = 1;
    s.world_size = 2;
    s.everyone = true;
    s.agreement.node_of = {0, 0};
    s.options.record.enabled = true;
    s.options.record.ports = false;
    s.options.record.finalize_timeout_ns = kTimeout;
    host.MPI_Ibarrier = [](MPI_Comm, MPI_Request* request) {
        *request = fake::mpi->make_request(false);
        return fake::mpi->enter("MPI_Ibarrier");
    };
    host.MPI_Ibcast = [](void* word, int, MPI_Datatype, int, MPI_Comm, MPI_Request* request) {
        *static_cast<int*>(word) = 1;  // the profile is safe
        *request = fake::mpi->make_request(false);
        return fake::mpi->enter("MPI_Ibcast");
    };
    close_and_merge(s, Function::MPI_Finalize, end_late);
    CHECK(bed.mpi.calls("MPI_Isend") > 0);
    CHECK(bed.mpi.calls("MPI_Ibcast") == 1);
}
