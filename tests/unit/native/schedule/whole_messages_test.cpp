#include <catch2/catch.hpp>
#include <set>

#include "native/schedule/all_to_all.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/rotation.hpp"
#include "tests/unit/native/schedule/patterns.hpp"

using namespace shunt;
using namespace shunt::schedule;

namespace {

using Pairs = std::vector<std::set<std::pair<int, int>>>;

/// Sender and receiver of each message, phase by phase.
Pairs pairs_of(const Schedule& schedule, const Pattern& pattern) {
    Pairs pairs(schedule.phases());
    for (std::uint32_t phase = 0; phase < schedule.phases(); ++phase)
        for (const auto& piece : schedule.phase(phase))
            pairs[phase].insert({pattern.messages[piece.message].from, pattern.messages[piece.message].to});
    return pairs;
}

Pairs rotation_of(int nodes) {
    Pairs pairs(static_cast<std::size_t>(rotation_phases(nodes)));
    for (int phase = 0; phase < rotation_phases(nodes); ++phase)
        for (int node = 0; node < nodes; ++node)
            pairs[static_cast<std::size_t>(phase)].insert({node, rotation_peers(node, nodes, phase).to});
    return pairs;
}

/// The two steps of the paper, literally: phase after phase, each from the whole list of the remaining messages.
std::vector<std::uint32_t> greedy_by_the_book(const Pattern& pattern, const Topology& topology,
                                              std::int64_t threshold_bytes) {
    std::vector<std::uint32_t> left = by_size(pattern), phase_of(pattern.messages.size());
    for (std::uint32_t phase = 0; !left.empty(); ++phase) {
        const bool rest = pattern.messages[left.front()].bytes < threshold_bytes;
        std::vector<std::uint32_t> later;
        std::vector<int> sends(static_cast<std::size_t>(pattern.nodes)), receives(sends);
        std::vector<int> up(static_cast<std::size_t>(topology.switches())), down(up);
        for (const auto i : left) {
            const auto& message = pattern.messages[i];
            const auto from = static_cast<std::size_t>(message.from), to = static_cast<std::size_t>(message.to);
            const bool crosses = topology.crosses(message);
            const std::size_t above = crosses ? static_cast<std::size_t>(topology.switch_of[from]) : 0;
            const std::size_t below = crosses ? static_cast<std::size_t>(topology.switch_of[to]) : 0;
            const bool port = sends[from] == 0 && receives[to] == 0;
            const bool uplink =
                !crosses || (up[above] < topology.uplink_pairs[above] && down[below] < topology.uplink_pairs[below]);
            if (!rest && !(port && uplink)) {
                later.push_back(i);
                continue;
            }
            phase_of[i] = phase;
            ++sends[from], ++receives[to];
            if (crosses) ++up[above], ++down[below];
        }
        left = later;
    }
    return phase_of;
}

std::vector<std::uint32_t> phase_of_each(const Schedule& schedule) {
    std::vector<std::uint32_t> phases(schedule.pieces.size());
    for (std::uint32_t phase = 0; phase < schedule.phases(); ++phase)
        for (const auto& piece : schedule.phase(phase)) phases[piece.message] = phase;
    return phases;
}

}  // namespace

TEST_CASE("greedy scheduling of the paper's worked example is Figure 3.3", "[schedule]") {
    const Pattern pattern = worked_example();
    const Schedule schedule = greedy(pattern, {}, 0);
    CHECK(pairs_of(schedule, pattern) == Pairs{{{0, 1}, {1, 3}}, {{0, 2}, {2, 3}, {1, 5}}, {{2, 1}}});
    CHECK_FALSE(schedule.last_is_contended);
}

TEST_CASE("all-to-all based scheduling of the paper's worked example is Figure 3.3", "[schedule]") {
    const Pattern pattern = worked_example();
    CHECK(pairs_of(all_to_all(pattern, {}, 0), pattern) == Pairs{{{0, 1}, {2, 3}, {1, 5}}, {{1, 3}, {0, 2}, {2, 1}}});
}

TEST_CASE("messages below the threshold fill the phases of the large ones, and the remaining ones share one phase",
          "[schedule]") {
    const Pattern pattern = worked_example();
    const Schedule by_greedy = greedy(pattern, {}, kMegabyte);
    CHECK(pairs_of(by_greedy, pattern) == Pairs{{{0, 1}, {1, 3}}, {{0, 2}, {2, 3}, {1, 5}, {2, 1}}});
    CHECK(by_greedy.last_is_contended);
    CHECK(flaw_of(by_greedy, pattern, {}) == Flaw::none);
    const Schedule all_small = all_to_all(pattern, {}, kMegabyte + 1);
    CHECK(all_small.phases() == 1);
    CHECK(all_small.last_is_contended);
    CHECK(all_to_all(pattern, {}, 101).phases() == 2);
    CHECK_FALSE(all_to_all(pattern, {}, 101).last_is_contended);
}

TEST_CASE("greedy fills phase after phase as the paper says, whatever the pattern, uplinks and threshold",
          "[schedule]") {
    const std::uint64_t seed = 20;
    Random random(seed);
    for (int run = 0; run < 2000; ++run) {
        const Pattern pattern = random_pattern(random, 12);
        const Topology topology = random_topology(random, pattern.nodes);
        const std::int64_t threshold = random.chance(1, 2) ? 0 : static_cast<std::int64_t>(random.below(70'000));
        CAPTURE(seed, run, pattern.nodes, threshold);
        REQUIRE(phase_of_each(greedy(pattern, topology, threshold)) ==
                greedy_by_the_book(pattern, topology, threshold));
    }
}

TEST_CASE("whole-message schedules carry each byte once and never use a port twice in a phase", "[schedule]") {
    const std::uint64_t seed = 21;
    Random random(seed);
    for (int run = 0; run < 3000; ++run) {
        const Pattern pattern = random_pattern(random, 24);
        const Topology topology = random_topology(random, pattern.nodes);
        const std::int64_t threshold = random.chance(1, 2) ? 0 : static_cast<std::int64_t>(random.below(70'000));
        CAPTURE(seed, run, pattern.nodes, threshold);
        const Schedule by_greedy = greedy(pattern, topology, threshold),
                       by_all_to_all = all_to_all(pattern, topology, threshold);
        REQUIRE(flaw_of(by_greedy, pattern, topology) == Flaw::none);
        REQUIRE(flaw_of(by_all_to_all, pattern, topology) == Flaw::none);
        if (threshold == 0) REQUIRE_FALSE((by_greedy.last_is_contended || by_all_to_all.last_is_contended));
        if (topology.is_one_switch()) REQUIRE(by_all_to_all.phases() <= static_cast<std::uint32_t>(pattern.nodes - 1));
    }
}

TEST_CASE("the order in which messages are given makes no difference", "[schedule]") {
    const std::uint64_t seed = 22;
    Random random(seed);
    for (int run = 0; run < 300; ++run) {
        const Pattern pattern = random_pattern(random, 16);
        const Pattern again = canonical(pattern.nodes, shuffled(pattern.messages, random)).value();
        CAPTURE(seed, run);
        REQUIRE(again == pattern);
        REQUIRE(greedy(again, {}, 1000) == greedy(pattern, {}, 1000));
        REQUIRE(all_to_all(again, {}, 1000) == all_to_all(pattern, {}, 1000));
    }
}

TEST_CASE("a regular all-to-all becomes the rotation", "[schedule]") {
    for (int nodes = 1; nodes <= 40; ++nodes) {
        const Pattern pattern = regular_all_to_all(nodes, 1000);
        CAPTURE(nodes);
        REQUIRE(pairs_of(greedy(pattern, {}, 0), pattern) == rotation_of(nodes));
        REQUIRE(pairs_of(all_to_all(pattern, {}, 0), pattern) == rotation_of(nodes));
    }
}
