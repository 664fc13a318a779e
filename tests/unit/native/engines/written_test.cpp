// The engines' algorithms, written as programs: the checker proves them, and the real bytes agree.
#include <catch2/catch.hpp>

#include "native/program/checker.hpp"
#include "native/program/goal.hpp"
#include "native/program/replay.hpp"
#include "native/select/written.hpp"
#include "tests/seeds.hpp"

using namespace shunt;

namespace {

struct Wanted {
    Operation operation;
    const char* engine;
    std::vector<std::int64_t> parameters;  // of pipeline: shape 1 chain, 2 tree, 3 levels; of phased: order
};

std::vector<Wanted> wanted() {
    std::vector<Wanted> all;
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::allreduce, Operation::scan})
        for (const std::int64_t shape : {1, 2}) all.push_back({operation, "pipeline", {0, shape}});
    for (const Operation operation : {Operation::exscan, Operation::reduce_scatter, Operation::reduce_scatter_block})
        all.push_back({operation, "pipeline", {}});
    for (const Operation operation :
         {Operation::alltoall, Operation::allgather, Operation::allgatherv, Operation::gather, Operation::gatherv,
          Operation::scatter, Operation::scatterv, Operation::alltoallv})
        all.push_back({operation, "phased", {}});
    for (const std::int64_t order : {2, 3, 4}) all.push_back({Operation::alltoallv, "phased", {order}});
    return all;
}

/// The fault of the engine's program for a call; empty: none.
std::string flaw(const Wanted& each, int ranks, int ranks_on_node, int root, std::uint64_t count, bool commutative) {
    std::vector<int> node_of;
    for (int rank = 0; rank < ranks; ++rank) node_of.push_back(rank / ranks_on_node);
    WrittenCall call;
    std::vector<std::uint64_t> counts(program::counts_of(each.operation, static_cast<std::uint64_t>(ranks)));
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = count * (i % 3);
    call.operation = each.operation;
    call.root = program::has_root(each.operation) ? root : 0;
    call.count = counts.empty() ? count : 0;
    call.counts = counts;
    call.element_bytes = combines(each.operation) ? 8 : 1;
    call.commutative = commutative;
    call.node_of = node_of;
    call.parameters = each.parameters;
    program::Program made;
    if (const std::string why = write_engine_program(each.engine, call, made); !why.empty()) return why;
    if (std::string error = check(made, program::Memory::apart).error; !error.empty()) return error;
    return count > 5000 ? "" : replay(made, program::Memory::apart, static_cast<std::uint64_t>(ranks) + count);
}

}  // namespace

TEST_CASE("the engines' operations written as programs are right, with 2 to 17 ranks", "[engines][written]") {
    for (const Wanted& each : wanted())
        for (int ranks = 2; ranks <= 17; ranks += kSanitized ? 5 : 1)
            for (const int root : {0, ranks / 2, ranks - 1}) {
                if (root > 0 && !program::has_root(each.operation)) continue;
                for (const std::uint64_t count : {1, 7, 5000, 300'000})
                    for (const bool commutative : {true, false}) {
                        if (commutative && !combines(each.operation)) continue;
                        if (count == 300'000 && (ranks % 5 != 2 || (kSanitized && ranks > 7))) continue;
                        CAPTURE(name_of(each.operation), each.parameters, ranks, root, count, commutative);
                        REQUIRE(flaw(each, ranks, 1, root, count, commutative) == "");
                    }
            }
}

TEST_CASE("pipelines with several ranks on a node are right as programs", "[engines][written]") {
    std::vector<Wanted> all = wanted();
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::allreduce})
        all.push_back({operation, "pipeline", {0, 3}});
    for (const Wanted& each : all) {
        if (each.engine != std::string_view("pipeline")) continue;
        for (const int ranks : {4, 7, 12})
            for (const int root : {0, ranks / 2, ranks - 1})
                for (const std::uint64_t count : {1, 900, 200'000})
                    for (const bool commutative : {true, false}) {
                        if (root > 0 && !program::has_root(each.operation)) continue;
                        if (count > 900 && kSanitized && ranks > 7) continue;
                        CAPTURE(name_of(each.operation), each.parameters, ranks, root, count, commutative);
                        REQUIRE(flaw(each, ranks, 3, root, count, commutative) == "");
                    }
    }
}

TEST_CASE("an engine reports why it has no schedule", "[engines][written]") {
    const Wanted barrier{Operation::barrier, "pipeline", {}}, bcast{Operation::bcast, "pipeline", {}};
    CHECK(flaw(barrier, 4, 1, 0, 0, true) == "pipeline: it has no schedule for this operation");
    CHECK(flaw(bcast, 4, 4, 0, 8, true) == "pipeline: all ranks are on one node, where it sends no messages");
    CHECK(flaw({Operation::alltoall, "phased", {}}, 4, 2, 0, 8, true) ==
          "phased: ranks of one node exchange data through shared memory; describe a machine with one rank per node");
    CHECK(flaw({Operation::bcast, "multicast", {}}, 4, 1, 0, 8, true) ==
          "multicast: it has no schedule of steps for its calls");
    CHECK(flaw({Operation::bcast, "piepline", {}}, 4, 1, 0, 8, true) == "there is no engine 'piepline'");
}
