#include "native/multicast/engine.hpp"

#include <catch2/catch.hpp>

using namespace shunt;

TEST_CASE("an allgather is taken to win where all roots send at once, and blocks are neither short nor very long", "[multicast]") {
    const multicast::MulticastEngine engine;
    EngineSettings settings;
    settings.multicast.allgather_least = 1000;
    settings.multicast.allgather_most = 5000;
    const auto wins = [&](int ranks, int nodes, std::int64_t block) { return engine.wins({Operation::allgather, ranks, nodes, block}, settings); };
    CHECK_FALSE(wins(16, 16, 999));
    CHECK(wins(16, 16, 1000));
    CHECK(wins(32, 32, 5000));
    CHECK_FALSE(wins(32, 32, 5001));
    CHECK_FALSE(wins(33, 33, 2000));
    CHECK_FALSE(wins(16, 4, 2000));
    CHECK(engine.wins({Operation::allgatherv, 16, 16, kBytesDiffer}, settings));
    CHECK_FALSE(engine.wins({Operation::allgatherv, 16, 4, kBytesDiffer}, settings));
}
