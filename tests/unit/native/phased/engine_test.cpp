#include "native/phased/engine.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <utility>
#include <vector>

using namespace shunt;

namespace {

/// Writes down what it is asked to carry; fails at the exchange number `fail_at`.
class ListPort final : public BlockPort {
public:
    explicit ListPort(int fail_at = -1) : fail_at_(fail_at) {}
    Status copy_own() override {
        ++own_copies;
        return Status::ok;
    }
    Status exchange(int to, int from) override {
        exchanges.emplace_back(to, from);
        return static_cast<int>(exchanges.size()) - 1 == fail_at_ ? Status::peer_lost : Status::ok;
    }
    int own_copies = 0;
    std::vector<std::pair<int, int>> exchanges;

private:
    int fail_at_;
};

Facts facts_of(Operation operation, int ranks) { return {operation, ranks, 1, 8}; }

}  // namespace

TEST_CASE("phased supports what has a block for each pair, from each or for each, and nothing else", "[phased]") {
    const phased::PhasedEngine engine;
    const std::set<Operation> expected = {Operation::alltoall, Operation::alltoallv, Operation::alltoallw, Operation::allgather, Operation::allgatherv,
                                          Operation::gather,   Operation::gatherv,   Operation::scatter,   Operation::scatterv};
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        for (const int ranks : {1, 2, 1000}) CHECK(engine.supports(facts_of(operation, ranks)) == (expected.count(operation) == 1));
    }
    CHECK_FALSE(engine.supports(facts_of(Operation::alltoall, 0)));
}

TEST_CASE("phased takes itself to win between nodes from its thresholds on, by what nodes have for each other", "[phased]") {
    const phased::PhasedEngine engine;
    EngineSettings settings;
    settings.phased.alltoall_least = 16384;
    settings.phased.allgather_least = 4096;
    CHECK_FALSE(engine.wins({Operation::alltoall, 8, 1, 1 << 20}, settings));
    CHECK_FALSE(engine.wins({Operation::alltoall, 8, 8, 16383}, settings));
    CHECK(engine.wins({Operation::alltoall, 8, 8, 16384}, settings));
    CHECK(engine.wins({Operation::alltoall, 8, 2, 1024}, settings));   // 4 ranks x 4 ranks
    CHECK(engine.wins({Operation::allgather, 8, 2, 1024}, settings));
    CHECK_FALSE(engine.wins({Operation::allgather, 8, 2, 1023}, settings));
    CHECK(engine.wins({Operation::alltoallv, 8, 2, kBytesDiffer}, settings));
}

TEST_CASE("phased asks its port for the own block once and each other rank once", "[phased]") {
    const phased::PhasedEngine engine;
    for (int size = 1; size <= 9; ++size) {
        ListPort port;
        REQUIRE(engine.carry(facts_of(Operation::alltoallv, size), Group{0, size}, port) == Status::ok);
        CHECK(port.own_copies == 1);
        REQUIRE(port.exchanges.size() == static_cast<std::size_t>(size - 1));
        for (int i = 1; i < size; ++i)
            CHECK(port.exchanges[static_cast<std::size_t>(i - 1)] == std::pair<int, int>(i, size - i));
    }
}

TEST_CASE("phased reports a failed exchange after meeting all its peers", "[phased]") {
    const phased::PhasedEngine engine;
    ListPort port(1);
    CHECK(engine.carry(facts_of(Operation::alltoall, 5), Group{3, 5}, port) == Status::peer_lost);
    CHECK(port.exchanges.size() == 4);
}

TEST_CASE("phased touches nothing when asked for what it does not support", "[phased]") {
    const phased::PhasedEngine engine;
    ListPort port;
    CHECK(engine.carry(facts_of(Operation::bcast, 4), Group{0, 4}, port) == Status::declined);
    CHECK(port.own_copies == 0);
    CHECK(port.exchanges.empty());
}
