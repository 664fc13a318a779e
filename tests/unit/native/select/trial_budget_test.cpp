// What trying costs: rounds begin only where members have combined figures that allow them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "native/select/learning.hpp"
#include "native/select/trial.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/select/trial_ranks.hpp"

using namespace shunt;
using namespace shunt::trial_tests;

namespace {

/// A run whose candidates, noise and length are drawn from the seed: 50 to 200 000 calls of 2 us to 44 ms by the host.
/// Candidates that should be faster take an eighth to twice the host's time; others, an eighth to eight times.
struct Run {
    Ranks ranks;
    std::uint32_t calls = 0;
    double best_ns = 0;

    explicit Run(std::uint64_t seed) : ranks(seed, 3, costs_of(seed), seed % 2 != 0, later_of(seed)) {
        Generator random(seed + 1'000'000);
        std::uniform_real_distribution<> unit(0, 1);
        ranks.disturb(seed, [&] { return unit(random); });
        ranks.lateness_ns = std::min(ranks.lateness_ns, ranks.cost_ns[0]);
        calls = static_cast<std::uint32_t>(50 * std::pow(4000, unit(random)));
        best_ns = *std::min_element(ranks.cost_ns.begin(), ranks.cost_ns.end()) * (1 + ranks.noise) * calls;
    }
    static std::size_t later_of(std::uint64_t seed) { return seed % 5; }
    static std::vector<double> costs_of(std::uint64_t seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs{2e3 * std::exp(10 * unit(random))};
        for (std::size_t i = 0; i < 4; ++i)
            costs.push_back(costs[0] * std::exp((i < 4 - later_of(seed) ? 2.7 : 4) * unit(random) - 2));
        return costs;
    }
};

/// Two members of another communicator than MPI_COMM_WORLD. Each call takes a millisecond, by the engine half of it.
struct Pair {
    Learning learning;
    std::vector<int> first = {1};
    Trial* trial = nullptr;
    std::vector<Budget::Figures> figures = std::vector<Budget::Figures>(2);
    std::uint32_t ordinal = 0, asked = 0;

    explicit Pair(Operation operation = Operation::alltoall) {
        learning.budget().ask_first();
        trial = &learning.trial_of(operation, 1000, first);
    }
    int call() {
        ordinal += 1;
        const int who = trial->next(ordinal);
        trial->took(who, who == 0 ? 1'000'000 : 500'000);
        if (learning.due().trial != trial) return who;
        asked += trial->state() == Trial::State::asking;
        std::vector<std::uint64_t> all = trial->mine();
        all.insert(all.end(), all.begin(), all.end());
        learning.settle(*trial, all, figures, ordinal);
        return who;
    }
    int after(int calls) {
        int who = 0;
        for (int i = 0; i < calls; ++i) who = call();
        return who;
    }
};

}  // namespace

TEST_CASE("no round of trying begins before the run has earned what the earlier ones have cost", "[select][budget]") {
    double shares = 0, free_shares = 0, regret = 0, free_regret = 0;
    int runs = 0;
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 10'000); ++seed) {
        Run run(seed), free(seed);
        run.ranks.limit();
        if (run.ranks.after_quickly(run.calls) < 0) FAIL("ranks part in run " << seed);
        if (free.ranks.after_quickly(free.calls) < 0) FAIL("ranks part in run " << seed << " without a budget");
        if (run.ranks.liar >= 0) continue;
        // With noise, a candidate may seem a little cheaper than it is; if ranks are late, much cheaper.
        const double allowed = Budget::kFirstNs + Budget::kShare * run.ranks.spent_ns;
        if (run.ranks.most_over_ns > (run.ranks.lateness_ns > 0 ? 1.0 : 0.1) * allowed)
            FAIL("run " << seed << " begins a round with " << run.ranks.most_over_ns << " ns too few");
        if (run.best_ns < 1e9) continue;
        runs += 1;
        shares += run.ranks.extra_ns / run.ranks.spent_ns;
        free_shares += free.ranks.extra_ns / free.ranks.spent_ns;
        regret += run.ranks.spent_ns / run.best_ns;
        free_regret += free.ranks.spent_ns / free.best_ns;
    }
    INFO("mean share of trying " << shares / runs << ", without a budget " << free_shares / runs
                                 << "; time against the best's " << regret / runs << ", without "
                                 << free_regret / runs);
    CHECK(shares <= Budget::kShare * runs);
    CHECK(free_shares > Budget::kShare * runs);
    CHECK(regret < 1.04 * free_regret);  // some candidates are found later
}

TEST_CASE("trying waits while other communicators' trials have cost too much, then begins", "[select][budget]") {
    Pair pair;
    pair.figures[1] = {1'000'000'000, 100'000'000'000, 0};  // a second of 100
    CHECK(pair.after(3000) == 0);
    CHECK(pair.asked > 3);
    CHECK(pair.asked < 10);  // rarer and rarer
    CHECK(pair.learning.budget().here_ns() == 0);
    pair.figures[0] = {0, 250'000'000'000, 0};  // the greatest of both members' figures count
    CHECK(pair.after(10'000) == 1);
}

TEST_CASE("members in which one reports nothing are allowed what the others' figures allow", "[select][budget]") {
    Pair pair;
    pair.figures[0] = {};
    pair.figures[1] = {1'000'000, 1'000'000'000, 0};
    CHECK(pair.after(100) == 1);
    CHECK(pair.asked == 1);
}

TEST_CASE("the least that a member has spent on preparations is part of what trying has cost", "[select][budget]") {
    Pair pair;
    pair.figures[0].preparing_ns = 2'000'000;
    pair.figures[1].preparing_ns = 9'000'000;  // it waited for the other one
    pair.call();
    REQUIRE(pair.asked == 1);
    CHECK(pair.trial->cost_ns() == 2e6);
    CHECK(pair.learning.budget().here_ns() == 2e6);
    CHECK(pair.learning.budget().left_ns() < Budget::kFirstNs - 2e6 + 1);
}

TEST_CASE("the cost of trying is the time beyond the choice's, not beyond that of the fastest candidate",
          "[select][budget]") {
    Ranks faster(1, 3, {4e6, 1e6}, true), slower(1, 3, {1e6, 4e6}, true);
    faster.after(100);
    slower.after(100);
    CHECK(faster.trials[0].cost_ns() == 0);  // the host would have carried its calls anyway
    CHECK(slower.trials[0].cost_ns() == Approx(4 * 3e6).epsilon(0.01));
}

TEST_CASE("a second round of long calls leaves out what is clearly slower", "[select][budget]") {
    const bool all_meet = GENERATE(true, false);
    Ranks ranks(1, 3, {100e6, 60e6, 40e6}, all_meet), free(1, 3, {100e6, 60e6, 40e6}, all_meet);
    ranks.limit();
    CHECK(ranks.after(60) == 2);
    CHECK(free.after(60) == 2);
    CHECK(ranks.trials[0].cost_ns() == 0);
    CHECK(free.trials[0].cost_ns() > 100e6);
}

TEST_CASE("candidates that the model puts beyond three times the choice are never tried", "[select][budget]") {
    const double factor = GENERATE(1.0, 0.6);
    Ranks ranks(1, 3, {10e6, 45e6}, true, 1);
    ranks.model({1, factor}, 1.1);
    bool is_tried = false;
    for (int i = 0; i < 20'000; ++i) is_tried = ranks.call() == 1 || is_tried;
    CHECK(is_tried == (factor < 0.7));
}
