#include "shim/objects/collective_arguments.hpp"

#include <catch2/catch.hpp>
#include <utility>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

int call_nothing(const CollectiveArguments&) { return MPI_SUCCESS; }

constexpr CollectiveFunction function_of(Operation operation) {
    return {Function::MPI_Barrier, operation, true, call_nothing};
}

constexpr auto kFunctions = []<std::size_t... index>(std::index_sequence<index...>) {
    return std::array{function_of(static_cast<Operation>(index))...};
}
(std::make_index_sequence<kOperationCount>());

const CollectiveFunction* function(Operation operation) { return &kFunctions[static_cast<std::size_t>(operation)]; }

/// The arguments of rank 1 of 4: 4 ints, or arrays of 4 counts, with room for all.
struct Program {
    Bed bed;
    CommRecord& record = *bed.s.comms.find(MPI_COMM_WORLD);
    int from[64] = {}, to[64] = {};
    int counts[4] = {3, 1, 0, 2}, places[4] = {0, 3, 4, 4};
    MPI_Count large_counts[4] = {3, 1, 0, 2};
    MPI_Aint large_places[4] = {0, 3, 4, 4};
    MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_DATATYPE_NULL, MPI_DOUBLE};

    CollectiveArguments one(Operation operation, int root = MPI_PROC_NULL) {
        return {.function = function(operation),
                .comm = MPI_COMM_WORLD,
                .send = {from, 4, MPI_INT},
                .receive = {to, 4, MPI_INT},
                .op = MPI_SUM,
                .root = root};
    }
    CollectiveArguments many(Operation operation, int root = MPI_PROC_NULL) {
        CollectiveArguments it = one(operation, root);
        it.send = {from, counts, places, MPI_INT};
        it.receive = {to, counts, places, MPI_INT};
        return it;
    }
    Measured measured(const CollectiveArguments& it) { return measure(it, record); }
};

}  // namespace

TEST_CASE("counts of int and MPI_Count are read alike", "[shim][arguments]") {
    Program p;
    const CollectiveBuffer small(p.from, p.counts, p.places, MPI_INT),
        large(p.from, p.large_counts, p.large_places, MPI_INT);
    for (int rank = 0; rank < 4; ++rank) {
        CHECK(small.count(rank) == large.count(rank));
        CHECK(small.displacement(rank) == large.displacement(rank));
        CHECK(small.address(rank, 4) == p.from + p.places[rank]);
        CHECK(large.address(rank, 4) == p.from + p.places[rank]);
        CHECK(small.block_bytes(rank) == static_cast<std::uint64_t>(p.counts[rank]) * 4);
    }
    CHECK(small.total_bytes(4) == 24);
    CHECK(large.total_bytes(4) == 24);
    CHECK(small.counts<int>() == p.counts);
    CHECK(large.counts<MPI_Count>() == p.large_counts);
    CHECK(large.displacements<MPI_Aint>() == p.large_places);
}

TEST_CASE("a block of each rank lies count elements after the one before", "[shim][arguments]") {
    Program p;
    const CollectiveBuffer buffer(p.from, 4, MPI_INT);
    CHECK(buffer.address(3, 4) == p.from + 12);
    CHECK(buffer.total_bytes(4) == 64);
}

TEST_CASE("displacements of blocks with types of their own are bytes", "[shim][arguments]") {
    Program p;
    const CollectiveBuffer buffer(p.from, p.counts, p.places, p.types);
    CHECK(buffer.address(1, 4) == reinterpret_cast<char*>(p.from) + 3);
    CHECK(buffer.block_bytes(3) == 16);
    CHECK(buffer.total_bytes(4) == 12 + 4 + 0 + 16);
}

TEST_CASE("a call is measured by the rules of MPI's chapter for its operation", "[shim][arguments]") {
    Program p;
    CHECK(p.measured(p.one(Operation::barrier)).bytes == 0);
    CHECK(p.measured(p.one(Operation::allreduce)).bytes == 16);
    CHECK(p.measured(p.one(Operation::reduce_scatter_block)).bytes == 16);
    CHECK(p.measured(p.one(Operation::allgather)).bytes == 16);
    CHECK(p.measured(p.many(Operation::alltoallv)).bytes == 24);
    CollectiveArguments scattered = p.one(Operation::reduce_scatter);
    scattered.receive = {p.to, p.counts, MPI_INT};
    CHECK(p.measured(scattered).bytes == 24);
    const Measured bcast = p.measured(p.one(Operation::bcast, 2));
    CHECK(bcast.bytes == 16);
    CHECK(bcast.root == 2);
    CHECK(p.measured(p.one(Operation::bcast)).bytes == 0);  // MPI_PROC_NULL of an intercommunicator
    CHECK(p.measured(p.one(Operation::bcast)).root == record::kNoPeer);
}

TEST_CASE("a root measures the blocks that it sends or receives, another rank its own block", "[shim][arguments]") {
    Program p;
    CollectiveArguments it = p.one(Operation::gather, 1);
    it.receive = {p.to, 2, MPI_INT};
    CHECK(p.measured(it).bytes == 8);
    it.root = 0;
    CHECK(p.measured(it).bytes == 16);
    CollectiveArguments v = p.many(Operation::scatterv, 1);
    v.receive = {p.to, 5, MPI_INT};
    CHECK(p.measured(v).bytes == 24);
    v.root = 0;
    CHECK(p.measured(v).bytes == 20);
}

TEST_CASE("a rank that sends in place measures its block among the received ones", "[shim][arguments]") {
    Program p;
    CollectiveArguments it = p.many(Operation::allgatherv);
    it.send = {MPI_IN_PLACE, 0, MPI_DATATYPE_NULL};
    CHECK(p.measured(it).bytes == 4);
    it = p.many(Operation::alltoallv);
    it.send = {MPI_IN_PLACE, static_cast<const int*>(nullptr), static_cast<const int*>(nullptr), MPI_DATATYPE_NULL};
    CHECK(p.measured(it).bytes == 24);
    CHECK(is_acceptable(it, p.record));
}

TEST_CASE("rules are asked about bytes only where MPI makes them equal", "[shim][arguments]") {
    Program p;
    CHECK(equal_bytes(p.one(Operation::barrier), p.record) == 0);
    CHECK(equal_bytes(p.one(Operation::alltoall), p.record) == 16);
    CHECK(equal_bytes(p.one(Operation::scan), p.record) == 16);
    for (const Operation differs :
         {Operation::alltoallv, Operation::alltoallw, Operation::allgatherv, Operation::gatherv, Operation::scatterv})
        CHECK(equal_bytes(p.many(differs), p.record) == kBytesDiffer);
    CHECK(own_bytes(p.many(Operation::alltoallv), 4) == 24);
}

TEST_CASE("calls that the host would refuse at once are left to it", "[shim][arguments]") {
    Program p;
    const auto acceptable = [&](const CollectiveArguments& it) { return is_acceptable(it, p.record); };
    CHECK(acceptable(p.one(Operation::bcast, 3)));
    CHECK_FALSE(acceptable(p.one(Operation::bcast, 4)));
    CHECK_FALSE(acceptable(p.one(Operation::bcast, -1)));
    CollectiveArguments it = p.one(Operation::bcast, 0);
    it.receive = {p.to, -1, MPI_INT};
    CHECK_FALSE(acceptable(it));
    it.receive = {nullptr, 4, MPI_INT};
    CHECK_FALSE(acceptable(it));
    it.receive = {nullptr, 0, MPI_INT};
    CHECK(acceptable(it));
    it.receive = {p.to, 4, MPI_DATATYPE_NULL};
    CHECK_FALSE(acceptable(it));
    it = p.one(Operation::allreduce);
    it.op = MPI_OP_NULL;
    CHECK_FALSE(acceptable(it));
    CHECK_FALSE(acceptable(p.one(Operation::neighbor_allgather)));
}

TEST_CASE("a negative count of one rank among many is left to the host", "[shim][arguments]") {
    Program p;
    for (const Operation operation :
         {Operation::alltoallv, Operation::allgatherv, Operation::gatherv, Operation::scatterv}) {
        CollectiveArguments it = p.many(operation, 1);
        if (operation == Operation::allgatherv || operation == Operation::gatherv) it.send = {p.from, 1, MPI_INT};
        if (operation == Operation::scatterv) it.receive = {p.to, 1, MPI_INT};
        CHECK(is_acceptable(it, p.record));
        p.counts[3] = -2;
        CHECK_FALSE(is_acceptable(it, p.record));
        p.counts[3] = 2;
    }
}

TEST_CASE("arrays that matter at the root alone may be missing elsewhere", "[shim][arguments]") {
    Program p;
    CollectiveArguments it = p.one(Operation::gatherv, 0);
    it.receive = {nullptr, static_cast<const int*>(nullptr), static_cast<const int*>(nullptr), MPI_DATATYPE_NULL};
    CHECK(is_acceptable(it, p.record));
    it.root = 1;
    CHECK_FALSE(is_acceptable(it, p.record));
}

TEST_CASE("MPI_IN_PLACE is taken where MPI allows it", "[shim][arguments]") {
    Program p;
    const CollectiveBuffer in_place(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL);
    CollectiveArguments it = p.one(Operation::gather, 1);
    it.send = in_place;
    CHECK(is_acceptable(it, p.record));
    it.root = 0;
    CHECK_FALSE(is_acceptable(it, p.record));
    it = p.one(Operation::scatter, 1);
    it.receive = in_place;
    CHECK(is_acceptable(it, p.record));
    it.root = 0;
    CHECK_FALSE(is_acceptable(it, p.record));
    it = p.one(Operation::allreduce);
    it.send = in_place;
    CHECK(is_acceptable(it, p.record));
    it.receive = in_place;
    CHECK_FALSE(is_acceptable(it, p.record));
    it = p.one(Operation::reduce, 0);
    it.send = in_place;
    CHECK_FALSE(is_acceptable(it, p.record));  // not at the root
}

TEST_CASE("a reduction counts the operands and results of this rank", "[shim][arguments]") {
    Program p;
    const auto counts_of = [&](const CollectiveArguments& it) { return reduction_counts(it, p.record); };
    CHECK(counts_of(p.one(Operation::allreduce)).operands == 4);
    CHECK(counts_of(p.one(Operation::reduce, 0)).results == 0);
    CHECK_FALSE(counts_of(p.one(Operation::reduce, 0)).has_result);
    CHECK(counts_of(p.one(Operation::reduce, 1)).results == 4);
    CHECK(counts_of(p.one(Operation::reduce_scatter_block)).operands == 16);
    CHECK(counts_of(p.one(Operation::reduce_scatter_block)).results == 4);
    CHECK(counts_of(p.one(Operation::exscan)).is_written);
    CollectiveArguments scattered = p.one(Operation::reduce_scatter);
    scattered.receive = {p.to, p.counts, MPI_INT};
    CHECK(counts_of(scattered).operands == 6);
    CHECK(counts_of(scattered).results == 1);
    p.counts[2] = -1;
    CHECK(counts_of(scattered).operands == 0);
}

TEST_CASE("rank 0 of Exscan is given nothing", "[shim][arguments]") {
    Bed bed(true, 0);
    int from = 0, to = 0;
    const CollectiveArguments it{.function = function(Operation::exscan),
                                 .send = {&from, 1, MPI_INT},
                                 .receive = {&to, 1, MPI_INT},
                                 .op = MPI_SUM};
    CHECK_FALSE(reduction_counts(it, *bed.s.comms.find(MPI_COMM_WORLD)).is_written);
}
