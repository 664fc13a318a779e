// The records of communicators that the program has freed while it still uses them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

TEST_CASE("records of freed communicators accumulate until they are not few beside the outstanding requests",
          "[shim][communicator]") {
    Bed bed;
    std::vector<MPI_Request> requests(320);
    for (MPI_Request& request : requests) request = bed.irecv({0, 8}, 0);
    const std::size_t groups = bed.mpi.open_groups();
    std::size_t most = 0;
    for (int i = 0; i < 100; ++i) {
        MPI_Comm comm = bed.mpi.make_comm({0, 1});
        REQUIRE(bed.s.comms.find(comm)->size == 2);
        bed.comm_free(comm);
        most = std::max(most, bed.mpi.open_groups());
    }
    CHECK(most >= groups + 15);
    CHECK(most <= groups + 25);
    for (MPI_Request& request : requests) bed.wait(request);
}

namespace {

Bed* bed_of_comm = nullptr;

/// The host's MPI_Send, during which another thread of the program frees the communicator.
int send_while_comm_is_freed(const MessageArguments& arguments) {
    MPI_Comm freed = arguments.comm;
    return bed_of_comm->comm_free(freed);
}
constexpr MessageFunction kSendWhileCommIsFreed{Function::MPI_Send, send_while_comm_is_freed};

}  // namespace

TEST_CASE("a communicator that another thread frees during a call is not looked up again", "[shim][communicator]") {
    Bed bed;
    bed_of_comm = &bed;
    bed.s.multithreaded = true;
    const std::size_t groups = bed.mpi.open_groups();
    const MPI_Comm comm = bed.mpi.make_comm({0, 1});
    bed.s.comms.note_new(bed.s.comms.find(MPI_COMM_WORLD), comm, "dup");
    REQUIRE(bed.s.comms.find(comm)->size == 2);
    const int asked = bed.mpi.calls("MPI_Comm_size");
    CHECK(on_send<kSendWhileCommIsFreed>({.send = {bed.buffer, 8, MPI_BYTE, 0, 0}, .comm = comm}) == MPI_SUCCESS);
    CHECK(bed.mpi.calls("MPI_Comm_size") == asked);
    CHECK_FALSE(bed.s.comms.is_noted(comm));
    CHECK(bed.calls(Function::MPI_Send) == 1);
    const auto of_no_comm = [](const record::Cell& cell) {
        return cell.key.comm == record::kNoComm ? cell.count : std::uint64_t{0};
    };
    CHECK(bed.sum({Function::MPI_Send}, of_no_comm) == 0);
    bed.s.comms.delete_buried(bed.s.requests);   // the call no longer keeps it
    CHECK(bed.mpi.open_groups() == groups + 1);  // that of MPI_COMM_WORLD
}
