#include "native/engines/multicast/engine.hpp"

#include <catch2/catch.hpp>

#include "native/engines/multicast/options.hpp"

using namespace shunt;

TEST_CASE("an allgather is taken to win where all roots send at once, and blocks are neither short nor very long",
          "[multicast]") {
    const multicast::MulticastEngine engine;
    OptionValues options;
    options.edit<multicast::MulticastOptions>().allgather_least = 1000;
    options.edit<multicast::MulticastOptions>().allgather_most = 5000;
    const auto wins = [&](int ranks, int nodes, std::int64_t block) {
        return engine.prospect({Operation::allgather, ranks, nodes, block}, options).wins;
    };
    CHECK_FALSE(wins(16, 16, 999));
    CHECK(wins(16, 16, 1000));
    CHECK(wins(32, 32, 5000));
    CHECK_FALSE(wins(32, 32, 5001));
    CHECK_FALSE(wins(33, 33, 2000));
    CHECK_FALSE(wins(16, 4, 2000));
    CHECK(engine.prospect({Operation::allgatherv, 16, 16, kBytesDiffer}, options).wins);
    CHECK_FALSE(engine.prospect({Operation::allgatherv, 16, 4, kBytesDiffer}, options).wins);
}
