#include "shim/objects/communicator.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "shim/observe/record/comm_names.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

TEST_CASE("a communicator is looked up by local calls, once", "[shim][communicator]") {
    Bed bed;
    const CommRecord* record = bed.s.comms.find(MPI_COMM_WORLD);
    REQUIRE(record);
    CHECK(record->rank == 1);
    CHECK(record->size == 4);
    CHECK(record->remote_size == 0);
    CHECK(record->nodes == 2);
    CHECK(record->all_ours);
    CHECK(record->id == 1);
    CHECK(record->id_is_agreed);
    CHECK(bed.s.comms.find(MPI_COMM_SELF) != record);
    CHECK(bed.s.comms.find(MPI_COMM_WORLD) == record);  // not the one looked up last
    CHECK(bed.mpi.calls("MPI_Comm_size") == 2);
}

TEST_CASE("a handle that names no communicator has no record", "[shim][communicator]") {
    Bed bed;
    CHECK(bed.s.comms.find(MPI_COMM_NULL) == nullptr);
    CHECK(bed.s.comms.find(SHUNT_FAKE_VALUE(MPI_Comm, 0)) == nullptr);
}

#if defined(MPICH_VERSION)
TEST_CASE("handles of other kinds, and of communicators that were freed, name none", "[shim][communicator]") {
    Bed bed;
    CHECK(bed.s.comms.find(static_cast<MPI_Comm>(MPI_INT)) == nullptr);
    MPI_Comm comm = bed.mpi.make_comm({1, 2});
    const MPI_Comm stale = comm;
    CHECK(bed.s.comms.find(comm));
    bed.comm_free(comm);
    CHECK(bed.s.comms.find(stale) == nullptr);
}
#endif

TEST_CASE("a communicator left to the host is not reported, and the host is not queried about it",
          "[shim][communicator]") {
    Bed bed;
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    CHECK(on_comm_left(
              Function::MPIX_Threadcomm_init, [] { return int{MPI_SUCCESS}; }, &comm) == MPI_SUCCESS);
    CHECK(bed.s.comms.find(comm) == nullptr);
    CHECK(bed.mpi.calls("MPI_Comm_size") == 0);
    const MPI_Comm stale = comm;
    bed.comm_free(comm);
    CHECK(bed.s.comms.find(bed.mpi.make_comm({0, 1})) != nullptr);  // perhaps under the same handle
    MPI_Comm refused = stale;
    CHECK(on_comm_left(
              Function::MPIX_Threadcomm_init, [] { return int{MPI_ERR_COMM}; }, &refused) == MPI_ERR_COMM);
}

TEST_CASE("a part of one node counts one node", "[shim][communicator]") {
    Bed bed;
    CHECK(bed.s.comms.find(bed.mpi.make_comm({0, 1}))->nodes == 1);
    CHECK(bed.s.comms.find(bed.mpi.make_comm({1, 2}))->nodes == 2);
}

TEST_CASE("ranks lie in blocks where a node's follow each other, as many on each", "[shim][communicator]") {
    Bed bed;
    const auto lies_in_blocks = [&](std::vector<int> members) {
        return bed.s.comms.find(bed.mpi.make_comm(std::move(members)))->lies_in_blocks;
    };
    CHECK(bed.s.comms.find(MPI_COMM_WORLD)->lies_in_blocks);
    CHECK(lies_in_blocks({2, 1}));
    CHECK(lies_in_blocks({3, 2, 1, 0}));
    CHECK(lies_in_blocks({0, 1}));
    CHECK_FALSE(lies_in_blocks({0, 1, 2}));     // two and one
    CHECK_FALSE(lies_in_blocks({1, 2, 3}));     // one and two
    CHECK_FALSE(lies_in_blocks({0, 2, 1, 3}));  // node by node in turn
    CHECK_FALSE(lies_in_blocks({0, 2, 3, 1}));
    CHECK_FALSE(lies_in_blocks({0, 1, 77}));
}

TEST_CASE("a communicator with a member of another world is not wholly in this world", "[shim][communicator]") {
    Bed bed;
    const CommRecord* record = bed.s.comms.find(bed.mpi.make_comm({0, 1, 77}));
    CHECK_FALSE(record->all_ours);
    CHECK(bed.s.comms.world_rank(*record, 2) == record::kUnknownWorldRank);
}

TEST_CASE("only existing ranks are translated to world ranks", "[shim][communicator]") {
    Bed bed;
    const CommRecord* record = bed.s.comms.find(bed.mpi.make_comm({3, 1}));
    CHECK(record->rank == 1);
    CHECK(bed.s.comms.world_rank(*record, 0) == 3);
    CHECK(bed.s.comms.world_rank(*record, 1) == 1);
    const int asked = bed.mpi.calls("MPI_Group_translate_ranks");
    for (const int none : {-1, -2, 2, 1000}) CHECK(bed.s.comms.world_rank(*record, none) == record::kUnknownWorldRank);
    CHECK(bed.mpi.calls("MPI_Group_translate_ranks") == asked);  // the host must not be queried again
}

TEST_CASE("peers of an intercommunicator are the ranks of the remote group", "[shim][communicator]") {
    Bed bed;
    const std::size_t groups = bed.mpi.open_groups();
    const CommRecord* record = bed.s.comms.find(bed.mpi.make_comm({0, 1}, {2, 3}));
    CHECK(record->remote_size == 2);
    CHECK_FALSE(record->all_ours);
    CHECK(bed.s.comms.world_rank(*record, 0) == 2);
    CHECK_FALSE(is_self(record, record->rank));
    CHECK(bed.mpi.open_groups() == groups + 1);  // the local group is freed
}

TEST_CASE("children get their parent's id and their number, equal on all members", "[shim][communicator]") {
    std::vector<std::uint64_t> ids[2];
    for (int rank = 0; rank < 2; ++rank) {
        Bed bed(true, rank);
        CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
        // The other member of the first split is in another part; here that part is noted as MPI_COMM_NULL.
        bed.s.comms.note_new(world, MPI_COMM_NULL, "split");
        for (int child = 0; child < 3; ++child) {
            const MPI_Comm made = bed.mpi.make_comm({0, 1});
            bed.s.comms.note_new(world, made, "dup");
            CHECK(bed.s.comms.find(made)->id_is_agreed);
            CHECK(bed.s.comms.find(made)->parent_id == 1);
            CHECK(bed.s.comms.find(made)->born == static_cast<std::uint32_t>(child) + 1);
            CHECK(bed.s.comms.find(made)->made_before == static_cast<std::uint32_t>(child) + 1);
            ids[rank].push_back(bed.s.comms.find(made)->id);
        }
        CommRecord* last = bed.s.comms.find(bed.mpi.open_comms().back());
        for (int child = 0; child < 2; ++child) {
            const MPI_Comm made = bed.mpi.make_comm({0, 1});
            bed.s.comms.note_new(last, made, "split");
            CHECK(bed.s.comms.find(made)->made_before == last->made_before + static_cast<std::uint32_t>(child));
        }
    }
    CHECK(ids[0] == ids[1]);
    CHECK(ids[0][0] != ids[0][1]);
    CHECK(ids[0][1] != ids[0][2]);
}

TEST_CASE("the id of a communicator made from an unknown one is not agreed", "[shim][communicator]") {
    Bed bed;
    const MPI_Comm made = bed.mpi.make_comm({0, 1});
    bed.s.comms.note_new(nullptr, made, "create_group");
    CHECK_FALSE(bed.s.comms.find(made)->id_is_agreed);
}

TEST_CASE("the id of a group's communicator follows from its number, its children's from it", "[shim][communicator]") {
    std::vector<std::uint64_t> ids[2];
    for (int rank = 0; rank < 2; ++rank) {
        Bed bed(true, rank);
        // Meanwhile one member has made other communicators.
        if (rank == 1) bed.s.comms.note_new(bed.s.comms.find(MPI_COMM_WORLD), bed.mpi.make_comm({1}), "split");
        for (const std::uint64_t number : {7, 8}) {
            const MPI_Comm made = bed.mpi.make_comm({0, 1});
            bed.s.comms.note_group(made, number);
            CommRecord* record = bed.s.comms.find(made);
            CHECK(record->id_is_agreed);
            CHECK(std::string(record->path).empty());
            ids[rank].push_back(record->id);
            const MPI_Comm copy = bed.mpi.make_comm({0, 1});
            bed.s.comms.note_new(record, copy, "dup");
            CHECK(bed.s.comms.find(copy)->id_is_agreed);
            ids[rank].push_back(bed.s.comms.find(copy)->id);
        }
    }
    CHECK(ids[0] == ids[1]);
    CHECK(std::set(ids[0].begin(), ids[0].end()).size() == ids[0].size());
}

TEST_CASE("the id of MPI_COMM_SELF is each rank's own, and agreed", "[shim][communicator]") {
    std::uint64_t ids[2] = {};
    for (int rank = 0; rank < 2; ++rank) {
        Bed bed(true, rank);
        const CommRecord* const self = bed.s.comms.find(MPI_COMM_SELF);
        CHECK(self->id_is_agreed);
        ids[rank] = self->id;
    }
    CHECK(ids[0] != ids[1]);
}

TEST_CASE("the id of a child of an intercommunicator is not agreed", "[shim][communicator]") {
    Bed bed;
    const MPI_Comm between = bed.mpi.make_comm({0, 1}, {2, 3});
    bed.s.comms.note_new(bed.s.comms.find(MPI_COMM_WORLD), between, "intercomm");
    CommRecord* inter = bed.s.comms.find(between);
    REQUIRE(inter->id_is_agreed);
    const MPI_Comm made = bed.mpi.make_comm({0, 1, 2, 3});
    bed.s.comms.note_new(inter, made, "merge");
    CHECK_FALSE(bed.s.comms.find(made)->id_is_agreed);
}

TEST_CASE("a handle that is reused after the free is another communicator", "[shim][communicator]") {
    Bed bed;
    CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    bed.s.comms.note_new(world, comm, "dup");
    const MPI_Comm before = comm;
    const std::uint64_t id = bed.s.comms.find(comm)->id;
    CHECK(bed.comm_free(comm) == MPI_SUCCESS);
    comm = bed.mpi.make_comm({1, 2, 3});
    REQUIRE(comm == before);
    bed.s.comms.note_new(world, comm, "dup");
    CHECK(bed.s.comms.find(comm)->id != id);
    CHECK(bed.s.comms.find(comm)->size == 3);
}

TEST_CASE("a reused handle whose free was not seen is another communicator", "[shim][communicator]") {
    Bed bed;
    CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    bed.s.comms.note_new(world, comm, "dup");
    const CommRecord* const old = bed.s.comms.find(comm);
    const MPI_Comm before = comm;
    bed.mpi.free_comm(comm);
    SECTION("made from another communicator") {
        comm = bed.mpi.make_comm({1, 2, 3});
        bed.s.comms.note_new(world, comm, "split");
        CHECK(bed.s.comms.find(comm)->born == 1);
    }
    SECTION("made from a group") {
        comm = bed.mpi.make_comm({1, 2, 3});
        bed.s.comms.note_group(comm, 7);
    }
    REQUIRE(comm == before);
    CHECK(bed.s.comms.find(comm)->size == 3);
    CHECK(bed.s.comms.find(comm)->id != old->id);
    CHECK(old->size == 2);  // requests may still name it
}

TEST_CASE("a free that the host refuses leaves the record as it was", "[shim][communicator]") {
    Bed bed;
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    CommRecord* record = bed.s.comms.find(comm);
    bed.mpi.fail_next("MPI_Comm_free", MPI_ERR_ARG);
    CHECK(bed.comm_free(comm) == MPI_ERR_ARG);
    CHECK(bed.s.comms.find(comm) == record);
    CHECK(bed.comm_free(comm) == MPI_SUCCESS);
}

TEST_CASE("the record of a freed communicator is kept while a request names it", "[shim][communicator]") {
    Bed bed;
    const std::size_t groups = bed.mpi.open_groups();
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    MPI_Request request = bed.irecv({0, 8}, 0, 0, comm);
    bed.comm_free(comm);
    CHECK(bed.mpi.open_groups() == groups + 1);
    bed.wait(request);
    CHECK(bed.arrived(Function::MPI_Irecv) == 1);
    MPI_Comm other = bed.mpi.make_comm({0, 1});
    bed.s.comms.find(other);
    bed.comm_free(other);  // the next free deletes records that are idle
    CHECK(bed.mpi.open_groups() == groups);
}

TEST_CASE("records of freed communicators are deleted while a request on another communicator stays outstanding",
          "[shim][communicator]") {
    Bed bed;
    MPI_Comm kept = bed.mpi.make_comm({0, 1});
    MPI_Request request = bed.irecv({0, 8}, 0, 0, kept);
    const std::size_t groups = bed.mpi.open_groups();
    bed.comm_free(kept);
    for (int i = 0; i < 100; ++i) {
        MPI_Comm comm = bed.mpi.make_comm({0, 1});
        REQUIRE(bed.s.comms.find(comm)->size == 2);
        bed.comm_free(comm);
        CHECK(bed.mpi.open_groups() <= groups + 3);  // one whose record has not been looked at since, and its like
    }
    bed.wait(request);
    CHECK(bed.arrived(Function::MPI_Irecv) == 1);
}

TEST_CASE("the record of a freed communicator is kept while a window was made with it", "[shim][communicator]") {
    Bed bed;
    const std::size_t groups = bed.mpi.open_groups();
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    bed.s.windows.put(5, bed.s.comms.find(comm));
    bed.comm_free(comm);
    CHECK(bed.mpi.open_groups() == groups + 1);
    CHECK(bed.s.windows.find(5)->size == 2);
    bed.s.windows.remove(5);
    bed.s.comms.delete_buried(bed.s.requests);
    CHECK(bed.mpi.open_groups() == groups);
}

TEST_CASE("many communicators made and freed in any order are each found", "[shim][communicator]") {
    Bed bed;
    std::map<int, MPI_Comm> open;
    for (int i = 0; i < 500; ++i) {
        open[i] = bed.mpi.make_comm(std::vector<int>(static_cast<std::size_t>(i % 7 + 1), 1));
        REQUIRE(bed.s.comms.find(open[i])->size == i % 7 + 1);
        if (i % 3 != 2) continue;
        REQUIRE(bed.comm_free(open[i / 2]) == MPI_SUCCESS);
        open.erase(i / 2);
        for (const auto& [number, comm] : open) {
            REQUIRE(bed.s.comms.find(comm)->handle == comm);
            REQUIRE(bed.s.comms.find(comm)->size == number % 7 + 1);
        }
    }
}

TEST_CASE("the communicator looked up last is returned without a search, until one is freed", "[shim][communicator]") {
    Bed bed;
    const CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
    CHECK(bed.s.comms.peek(MPI_COMM_WORLD) == world);
    CHECK(bed.s.comms.peek(MPI_COMM_SELF) == nullptr);
    MPI_Comm comm = bed.mpi.make_comm({0, 1});
    bed.s.comms.find(comm);
    const MPI_Comm stale = comm;
    bed.comm_free(comm);
    CHECK(bed.s.comms.peek(stale) == nullptr);
}

TEST_CASE("a communicator that was looked up last in a session that has ended is searched for in the next",
          "[shim][communicator]") {
    Bed bed;
    const CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
    CommTable next;
    next.start(nullptr, bed.s.world_group, &bed.node_of);
    CHECK(next.peek(MPI_COMM_WORLD) == nullptr);
    CHECK(bed.s.comms.peek(MPI_COMM_WORLD) == world);
    CommRecord* const found = next.find(MPI_COMM_WORLD);
    CHECK(found != world);
    CHECK(bed.s.comms.peek(MPI_COMM_WORLD) == nullptr);
    next.bury(next.unlink(MPI_COMM_WORLD));
    next.release(false);
}

TEST_CASE("a communicator's path tells how it was made, alike on all members", "[shim][communicator]") {
    std::string paths[2];
    for (int rank = 0; rank < 2; ++rank) {
        Bed bed(true, rank);
        CommRecord* world = bed.s.comms.find(MPI_COMM_WORLD);
        CHECK(std::string(world->path) == "world");
        bed.s.comms.note_new(world, MPI_COMM_NULL, "split");
        const MPI_Comm half = bed.mpi.make_comm({0, 1});
        bed.s.comms.note_new(world, half, "split");
        // Meanwhile others make more communicators from their half: only those of this half count.
        const MPI_Comm made = bed.mpi.make_comm({0, 1});
        bed.s.comms.note_new(bed.s.comms.find(half), made, "dup");
        paths[rank] = bed.s.comms.find(made)->path;
        const record::CommEntry& entry = *bed.recorder->comm(bed.s.comms.find(made)->index);
        CHECK(std::string(entry.name) == "world/split#1/dup#0");
        CHECK(record::rule_name(entry) == "world/split#1/dup#0");
        bed.s.comms.rename(made, "halo");
        CHECK(std::string(entry.name) == "halo");
        CHECK(record::rule_name(entry) == "world/split#1/dup#0");
        bed.s.comms.rename(made, "a name as long as a program may ever give one");
        char id[19];
        std::snprintf(id, sizeof id, "0x%016llx", static_cast<unsigned long long>(bed.s.comms.find(made)->id));
        CHECK(record::rule_name(entry) == id);
        CHECK(std::string(entry.name) == "a name as long as a program ");
    }
    CHECK(paths[0] == paths[1]);
    CHECK(paths[0] == "world/split#1/dup#0");
}

TEST_CASE("a communicator not known alike to all members has no path and no name for rules", "[shim][communicator]") {
    Bed bed;
    const MPI_Comm made = bed.mpi.make_comm({0, 1});
    bed.s.comms.note_new(nullptr, made, "comm");
    const CommRecord* record = bed.s.comms.find(made);
    CHECK(std::string(record->path).empty());
    CHECK(record::rule_name(*bed.recorder->comm(record->index)).empty());
}

TEST_CASE("a path without room is not known, nor are the paths of its children", "[shim][communicator]") {
    Bed bed;
    CommRecord* parent = bed.s.comms.find(MPI_COMM_WORLD);
    for (int depth = 0; depth < 12; ++depth) {
        const MPI_Comm made = bed.mpi.make_comm({0, 1});
        bed.s.comms.note_new(parent, made, "dup");
        parent = bed.s.comms.find(made);
        CHECK((std::string(parent->path).size() == (depth < 9 ? 5u + 6u * (static_cast<unsigned>(depth) + 1) : 0u)));
        CHECK(parent->id_is_agreed);
        CHECK_FALSE(record::rule_name(*bed.recorder->comm(parent->index)).empty());
    }
}
