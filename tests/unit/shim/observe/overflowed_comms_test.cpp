// Communicators for which the record has no room.
#include <catch2/catch.hpp>
#include <map>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

TEST_CASE("messages of communicators without an entry are counted for the ranks of the world they went to",
          "[shim][recorder]") {
    Bed bed;
    const std::uint64_t room = bed.s.spool.header()->comms.capacity;
    for (std::uint64_t i = 0; i < room; ++i) bed.s.comms.find(bed.mpi.make_comm({1, 0}));
    const MPI_Comm first = bed.mpi.make_comm({1, 3}), second = bed.mpi.make_comm({2, 1}),
                   third = bed.mpi.make_comm({1, 77});
    REQUIRE(bed.s.comms.find(first)->index == record::kOverflowComm);
    for (int i = 0; i < 3; ++i) {
        for (const auto& [comm, peer] : {std::pair{first, 1}, {second, 0}, {second, 0}, {third, 1}}) {
            MPI_Request request = bed.isend(0, peer, comm);
            bed.wait(request);
        }
    }
    std::map<std::int32_t, std::uint64_t> sent;
    const record::Region& region = bed.s.spool.header()->cells;
    const auto* cells = reinterpret_cast<const record::Cell*>(bed.s.spool.at(region.offset));
    for (std::uint64_t i = 0; i < region.used; ++i) {
        if (cells[i].key.function != static_cast<std::uint16_t>(Function::MPI_Isend)) continue;
        CHECK(cells[i].key.comm == record::kOverflowComm);
        sent[cells[i].peer_world] += cells[i].count;
    }
    CHECK(sent == std::map<std::int32_t, std::uint64_t>{{3, 3}, {2, 6}, {record::kUnknownWorldRank, 3}});
}
