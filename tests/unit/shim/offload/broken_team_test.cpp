// When teams end: members disagree, and the peers are notified however late they arrive; or the communicator is freed.
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

namespace {

/// A communicator with a team and a private communicator, and a persistent call on it.
struct PersistentCall {
    explicit PersistentCall(OwnBed& in)
        : bed(in), comm(in.mpi.make_comm({0, 1})), record(*in.s.comms.find(comm)), team(new_team()) {
        record.teams = &team;
        record.private_comm = in.mpi.make_comm({0, 1}, {}, "private");
        in.s.offload->open_teams = in.s.offload->open_private_comms = 1;
        const CollectiveArguments arguments{.function = &fake::barrier, .comm = comm, .request = &request};
        int code = MPI_ERR_OTHER;
        CHECK(in.s.offload->background.make_persistent(
            in.s, {arguments, record, team, {}, std::make_unique<fake::CountedBuffers>(in.counted)}, code));
        CHECK(code == MPI_SUCCESS);
    }
    CommTeam& new_team() const {
        auto* const made = new CommTeam(bed.s, record, {0, 1});  // NOLINT: the communicator's record owns it
        made->take(std::make_unique<fake::PlannedTeam>());
        made->engine = made->own_number = 1;
        return *made;
    }
    void free_other_comm() const {  // then Shunt deletes what it knows of idle ones
        MPI_Comm other = bed.mpi.make_comm({0, 1});
        CHECK(bed.s.comms.find(other));
        CHECK(bed.comm_free(other) == MPI_SUCCESS);
    }
    bool is_all_given_back() const {
        bed.s.offload->chores.advance_now(bed.s);
        free_other_comm();
        return bed.s.offload->open_teams == 0 && bed.s.offload->open_private_comms == 0 && !bed.s.offload->chores.any();
    }
    OwnBed& bed;
    MPI_Comm comm;
    CommRecord& record;
    CommTeam& team;
    MPI_Request request = MPI_REQUEST_NULL;
};

}  // namespace

TEST_CASE("the team of a persistent call ends when the call and then the communicator are freed", "[shim]") {
    OwnBed bed;
    PersistentCall call(bed);
    CHECK(bed.request_free(call.request) == MPI_SUCCESS);
    CHECK(bed.s.offload->open_teams == 1);
    CHECK(bed.comm_free(call.comm) == MPI_SUCCESS);
    CHECK(call.is_all_given_back());
}

TEST_CASE("a persistent call starts after its communicator is freed, and its team ends when the call is freed",
          "[shim]") {
    OwnBed bed;
    PersistentCall call(bed);
    CHECK(bed.comm_free(call.comm) == MPI_SUCCESS);
    CHECK_FALSE(call.is_all_given_back());
    for (int starts = 1; starts <= 2; ++starts) {
        CHECK(bed.start_ours(call.request) == MPI_SUCCESS);
        CHECK(bed.wait(call.request) == MPI_SUCCESS);
        CHECK(bed.counted.delivered == starts);
    }
    CHECK_FALSE(call.is_all_given_back());
    CHECK(bed.request_free(call.request) == MPI_SUCCESS);
    CHECK(call.is_all_given_back());
}
