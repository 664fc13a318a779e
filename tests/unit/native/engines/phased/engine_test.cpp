#include "native/engines/phased/engine.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <utility>
#include <vector>
#include "native/engines/phased/plan.hpp"

#include "native/engines/phased/options.hpp"

using namespace shunt;

namespace {

Facts facts_of(Operation operation, int ranks) { return {operation, ranks, 1, 8}; }

}  // namespace

TEST_CASE("phased supports only operations with a block for each pair, from each rank or for each rank", "[phased]") {
    const phased::PhasedEngine engine;
    const std::set<Operation> expected = {Operation::alltoall,  Operation::alltoallv,  Operation::alltoallw,
                                          Operation::allgather, Operation::allgatherv, Operation::gather,
                                          Operation::gatherv,   Operation::scatter,    Operation::scatterv};
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        for (const int ranks : {1, 2, 1000})
            CHECK(engine.supports(facts_of(operation, ranks)) == (expected.count(operation) == 1));
    }
    CHECK_FALSE(engine.supports(facts_of(Operation::alltoall, 0)));
}

TEST_CASE("phased expects to win between nodes from its thresholds on, by the bytes between two nodes", "[phased]") {
    const phased::PhasedEngine engine;
    OptionValues options;
    options.edit<phased::PhasedOptions>().alltoall_least = 16384;
    options.edit<phased::PhasedOptions>().allgather_least = 4096;
    CHECK_FALSE(engine.prospect({Operation::alltoall, 8, 1, 1 << 20}, options).wins);
    CHECK_FALSE(engine.prospect({Operation::alltoall, 8, 8, 16383}, options).wins);
    CHECK(engine.prospect({Operation::alltoall, 8, 8, 16384}, options).wins);
    CHECK(engine.prospect({Operation::alltoall, 8, 2, 1024}, options).wins);  // 4 ranks x 4 ranks
    CHECK(engine.prospect({Operation::allgather, 8, 2, 1024}, options).wins);
    CHECK_FALSE(engine.prospect({Operation::allgather, 8, 2, 1023}, options).wins);
    CHECK(engine.prospect({Operation::alltoallv, 8, 2, kBytesDiffer}, options).wins);
}

TEST_CASE("where sizes differ a team is worth making from the busiest node's least on, which its ranks share",
          "[phased]") {
    const phased::PhasedEngine engine;
    OptionValues options;
    options.edit<phased::PhasedOptions>().alltoallv_least = 4096;
    const auto least = [&](int ranks, int nodes) {
        return engine.prospect({Operation::alltoallv, ranks, nodes, kBytesDiffer}, options).least_bytes;
    };
    const std::uint64_t of_node = phased::least_of_busiest(4, options.get<phased::PhasedOptions>());
    REQUIRE(of_node > 0);
    CHECK(least(4, 4) == of_node);
    CHECK(least(8, 4) == (of_node + 1) / 2);
    CHECK(least(9, 4) == (of_node + 2) / 3);
    CHECK(engine.prospect({Operation::alltoall, 4, 4, 8}, options).least_bytes == 0);
}
