// Members that disagree: the team breaks, and its peers are notified however late they arrive.
#include <catch2/catch.hpp>
#include <memory>

#include "shim/offload/offload.hpp"
#include "tests/unit/shim/fake_mpi/own_bed.hpp"

using namespace shunt;
using fake::OwnBed;

namespace {

/// A call of the team ends in such a way that its peers must be notified; the first notifications reach no peer.
void break_team(OwnBed& bed, int deaf) {
    bed.planned->deaf_peers = deaf;
    MPI_Request request = bed.ours(0, Status::bug);
    bed.s.offload->background.advance();
    OwnRequest* const ended = bed.s.pool.find(request);
    REQUIRE(ended);
    CHECK(ended->state() == CallState::failed);
    static_cast<void>(ended->take(&request));
}

/// Another team of the same members, whose first notifications reach no peer.
std::unique_ptr<CommTeam> broken_team(OwnBed& bed, int deaf) {
    auto team = std::make_unique<CommTeam>(bed.s, *bed.s.comms.find(MPI_COMM_WORLD), std::vector<int>{0, 1, 2, 3});
    auto planned = std::make_unique<fake::PlannedTeam>();
    planned->deaf_peers = deaf;
    team->take(std::move(planned));
    CHECK(go_on_telling(bed.s, *team));
    return team;
}

}  // namespace

TEST_CASE("peers of a broken team are notified until all know", "[shim]") {
    OwnBed bed;
    break_team(bed, 3);
    CHECK(bed.planned->tellings == 1);
    CHECK(bed.s.offload->chores.any());
    bed.s.offload->chores.advance_now(bed.s);
    bed.s.offload->chores.advance_now(bed.s);
    CHECK(bed.s.offload->chores.any());
    CHECK(bed.team.calls == 1);  // the team is not destroyed before
    bed.s.offload->chores.advance_now(bed.s);
    CHECK(bed.planned->tellings == 4);
    CHECK_FALSE(bed.s.offload->chores.any());
    CHECK(bed.team.calls == 0);
}

TEST_CASE("later failures of a broken team notify no peer again", "[shim]") {
    OwnBed bed;
    break_team(bed, 0);
    CHECK_FALSE(bed.s.offload->chores.any());
    break_team(bed, 5);
    CHECK(bed.planned->tellings == 1);
    CHECK_FALSE(bed.s.offload->chores.any());
}

TEST_CASE("a team that is left is destroyed when its peers have been notified", "[shim]") {
    OwnBed bed;
    std::unique_ptr<CommTeam> team = broken_team(bed, 2);
    Departure departure(1, 0, 4, std::move(team));
    CHECK(departure.now() == Chore::Now::wait);
    bed.s.offload->chores.advance_now(bed.s);
    CHECK(departure.now() == Chore::Now::wait);
    bed.s.offload->chores.advance_now(bed.s);
    CHECK(departure.now() == Chore::Now::end);
    CHECK_FALSE(bed.s.offload->chores.any());
}

TEST_CASE("a destroyed team notifies no peer", "[shim]") {
    OwnBed bed;
    std::unique_ptr<CommTeam> team = broken_team(bed, 100);
    team.reset();
    bed.s.offload->chores.advance_now(bed.s);
    CHECK_FALSE(bed.s.offload->chores.any());
}
