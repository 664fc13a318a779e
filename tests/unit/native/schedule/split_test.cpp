#include "native/schedule/split.hpp"

#include <catch2/catch.hpp>

#include "native/schedule/all_to_all.hpp"
#include "native/schedule/choose.hpp"
#include "native/schedule/greedy.hpp"
#include "tests/unit/native/schedule/patterns.hpp"

using namespace shunt;
using namespace shunt::schedule;

namespace {

/// All ports have the same load, in messages of all sizes: a sum of random permutations.
Pattern equal_loads(Random& random, std::int32_t nodes) {
    std::vector<Message> messages, names(static_cast<std::size_t>(nodes));
    for (std::int32_t node = 0; node < nodes; ++node) names[static_cast<std::size_t>(node)].to = node;
    for (std::uint64_t round = 1 + random.below(12); round > 0; --round) {
        names = shuffled(names, random);
        const auto bytes = static_cast<std::int64_t>(1 + random.below(50'000));
        for (std::int32_t node = 0; node < nodes; ++node)
            messages.push_back({node, names[static_cast<std::size_t>(node)].to, bytes});
    }
    return canonical(nodes, messages).value();
}

bool fills_every_piece(const Schedule& schedule) {
    return std::all_of(schedule.pieces.begin(), schedule.pieces.end(),
                       [](const Piece& piece) { return piece.bytes > 0; });
}

}  // namespace

TEST_CASE("three messages among three nodes, of which two share each port, are cut to meet the bound", "[schedule]") {
    const Pattern pattern =
        canonical(3, {{0, 1, 100}, {0, 2, 100}, {1, 2, 100}, {1, 0, 100}, {2, 0, 100}, {2, 1, 100}}).value();
    CHECK(serial_bytes(split(pattern, {}, 0), pattern, {}) == 200);
    // Two ports of 150 bytes in messages of 100 and 50, which no two phases of whole messages carry in 150.
    const Pattern uneven = canonical(4, {{0, 2, 100}, {0, 3, 50}, {1, 2, 50}, {1, 3, 75}}).value();
    CHECK(bound_bytes(uneven, {}) == 150);
    CHECK(serial_bytes(split(uneven, {}, 0), uneven, {}) == 150);
    CHECK(serial_bytes(greedy(uneven, {}, 0), uneven, {}) == 150);
    const Pattern odd = canonical(3, {{0, 1, 60}, {1, 2, 60}, {2, 0, 60}, {0, 2, 40}, {1, 0, 1}}).value();
    CHECK(serial_bytes(split(odd, {}, 0), odd, {}) == 100);
}

TEST_CASE("split without tolerance reaches the bound to the byte", "[schedule]") {
    const std::uint64_t seed = 30;
    Random random(seed);
    const auto nodes_up_to = [&](std::uint64_t most) { return static_cast<std::int32_t>(2 + random.below(most - 1)); };
    for (int run = 0; run < 2000; ++run) {
        const Pattern pattern = random.chance(1, 3) ? equal_loads(random, nodes_up_to(16)) : random_pattern(random, 16);
        const Schedule schedule = split(pattern, {}, 0);
        CAPTURE(seed, run, pattern.nodes, pattern.messages.size());
        REQUIRE(flaw_of(schedule, pattern, {}) == Flaw::none);
        REQUIRE(fills_every_piece(schedule));
        REQUIRE(serial_bytes(schedule, pattern, {}) == bound_bytes(pattern, {}));
    }
}

TEST_CASE("split keeps within the tolerance it was given", "[schedule]") {
    const std::uint64_t seed = 31;
    Random random(seed);
    const auto nodes_up_to = [&](std::uint64_t most) { return static_cast<std::int32_t>(2 + random.below(most - 1)); };
    for (int run = 0; run < 1500; ++run) {
        const Pattern pattern = random.chance(1, 3) ? equal_loads(random, nodes_up_to(41)) : random_pattern(random, 40);
        const auto permille = static_cast<std::int32_t>(random.chance(2, 3) ? 10 : random.below(300));
        const Schedule schedule = split(pattern, {}, permille);
        const std::int64_t bound = bound_bytes(pattern, {});
        CAPTURE(seed, run, pattern.nodes, pattern.messages.size(), permille);
        REQUIRE(flaw_of(schedule, pattern, {}) == Flaw::none);
        REQUIRE(serial_bytes(schedule, pattern, {}) - bound <= bound * permille / 1000);
        REQUIRE(schedule.phases() <= 2 * pattern.messages.size() + 4 * static_cast<std::size_t>(pattern.nodes));
    }
}

TEST_CASE("split respects uplinks and comes near the bound that counts them", "[schedule]") {
    const std::uint64_t seed = 32;
    Random random(seed);
    for (int run = 0; run < 1500; ++run) {
        const Pattern pattern = random_pattern(random, 24);
        Topology topology = random_topology(random, pattern.nodes);
        const Schedule schedule = split(pattern, topology, 10);
        const std::int64_t bytes = serial_bytes(schedule, pattern, topology), bound = bound_bytes(pattern, topology);
        CAPTURE(seed, run, pattern.nodes, topology.uplink_pairs.size());
        REQUIRE(flaw_of(schedule, pattern, topology) == Flaw::none);
        REQUIRE(bytes >= bound);
        REQUIRE(bytes <= 2 * bound);
    }
}

TEST_CASE("the same messages in another order are split the same", "[schedule]") {
    const std::uint64_t seed = 33;
    Random random(seed);
    for (int run = 0; run < 200; ++run) {
        const Pattern pattern = random_pattern(random, 20);
        const Topology topology = random_topology(random, pattern.nodes);
        const Pattern again = canonical(pattern.nodes, shuffled(pattern.messages, random)).value();
        CAPTURE(seed, run);
        REQUIRE(split(again, topology, 10) == split(pattern, topology, 10));
        REQUIRE(choose(again, topology, 500, {}).schedule == choose(pattern, topology, 500, {}).schedule);
    }
}

TEST_CASE("a regular all-to-all is not cut", "[schedule]") {
    for (int nodes = 2; nodes <= 24; ++nodes) {
        const Pattern pattern = regular_all_to_all(nodes, 1000);
        const Schedule schedule = split(pattern, {}, 0);
        CAPTURE(nodes);
        REQUIRE(schedule.phases() == static_cast<std::uint32_t>(nodes - 1));
        REQUIRE(schedule.pieces.size() == pattern.messages.size());
    }
}

TEST_CASE("patterns without messages have schedules without phases", "[schedule]") {
    for (const std::int32_t nodes : {0, 1, 5}) {
        const Pattern pattern = canonical(nodes, {}).value();
        CHECK(split(pattern, {}, 0).phases() == 0);
        CHECK(choose(pattern, {}, 0, {}).schedule == Schedule{});
        CHECK(choose(pattern, {}, 0, {}).cost_ps == 0);
    }
}

TEST_CASE("auto takes the cheapest, and the regular all-to-all as it is", "[schedule]") {
    const std::uint64_t seed = 34;
    Random random(seed);
    const Pattern regular = regular_all_to_all(9, 1000);
    CHECK(choose(regular, {}, 0, {}).algorithm == Algorithm::all_to_all);
    for (int run = 0; run < 300; ++run) {
        const Pattern pattern = random_pattern(random, 16);
        const Topology topology = random_topology(random, pattern.nodes);
        const CostModel model{static_cast<std::int64_t>(1 + random.below(500'000)),
                              static_cast<std::int64_t>(random.below(1'000'000'000)),
                              static_cast<std::int64_t>(random.below(100'000'000))};
        const Choice choice = choose(pattern, topology, 0, model);
        CAPTURE(seed, run);
        REQUIRE(flaw_of(choice.schedule, pattern, topology) == Flaw::none);
        REQUIRE(choice.cost_ps == cost_ps(choice.schedule, pattern, topology, model));
        REQUIRE(choice.cost_ps <= cost_ps(greedy(pattern, topology, 0), pattern, topology, model));
    }
}

TEST_CASE("auto weighs the cost of a phase: expensive phases are few, cheap ones allow messages to be cut",
          "[schedule]") {
    const Pattern pattern = canonical(3, {{0, 1, 60}, {1, 2, 60}, {2, 0, 60}, {0, 2, 40}, {1, 0, 1}}).value();
    const Pattern uneven = canonical(4, {{0, 1, 100}, {0, 2, 90}, {3, 1, 80}, {3, 2, 100}, {2, 3, 70}}).value();
    CHECK(choose(pattern, {}, 0, {1, 1'000'000, 0}).schedule.phases() == 2);
    CHECK(choose(uneven, {}, 0, {1'000'000, 1, 0}).cost_ps <=
          cost_ps(greedy(uneven, {}, 0), uneven, {}, {1'000'000, 1, 0}));
}

TEST_CASE("a thousand nodes with random peers are scheduled right by every algorithm, also below uplinks",
          "[schedule]") {
    const std::uint64_t seed = 35;
    Random random(seed);
    std::vector<Message> messages;
    for (std::int32_t from = 0; from < 1000; ++from)
        for (int i = 0; i < 16; ++i)
            messages.push_back(
                {from, static_cast<std::int32_t>(random.below(1000)), static_cast<std::int64_t>(random.below(65'536))});
    const Pattern pattern = canonical(1000, messages).value();
    Topology topology{{}, std::vector<std::int32_t>(20, 25)};
    for (std::int32_t node = 0; node < 1000; ++node) topology.switch_of.push_back(node / 50);
    CAPTURE(seed);
    for (const auto& level : {Topology{}, topology}) {
        CHECK(flaw_of(greedy(pattern, level, 0), pattern, level) == Flaw::none);
        CHECK(flaw_of(all_to_all(pattern, level, 0), pattern, level) == Flaw::none);
        CHECK(flaw_of(split(pattern, level, 10), pattern, level) == Flaw::none);
    }
    const std::int64_t bound = bound_bytes(pattern, {});
    CHECK(serial_bytes(split(pattern, {}, 10), pattern, {}) - bound <= bound / 100);
}
