#include "native/engines/pipeline/engine.hpp"

#include <catch2/catch.hpp>

#include "native/engines/pipeline/mailboxes.hpp"

using namespace shunt;
using pipeline::is_for_mailboxes;
using pipeline::Mailboxes;
using pipeline::PipelineEngine;
using pipeline::PipelineOptions;

namespace {

constexpr int kCores = 8;

/// Round figures, so that each limit can be computed.
PipelineOptions round_figures() {
    PipelineOptions set;
    set.least_bytes = 1000;
    set.shm_least = 10'000;
    set.tcp_least_bytes = 100'000;
    set.short_bytes = 256;
    return set;
}

OptionValues values_of(const PipelineOptions& set) {
    OptionValues options;
    options.edit<PipelineOptions>() = set;
    return options;
}

bool wins(Operation operation, std::int64_t bytes, int ranks, int nodes = 1,
          const PipelineOptions& set = round_figures()) {
    return PipelineEngine()
        .prospect({.operation = operation, .ranks = ranks, .nodes = nodes, .block_bytes = bytes, .cores = kCores},
                  values_of(set))
        .wins;
}

std::uint32_t calls_first(Operation operation, std::int64_t bytes, int ranks, int nodes = 1) {
    const Facts facts{.operation = operation, .ranks = ranks, .nodes = nodes, .block_bytes = bytes, .cores = kCores};
    return PipelineEngine().prospect(facts, values_of(round_figures())).calls_first;
}

}  // namespace

TEST_CASE("a vector between nodes wins from tcp-least on, from four times that if all get the result",
          "[pipeline][estimates]") {
    CHECK_FALSE(wins(Operation::bcast, 99'999, 8, 4));
    CHECK(wins(Operation::bcast, 100'000, 8, 4));
    CHECK(wins(Operation::reduce, 100'000, 8, 4));
    CHECK(wins(Operation::scan, 100'000, 8, 4));
    for (const Operation on_all : {Operation::allreduce, Operation::reduce_scatter}) {
        CHECK_FALSE(wins(on_all, 399'999, 8, 4));
        CHECK(wins(on_all, 400'000, 8, 4));
    }
}

TEST_CASE("the whole vector counts for operations on blocks", "[pipeline][estimates]") {
    CHECK_FALSE(wins(Operation::reduce_scatter_block, 49'999, 8, 4));
    CHECK(wins(Operation::reduce_scatter_block, 50'000, 8, 4));
}

TEST_CASE("within a node the least grows with the ranks that add their turn, but for broadcasts",
          "[pipeline][estimates]") {
    CHECK_FALSE(wins(Operation::bcast, 9'999, 8));
    CHECK(wins(Operation::bcast, 10'000, 8));
    CHECK_FALSE(wins(Operation::allreduce, 69'999, 8));
    CHECK(wins(Operation::allreduce, 70'000, 8));
    CHECK(wins(Operation::allreduce, 10'000, 2));
}

TEST_CASE("ranks that share cores win from the least on, and by lanes where all need the vectors of all",
          "[pipeline][estimates]") {
    CHECK_FALSE(wins(Operation::bcast, 999, 9));
    CHECK(wins(Operation::bcast, 1'000, 9));
    CHECK(wins(Operation::allreduce, 8, 9));
    CHECK(wins(Operation::allreduce, Mailboxes::kMostBytes, 16));
    CHECK(wins(Operation::reduce_scatter_block, 8, 9));
    CHECK(wins(Operation::barrier, 0, 16));
    CHECK_FALSE(wins(Operation::allreduce, 999, 17));
    CHECK(wins(Operation::allreduce, 1'000, 17));
    CHECK_FALSE(wins(Operation::barrier, 0, 17));
    for (const Operation one : {Operation::bcast, Operation::reduce, Operation::scan}) CHECK_FALSE(wins(one, 8, 9));
}

TEST_CASE("short vectors and barriers win by lanes within a node", "[pipeline][estimates]") {
    CHECK(wins(Operation::bcast, 256, 8));
    CHECK_FALSE(wins(Operation::bcast, 257, 8));
    CHECK(wins(Operation::allreduce, 36, 8));  // each rank reads the vectors of seven others
    CHECK_FALSE(wins(Operation::allreduce, 37, 8));
    CHECK(wins(Operation::barrier, 0, 8));
    CHECK_FALSE(wins(Operation::bcast, 0, 8));  // without bytes the host carries it
}

TEST_CASE("without lanes neither short vectors nor barriers win", "[pipeline][estimates]") {
    PipelineOptions set = round_figures();
    set.short_bytes = 0;
    CHECK_FALSE(wins(Operation::bcast, 64, 8, 1, set));
    CHECK_FALSE(wins(Operation::barrier, 0, 8, 1, set));
    CHECK_FALSE(wins(Operation::barrier, 0, 9, 1, set));
    CHECK_FALSE(wins(Operation::allreduce, 8, 9, 1, set));
    CHECK(wins(Operation::bcast, 10'000, 8, 1, set));
}

TEST_CASE(
    "a team for short calls is made after a thousand calls, or fifty where ranks share cores, for all others at once",
    "[pipeline][estimates]") {
    CHECK(calls_first(Operation::bcast, 256, 8) == 1000);
    CHECK(calls_first(Operation::barrier, 0, 8) == 1000);
    CHECK(calls_first(Operation::bcast, 10'000, 8) == 0);
    CHECK(calls_first(Operation::bcast, 256, 8, 2) == 0);  // there are no lanes between nodes
    CHECK(calls_first(Operation::bcast, 256, 9) == 0);     // and none for rooted calls of ranks that share cores
    CHECK(calls_first(Operation::allreduce, 256, 9) == 500);
}

TEST_CASE("lanes take at most sixteen ranks with a core each", "[pipeline][estimates]") {
    const PipelineOptions set = round_figures();
    CHECK(is_for_mailboxes(set, Operation::bcast, 16, 16, 64));
    CHECK_FALSE(is_for_mailboxes(set, Operation::bcast, 17, 32, 64));
    CHECK_FALSE(is_for_mailboxes(set, Operation::bcast, 16, 15, 64));
    // Ranks that share cores: the operations in which each rank needs the vectors of all others.
    for (const Operation one :
         {Operation::barrier, Operation::allreduce, Operation::reduce_scatter, Operation::reduce_scatter_block}) {
        CHECK(is_for_mailboxes(set, one, 16, 15, Mailboxes::kMostBytes));
        CHECK_FALSE(is_for_mailboxes(set, one, 16, 15, Mailboxes::kMostBytes + 1));
        CHECK_FALSE(is_for_mailboxes(set, one, 17, 15, 8));
    }
    for (const Operation one : {Operation::reduce, Operation::scan, Operation::exscan})
        CHECK_FALSE(is_for_mailboxes(set, one, 4, 2, 8));
}

TEST_CASE("lanes take no vector that has no room in them, whatever the options allow", "[pipeline][estimates]") {
    PipelineOptions set = round_figures();
    set.short_bytes = 1 << 30;
    CHECK(is_for_mailboxes(set, Operation::bcast, 2, 8, Mailboxes::kMostBytes));
    CHECK_FALSE(is_for_mailboxes(set, Operation::bcast, 2, 8, Mailboxes::kMostBytes + 1));
}

TEST_CASE("supported are vectors of two ranks and more, and barriers within a node", "[pipeline][estimates]") {
    const PipelineEngine engine;
    const auto supports = [&](Operation operation, int ranks, int nodes) {
        return engine.supports({.operation = operation, .ranks = ranks, .nodes = nodes, .block_bytes = 8});
    };
    CHECK(supports(Operation::allreduce, 2, 2));
    CHECK_FALSE(supports(Operation::allreduce, 1, 1));
    CHECK_FALSE(supports(Operation::allreduce, 4, 0));  // the nodes of the members are not known
    CHECK(supports(Operation::barrier, 1024, 1));
    CHECK_FALSE(supports(Operation::barrier, 1025, 1));
    CHECK_FALSE(supports(Operation::barrier, 4, 2));
    CHECK_FALSE(supports(Operation::alltoall, 4, 1));
}
