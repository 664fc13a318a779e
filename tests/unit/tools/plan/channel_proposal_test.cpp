#include "tools/plan/channel_proposal.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include "config/plan.hpp"
#include "tests/unit/tools/hand_made.hpp"
#include "tools/plan/kept_promises.hpp"
#include "tools/plan/proposal.hpp"

using namespace shunt;
using namespace shunt::tools;
using record::synthetic::Parts;

namespace {

/// A grid of `rows` by `columns` ranks, row by row: 10 messages to each neighbour in the row, 20 in the column.
PairCounts grid(int rows, int columns) {
    PairCounts counts;
    const auto add = [&](int i, int j, double messages) { counts[{i, j}] = counts[{j, i}] = messages; };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const int rank = row * columns + column;
            if (column + 1 < columns) add(rank, rank + 1, 10);
            if (row + 1 < rows) add(rank, rank + columns, 20);
        }
    return counts;
}

/// Messages of one rank to the others, of 64 bytes each, in phases 1 and 2: `to_next` of them to the next rank, and
/// `across` to the rank half a ring away.
void add_messages(Parts& parts, int size, std::uint64_t to_next, std::uint64_t across) {
    const int own = parts.header.world_rank;
    parts.phases = {{1, 1, parts.header.clock_first.ticks, 0}, {2, 1, parts.header.clock_first.ticks + 1, 0}};
    for (std::uint32_t phase = 0; phase < 2; ++phase) {
        const int peer = phase == 0 ? (own + 1) % size : (own + size / 2) % size;
        const int other = phase == 0 ? (own + size / 2) % size : (own + 1) % size;
        for (const auto& [to, count] : {std::pair{peer, to_next}, std::pair{other, across}})
            hand_made::add(parts, "MPI_Send", to, 64, count, record::kCall | record::kTraffic, 10).key.phase = phase;
    }
}

/// In each row `percent` of the messages used a channel, the others the common mailbox.
void note_channels(Parts& parts, unsigned percent) {
    for (std::uint32_t i = 0; i < parts.cells.size(); ++i) {
        const std::uint64_t all = parts.cells[i].count, by_channel = all * percent / 100;
        parts.messages.push_back({i, record::MessageProtocol::eager, record::MessageWay::shared_memory, 0, by_channel});
        parts.messages.push_back(
            {i, record::MessageProtocol::eager, record::MessageWay::common_mailbox, 0, all - by_channel});
    }
}

/// `percent` < 0: remote write carried nothing.
record::ProfileFile run_of(int size, const std::string& options, int percent = -1) {
    std::vector<Parts> ranks;
    for (int rank = 0; rank < size; ++rank) {
        ranks.push_back(hand_made::idle_rank(rank, size));
        ranks.back().options = options;
        add_messages(ranks.back(), size, 30, 5);
        if (percent >= 0) note_channels(ranks.back(), static_cast<unsigned>(percent));
    }
    return example::load(ranks, 0);
}

/// Each rank on a node of its own; in each row `percent` of the messages used RDMA, the others TCP.
record::ProfileFile spread_run(int size, const std::string& options, unsigned percent) {
    std::vector<Parts> ranks;
    for (int rank = 0; rank < size; ++rank) {
        Parts& parts = ranks.emplace_back(hand_made::idle_rank(rank, size));
        parts.options = options;
        parts.header.node = rank;
        parts.header.node_count = size;
        add_messages(parts, size, 30, 5);
        for (std::uint32_t i = 0; i < parts.cells.size(); ++i) {
            const std::uint64_t all = parts.cells[i].count, by_rdma = all * percent / 100;
            parts.messages.push_back({i, record::MessageProtocol::eager, record::MessageWay::rdma, 0, by_rdma});
            parts.messages.push_back({i, record::MessageProtocol::eager, record::MessageWay::tcp, 0, all - by_rdma});
        }
    }
    return example::load(ranks, 0);
}

}  // namespace

TEST_CASE("the pairs with most messages get the channels, as far as both ends have some", "[tools][plan]") {
    const PairCounts counts = {{{0, 1}, 9}, {{0, 2}, 8}, {{0, 3}, 7}, {{1, 3}, 6},
                               {{2, 3}, 5}, {{2, 1}, 4}, {{3, 0}, 0}};
    using Pairs = std::vector<std::pair<int, int>>;
    CHECK(choose_channels(counts, 1) == Pairs{{0, 1}, {1, 3}});
    CHECK(choose_channels(counts, 2) == Pairs{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 1}});
    CHECK(choose_channels(counts, 9).size() == 6);
    CHECK(choose_channels({}, 4).empty());
}

TEST_CASE("pairs by RDMA have two ends, and both directions count", "[tools][plan]") {
    const PairCounts counts = {{{0, 1}, 5}, {{1, 0}, 5}, {{0, 2}, 8}, {{2, 1}, 7}, {{2, 3}, 6}, {{3, 1}, 1}};
    using Pairs = std::vector<std::pair<int, int>>;
    CHECK(choose_rdma_pairs(counts, 1) == Pairs{{0, 1}, {1, 0}, {2, 3}, {3, 2}});
    CHECK(choose_rdma_pairs(counts, 2) == Pairs{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}});
    CHECK(choose_rdma_pairs(counts, 3).size() == 10);
    CHECK(choose_rdma_pairs({}, 2).empty());
}

TEST_CASE("between nodes a plan names the pairs that get memory for RDMA", "[tools][plan]") {
    const std::string few = "p2p.channels = 1    # environment\n";
    const record::ProfileFile file = spread_run(6, few, 40);
    Proposal found = propose({describe_profile("ring.shunt", file)}, {});
    REQUIRE(found.channels);
    REQUIRE(found.channels->phases.size() == 3);  // two of MPI_Pcontrol, and all together
    const ChannelPhase& second = found.channels->phases[1];
    CHECK((second.between_nodes && second.label == 2));
    CHECK(second.messages == 6 * 35);
    CHECK(second.planned == 6 * 30);  // of ranks half a ring apart, which send to each other
    const ChannelPhase& all = found.channels->phases[2];
    CHECK((all.between_nodes && !all.label));
    CHECK(all.messages == 2 * 6 * 35);
    CHECK(all.now == Approx(0.4 * all.messages));
    CHECK(all.planned == 6 * 35);
    const std::string text = plan_text(found, "ring.plan");
    CHECK_THAT(text, Catch::Contains("420 messages between nodes, of which 40.0 % used RDMA and 50.0 % would use"));
    CHECK_THAT(text, Catch::Contains("[phase 2, between nodes]"));
    const config::Plan plan = config::parse_plan(text, "ring.plan");
    REQUIRE(plan.errors == std::vector<std::string>{});
    CHECK(*config::RankChannels(plan.channels, 4).by_rdma(2) == std::vector{1});
    CHECK(*config::RankChannels(plan.channels, 4).by_rdma(7) == std::vector{1});
    CHECK(config::RankChannels(plan.channels, 4).in_phase(1) == nullptr);

    CHECK_FALSE(propose({describe_profile("ring.shunt", spread_run(6, few, 0))}, {}).channels);  // no rank has RDMA
    CHECK_FALSE(propose({describe_profile("ring.shunt", spread_run(6, "p2p.channels = 3\n", 40))}, {}).channels);
    const std::vector<KeptChannels> kept = kept_channels(file, spread_run(6, few, 60));
    REQUIRE(kept.size() == 2);
    CHECK((kept[1].between_nodes && kept[1].label == 2));
    CHECK(kept[1].before == Approx(0.4));
    CHECK(kept[1].planned == Approx(180.0 / 210));
    CHECK(kept[1].after == Approx(0.6));
}

TEST_CASE("two runs are compared by the messages that used channels, beside the plan's expectation", "[tools][plan]") {
    const std::string few = "p2p.channels = 1    # environment\n";
    const record::ProfileFile before = run_of(6, few, 20), after = run_of(6, few, 80);
    const std::vector<KeptChannels> phases = kept_channels(before, after);
    REQUIRE(phases.size() == 2);
    CHECK(phases[1].label == 2);
    CHECK(phases[1].messages == 6 * 35);
    CHECK(phases[1].before == Approx(7.0 / 35));
    CHECK(phases[1].planned == Approx(30.0 / 35));
    CHECK(phases[1].after == Approx(28.0 / 35));
    std::ostringstream out;
    print_channels(phases, {}, out);
    CHECK_THAT(out.str(), Catch::Contains("20.0 %     85.7 %  80.0 %"));
    CHECK(kept_channels(run_of(6, few), after).at(1).before < 0);  // that run left its messages to the host
    CHECK(kept_channels(before, run_of(6, few)).empty());
    CHECK(kept_channels(before, run_of(6, "p2p.channels = 0    # default\n", 80)).empty());
    CHECK(kept_channels(run_of(3, few, 20), after).at(0).planned > 0);  // extrapolated from fewer ranks
}

TEST_CASE("on more ranks distances are kept, and parts are cut", "[tools][plan]") {
    const PairCounts more = extrapolated(grid(4, 4), 16, 32);
    // Pairs of a grid of 8 rows get most of the channels.
    const PairCounts right = grid(8, 4);
    int found = 0, chosen = 0;
    for (const auto& pair : choose_channels(more, 4)) ++chosen, found += right.contains(pair);
    CHECK(chosen > 90);
    CHECK(found * 2 > chosen);
    // A ring whose ranks are cut into pieces: adjacent pieces exchange messages, and a piece exchanges no less with the
    // nearer piece of the next rank than with a farther one.
    PairCounts ring;
    for (int i = 0; i < 8; ++i) ring[{i, (i + 1) % 8}] = 10, ring[{(i + 1) % 8, i}] = 10;
    const PairCounts longer = extrapolated(ring, 8, 24);
    for (int i = 0; i + 1 < 24; ++i) CHECK(longer.at({i, i + 1}) > 0);
    CHECK(longer.at({5, 6}) >= longer.at({3, 8}));
}

TEST_CASE("on fewer ranks parts are joined, and no rank talks to itself", "[tools][plan]") {
    for (const int to : {8, 5, 3}) {
        const PairCounts fewer = extrapolated(grid(4, 4), 16, to);
        CHECK_FALSE(fewer.empty());
        for (const auto& [pair, messages] : fewer)
            CHECK((pair.first < to && pair.second < to && pair.first != pair.second && messages > 0));
    }
}

TEST_CASE("a plan names the channels of each phase", "[tools][plan]") {
    const record::ProfileFile file = run_of(6, "p2p.channels = 1    # environment\n");
    Proposal found = propose({describe_profile("ring.shunt", file)}, {});
    REQUIRE(found.channels);
    CHECK(found.channels->most == 1);
    CHECK_FALSE(found.channels->is_set_by_plan);
    REQUIRE(found.channels->phases.size() == 3);
    const ChannelPhase& second = found.channels->phases[1];
    CHECK(second.label == 2);
    CHECK(second.messages == 6 * 35);
    CHECK(second.planned == 6 * 30);
    const config::Plan plan = config::parse_plan(plan_text(found, "ring.plan"), "ring.plan");
    REQUIRE(plan.errors == std::vector<std::string>{});
    CHECK(plan.settings.empty());
    const config::RankChannels four(plan.channels, 4);
    CHECK(*four.in_phase(1) == std::vector{5});
    CHECK(*four.in_phase(2) == std::vector{1});
    CHECK(four.in_phase(3)->size() == 1);  // of both phases together
}

TEST_CASE("channels are for the whole run if loops are the phases", "[tools][plan]") {
    const record::ProfileFile file = run_of(6, "p2p.channels = 1\nrecord.phases = loops    # environment\n");
    const Proposal found = propose({describe_profile("ring.shunt", file)}, {});
    REQUIRE(found.channels);
    REQUIRE(found.channels->phases.size() == 1);
    CHECK_FALSE(found.channels->phases[0].label);
    CHECK(found.channels->phases[0].messages == 2 * 6 * 35);
}

TEST_CASE("channels are proposed where there is a limit, or one is asked for", "[tools][plan]") {
    const record::ProfileFile file = run_of(6, "p2p.channels = 0    # default\n");
    CHECK_FALSE(propose({describe_profile("ring.shunt", file)}, {}).channels);
    ProposalWishes wishes;
    wishes.channels = 2;
    Proposal found = propose({describe_profile("ring.shunt", file)}, wishes);
    REQUIRE(found.channels);
    const config::Plan plan = config::parse_plan(plan_text(found, "ring.plan"), "ring.plan");
    REQUIRE(plan.errors == std::vector<std::string>{});
    REQUIRE(plan.settings.size() == 1);
    CHECK(plan.settings[0].key == "p2p.channels");
    CHECK(plan.settings[0].value == "2");
    wishes.ranks = 12;
    found = propose({describe_profile("ring.shunt", file)}, wishes);
    REQUIRE(found.channels);
    CHECK_THAT(found.channels->extrapolation, Catch::Contains("from 6 ranks"));
    CHECK(config::parse_plan(plan_text(found, "ring.plan"), "ring.plan").errors == std::vector<std::string>{});
}
