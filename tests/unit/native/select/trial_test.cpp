#include "native/select/trial.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "native/select/learning.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/select/trial_ranks.hpp"

using namespace shunt;
using namespace shunt::trial_tests;

TEST_CASE("a trial with no engine leaves all to the host", "[select][trial]") {
    Trial trial({}, true);
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.next(1) == 0);
    CHECK(trial.holds_until(1) == UINT32_MAX);
}

TEST_CASE("the fastest candidate is chosen, whichever it is, and slow ones are tried for one block",
          "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const auto [costs, fastest] = GENERATE(table<std::vector<double>, int>(
        {{{9e6, 1e6, 8e6}, 1}, {{9e6, 8e6, 1e6}, 2}, {{1e6, 3e6, 8e6}, 0}, {{1000, 900, 950}, 1}}));
    Ranks ranks(1, 4, costs, all_meet);
    CHECK(ranks.after(300) == fastest);
    CHECK(ranks.trials[0].state() == Trial::State::chosen);
    std::vector<int> calls(costs.size());
    Ranks again(1, 4, costs, all_meet);
    for (int i = 0; i < 300; ++i) calls[static_cast<std::size_t>(again.call())] += 1;
    for (std::size_t one = 1; one < costs.size(); ++one)
        if (costs[one] > 2 * costs[static_cast<std::size_t>(fastest)])
            CHECK(calls[one] == (all_meet ? 1 : 3) + static_cast<int>(Trial::kBlock));
}

TEST_CASE("the host stays where an engine is no faster than the margin", "[select][trial]") {
    CHECK(Ranks(1, 4, {1e6, 0.98e6}, true).after(100) == 0);
    CHECK(Ranks(1, 4, {1e6, 0.96e6}, true).after(100) == 1);
}

TEST_CASE("the host carries until the engine has a team, and these calls are not counted", "[select][trial]") {
    const std::vector<int> engines{3};
    Trial trial(engines, true);
    std::uint32_t ordinal = 0;
    for (int block = 0; trial.next(++ordinal) != 3;) {
        trial.took(0, 1000);
        REQUIRE(++block < 20);
    }
    for (int i = 0; i < 40; ++i) {
        CHECK(trial.next(ordinal) == 3);
        CHECK(trial.without_team_until(ordinal) >= ordinal);
        trial.took(0, 50'000);
        ordinal = trial.without_team_until(ordinal) + 1;
    }
    CHECK(trial.without_team_until(ordinal) > ordinal);  // each look for a team costs time, so looks become rare
    CHECK(trial.state() == Trial::State::trying);
    trial.next(ordinal);
    trial.took(3, 100);
    CHECK(trial.without_team_until(ordinal) == ordinal);
}

TEST_CASE("a candidate without a team is set aside, and compared when it has one", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    bool has_team = false;
    int who = 0;
    const auto calls = [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t ordinal = first; ordinal <= last; ++ordinal) {
            who = trial.next(ordinal);
            if (who == 2 && !has_team) {
                trial.set_aside(2);
                who = 0;
            }
            trial.took(who, who == 2 ? 100 : who == 1 ? 1000 : 5000);
            if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
        }
    };
    calls(1, 150);
    CHECK(who == 1);
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.comparison().other == 0);  // nothing is known of candidate 2 yet
    CHECK(trial.comparison().other_ns == Approx(5000));
    calls(151, 3000);
    CHECK(who == 1);
    has_team = true;
    calls(3001, 10'000);
    CHECK(who == 2);
}

TEST_CASE("the host is timed and the times are sent if a comparison loses both its candidates", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    std::uint32_t ordinal = 0;
    const auto call = [&] {
        int who = trial.next(++ordinal);
        if (who == 2) {
            trial.set_aside(2);
            who = 0;
        }
        trial.took(who, who == 1 ? 1000 : 5000);
        if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
    };
    while (trial.state() != Trial::State::chosen) call();
    REQUIRE(trial.choice() == 1);
    while (trial.state() == Trial::State::chosen) trial.next(++ordinal);  // the look at candidate 2 begins
    trial.set_aside(2);
    trial.drop(1);
    CHECK(trial.choice() == 0);
    while (trial.state() == Trial::State::trying) {
        CHECK(trial.next(++ordinal) == 0);
        trial.took(0, 5000);
    }
    REQUIRE(trial.state() == Trial::State::combining);
    CHECK_FALSE(trial.mine().empty());
}

TEST_CASE("an engine that can make no team is not a candidate", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    trial.drop(1);
    for (std::uint32_t ordinal = 1; trial.state() == Trial::State::trying; ++ordinal) {
        const int who = trial.next(ordinal);
        CHECK(who != 1);
        trial.took(who, 100);
        REQUIRE(ordinal < 20);
    }
    CHECK(trial.needs_calls());  // one more call, after which the times are sent
    CHECK(trial.mine().size() == 2);
    CHECK_FALSE(trial.needs_calls());
    trial.drop(2);  // while the times are in flight
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.next(100) == 0);
    CHECK(trial.holds_until(100) == UINT32_MAX);
}

TEST_CASE("a candidate that is dropped while times are being combined is not chosen by them", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    std::uint32_t ordinal = 0;
    while (trial.state() == Trial::State::trying) {
        const int who = trial.next(++ordinal);
        trial.took(who, who == 1 ? 100 : 1000);
    }
    const std::vector<std::uint64_t> all = trial.mine();
    trial.drop(1);
    trial.settle(all, ordinal);
    while (trial.state() == Trial::State::trying) {
        const int who = trial.next(++ordinal);
        CHECK(who != 1);
        trial.took(who, 1000);
    }
    trial.settle(trial.mine(), ordinal);
    CHECK(trial.choice() != 1);
}

TEST_CASE("a choice that has become slower is replaced, but not for one bad measurement", "[select][trial]") {
    Ranks ranks(1, 4, {1e6, 0.3e6}, true);
    REQUIRE(ranks.after(100) == 1);
    ranks.cost_ns[1] = 4e6;
    CHECK(ranks.after(3000) == 0);
    ranks.cost_ns[1] = 0.3e6;
    CHECK(ranks.after(100'000) == 1);
}

TEST_CASE("a candidate that lost by slow first calls is tried again, beside a nearer rival", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    Ranks ranks(1, 4, {1e5, 2.5e5, 1.05e5}, all_meet, 1);  // the last is one of the host's algorithms
    const auto run = [&](int calls) {
        int carried = 0;
        for (int i = 0; i < calls; ++i) carried += ranks.call() == 1;
        return carried;
    };
    REQUIRE(run(2000) > 0);
    REQUIRE(ranks.trials[0].choice() == 0);
    ranks.cost_ns[1] = 0.5e5;
    CHECK(run(100'000) > 0);
    CHECK(ranks.trials[0].choice() == 1);
}

TEST_CASE("a candidate that releases one member early and the others late is judged by all members",
          "[select][trial]") {
    constexpr std::size_t kRanks = 4;
    const std::vector<int> engines{1, 2};
    std::vector<Trial> trials(kRanks, Trial(engines, true));
    const auto ns = [](int who, std::size_t rank) {
        if (who == 1) return rank == 0 ? 1e5 : 20e5;  // lost packets
        return who == 2 ? 5e5 + 1e4 * static_cast<double>(rank) : 9e5;
    };
    for (std::uint32_t ordinal = 1; ordinal <= 5000; ++ordinal) {
        std::vector<std::uint64_t> all;
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const int who = trials[rank].next(ordinal);
            trials[rank].took(who, static_cast<std::int64_t>(ns(who, rank)));
        }
        if (trials[0].state() != Trial::State::combining) continue;
        for (Trial& trial : trials) {
            const std::vector<std::uint64_t> mine = trial.mine();
            all.insert(all.end(), mine.begin(), mine.end());
        }
        for (Trial& trial : trials) trial.settle(all, ordinal);
    }
    CHECK(trials[0].choice() == 2);
}

TEST_CASE("late ranks do not hide which candidate is faster", "[select][trial]") {
    // If the ranks enter ten calls apart, 5000 calls are too few for many of the choices.
    const auto [lateness, least] = GENERATE(table<double, int>({{0.1, 190}, {1, 190}, {10, 110}}));
    const int count = GENERATE(2, 4, 16);
    int right = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Ranks ranks(seed, count, {1e6, 0.6e6}, true);
        ranks.lateness_ns = lateness * 1e6;
        right += ranks.after(5000) == 1;
    }
    INFO("lateness " << lateness << ", " << count << " ranks");
    CHECK(right >= least);
}

TEST_CASE("trying slower candidates again costs half a percent", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    Ranks ranks(1, 4, {1e5, 9e5, 4e5, 3e5, 0.5e5}, all_meet);
    REQUIRE(ranks.after(1000) == 4);
    ranks.spent_ns = 0;
    constexpr int kCalls = 1'000'000;
    CHECK(ranks.after(kCalls) == 4);
    CHECK(ranks.spent_ns <= 1.005 * kCalls * 0.5e5);
}

TEST_CASE("alternating lengths do not favour a candidate", "[select][trial]") {
    // Each second call takes a quarter longer, which is the width of a class of lengths; the engine is faster by a
    // tenth.
    int right = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Ranks ranks(seed, 2, {1e5, 0.9e5}, true);
        const std::vector<double> usual = ranks.cost_ns;
        int who = 0;
        for (int i = 0; i < 400; ++i) {
            for (std::size_t one = 0; one < usual.size(); ++one) ranks.cost_ns[one] = usual[one] * (i % 2 ? 1.25 : 1);
            who = ranks.call();
        }
        right += who == 1;
    }
    CHECK(right == 200);
}

TEST_CASE("ranks never diverge, whatever times they measure", "[select][trial]") {
    // 10^5 seeded runs: noise, ranks that are late, one that reports 0, times that arrive at any moment.
    double regret = 0, best = 0;
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 100'000); ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs;
        for (int i = 0; i < 3; ++i) costs.push_back(1e5 * std::exp(2 * unit(random)));
        Ranks ranks(seed, 3, costs, seed % 2 != 0);
        ranks.disturb(seed, [&] { return unit(random); });
        for (int i = 0; i < 60; ++i) {
            const int who = ranks.call();
            if (who < 0) FAIL("ranks part in run " << seed << ", call " << i);
            if (i == 30 && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(1);
        }
        if (ranks.liar >= 0 || seed % 7 == 0) continue;
        regret += ranks.spent_ns;
        best += 60 * *std::min_element(costs.begin(), costs.end()) * (1 + ranks.noise);
    }
    INFO("time spent against that of the best: " << regret / best);
    CHECK(regret < 1.5 * best);  // 60 calls, of which at least 12 are for trying
}

TEST_CASE("candidates without known times are tried rarely, and ranks never diverge", "[select][trial]") {
    constexpr int kCalls = 20'000;
    double worst = 0;
    int runs = 0, costly = 0;
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 500); ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs;
        for (int i = 0; i < 6; ++i) costs.push_back(1e6 * std::exp(2 * unit(random)));
        costs[4] = 1e5;
        Ranks ranks(seed, 3, costs, seed % 2 != 0, seed % 3 == 0 ? 5 : 3);
        ranks.noise = unit(random) * 0.1;
        ranks.liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        ranks.delay = static_cast<int>(seed % 4) * 3;
        int who = 0;
        for (int i = 0; i < kCalls && who >= 0; ++i) {
            who = ranks.call();
            if (i == kCalls / 2 && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(5);
        }
        if (who < 0) FAIL("ranks part in run " << seed);
        if (ranks.liar >= 0) continue;
        CHECK(who == 4);
        const double cost = ranks.trials[0].cost_ns();
        runs += 1;
        costly += cost > 0;
        worst = std::max(worst, cost / ranks.spent_ns);
    }
    CHECK(costly > runs * 9 / 10);  // in the others all candidates were faster than the host
    CHECK(worst < 0.1);             // of 20 000 calls, the first thousands of which slower candidates carry
}

TEST_CASE("candidates that the model expects to be faster are tried without delay in long calls", "[select][trial]") {
    const bool all_meet = GENERATE(true, false);
    Ranks ranks(1, 3, {20e6, 9e6, 2e6, 15e6}, all_meet, 3);
    ranks.model({1, 1, 1, 1}, 1.25);
    CHECK(ranks.after(70) == 2);  // by the second of two looks
    const double spent = ranks.spent_ns;
    ranks.after(1000);
    CHECK(ranks.spent_ns - spent == Approx(1000 * 2e6).epsilon(0.01));
    CHECK(ranks.trials[0].lost_hopes() == 0);
}

TEST_CASE("a wrong model costs two trials, and is doubted more", "[select][trial]") {
    const bool all_meet = GENERATE(true, false);
    Ranks ranks(1, 3, {10e6, 30e6, 29e6, 28e6, 27e6}, all_meet, 4);
    ranks.model({1, 0.23, 0.23, 0.3, 0.3}, 1.25);  // 6.9, 6.7, 8.4 and 8.1 ms
    CHECK(ranks.after(400) == 0);
    CHECK(ranks.trials[0].lost_hopes() == 1);
    const double block_calls = all_meet ? 4 : 6;
    CHECK(ranks.trials[0].cost_ns() == Approx(block_calls * 20e6).epsilon(0.01));
}

TEST_CASE("short calls are tried as rarely as without a model", "[select][trial]") {
    Ranks ranks(1, 3, {100e3, 10e3}, true, 1);
    ranks.model({1, 1}, 1.25);
    CHECK(ranks.after(500) == 0);
}

TEST_CASE("ranks never diverge, whatever a model predicts", "[select][trial]") {
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 2000); ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs, factors;
        for (int i = 0; i < 6; ++i) {
            costs.push_back(1e5 * std::exp(5 * unit(random)));
            factors.push_back(std::exp(4 * unit(random) - 2));
        }
        Ranks ranks(seed, 3, costs, seed % 2 != 0, seed % 3 == 0 ? 5 : 3);
        ranks.disturb(seed, [&] { return unit(random); });
        ranks.model(factors, 1.25);
        for (int i = 0; i < 300; ++i) {
            if (ranks.call() < 0) FAIL("ranks part in run " << seed << ", call " << i);
            if (i == 100 && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(5);
        }
    }
}

TEST_CASE("classes of lengths are a quarter wide", "[select][trial]") {
    CHECK(Learning::class_of(0) == 0);
    CHECK(Learning::class_of(7) == 7);
    CHECK(Learning::class_of(8) == 8);
    CHECK(Learning::class_of(9) == 8);
    CHECK(Learning::class_of(10) == 10);
    for (std::int64_t bytes = 1; bytes < (std::int64_t{1} << 40); bytes += bytes / 7 + 1) {
        CHECK(Learning::class_of(bytes) <= bytes);
        CHECK(4 * bytes <= 5 * Learning::class_of(bytes));
    }
    Learning learning;
    const std::vector<int> engines{1};
    Trial& trial = learning.trial_of(Operation::bcast, 1000, engines);
    CHECK(learning.find(Operation::bcast, 1001) == &trial);
    CHECK(learning.find(Operation::bcast, 2000) == nullptr);
    CHECK(learning.find(Operation::alltoall, 1000) == nullptr);
    CHECK(learning.due().trial == nullptr);
}

TEST_CASE("all calls stay with the host if members make different calls, also later ones", "[select][trial]") {
    Learning learning;
    const std::vector<int> engines{1};
    Trial& trial = learning.trial_of(Operation::alltoall, 1000, engines);
    for (std::uint32_t ordinal = 1; trial.state() == Trial::State::trying; ++ordinal) {
        const int who = trial.next(ordinal);
        trial.took(who, 10);
    }
    CHECK(learning.due().trial == &trial);
    CHECK(learning.due().number != 0);
    learning.give_up();
    CHECK(learning.due().trial == nullptr);
    CHECK(trial.next(100) == 0);
    CHECK(learning.trial_of(Operation::bcast, 5000, engines).next(1) == 0);
}
