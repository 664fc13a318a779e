// The number of a team, which distinguishes it from all others: its members agree on that of rank 0.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstring>

#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

/// The numbers that the four members propose; 0: that of this rank stands.
std::uint64_t proposed_numbers[4];

int gather_proposals(const void* mine, int count, MPI_Datatype, void* all, int, MPI_Datatype, MPI_Comm) {
    for (int member = 0; member < 4; ++member) {
        auto* const to = static_cast<char*>(all) + member * count;
        std::memcpy(to, mine, static_cast<std::size_t>(count));
        if (proposed_numbers[member]) std::memcpy(to, &proposed_numbers[member], sizeof proposed_numbers[member]);
    }
    return MPI_SUCCESS;
}

std::uint64_t number_of_next_team(Bed& bed, int own_rank) {
    proposed_numbers[own_rank] = 0;
    const auto team = new_team(bed.s, *bed.s.comms.find(MPI_COMM_WORLD), {}, 0);
    char mine = 0, all[4];
    CHECK(team->exchange.all_gather(&mine, 1, all) == Status::ok);
    return team->exchange.number();
}

}  // namespace

TEST_CASE("a team has the number that its rank 0 proposes, also if others know greater ones", "[shim]") {
    static_assert(offsetof(TeamProposal, number) == 0);
    Bed bed;
    bed.s.world_rank = 1;
    bed.s.multithreaded = true;  // then the error handler is left alone, which the fake host does not have
    host.MPI_Allgather = gather_proposals;
    for (const std::uint64_t of_first : {3, 2}) {
        proposed_numbers[0] = of_first, proposed_numbers[2] = 1000, proposed_numbers[3] = 1;
        CHECK(number_of_next_team(bed, 1) == of_first);
    }
}

TEST_CASE("numbers that one rank 0 proposes differ, and from those of other ranks", "[shim]") {
    std::uint64_t numbers[2][2];
    for (int rank = 0; rank < 2; ++rank) {
        Bed bed;
        bed.s.world_rank = rank;
        bed.s.multithreaded = true;
        host.MPI_Allgather = gather_proposals;
        for (std::uint64_t& number : numbers[rank]) number = number_of_next_team(bed, 0);
    }
    CHECK(numbers[0][0] != numbers[0][1]);
    CHECK(numbers[1][0] != numbers[1][1]);
    CHECK(numbers[0][0] != numbers[1][0]);
    CHECK(numbers[0][1] != numbers[1][1]);
}
