// The host's messages for pairs of ranks that nothing else connects.
#include "shim/offload/messages/world_line.hpp"

#include <catch2/catch.hpp>

#include <array>

#include "shim/offload/messages/apart.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

TEST_CASE("a message for a pair of ours fails when the host refuses it", "[shim][messages]") {
    Bed bed;
    WorldLine line(MPI_COMM_WORLD);
    std::array<std::byte, 8> data{};
    WorldLine::Message message = 0;
    bed.mpi.fail_next("MPI_Isend", MPI_ERR_OTHER);
    CHECK_FALSE(line.send(1, 0, data, message));
    CHECK(line.send(1, 0, data, message));
    CHECK(line.course(message) != WorldLine::Course::failed);
    CHECK(line.send(1, 0, data, message));
    bed.mpi.fail_next("MPI_Test", MPI_ERR_OTHER);
    CHECK(line.course(message) == WorldLine::Course::failed);
    bed.mpi.fail_next("MPI_Irecv", MPI_ERR_OTHER);
    CHECK_FALSE(line.receive(1, 5, data, message));
    bed.mpi.fail_next("MPI_Iprobe", MPI_ERR_OTHER);
    int process = -1;
    std::size_t bytes = 0;
    CHECK_FALSE(line.has_arrived(process, bytes));
}

TEST_CASE("numbers of data fit in the host's tags", "[shim][messages]") {
    CHECK(WorldLine::numbers(32767) + kFramesTag == 32767);
    CHECK(WorldLine::numbers(2147483647) == 1 << 20);
}

TEST_CASE("a test keeps pairs of ranks apart, in one direction or both", "[shim][messages]") {
    CHECK_FALSE(Apart(nullptr).any());
    const Apart apart("0-1,13>2");
    CHECK(apart.any());
    CHECK(apart.refuses(0, 1));
    CHECK(apart.refuses(1, 0));
    CHECK(apart.refuses(13, 2));
    CHECK_FALSE(apart.refuses(2, 13));
    CHECK(apart.separates(2, 13));
    CHECK_FALSE(apart.separates(0, 2));
}
