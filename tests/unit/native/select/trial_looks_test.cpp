// Looks at the choice: for short calls that are disturbed at times, and for long ones whose times change.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "native/select/trial.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/select/trial_ranks.hpp"

using namespace shunt;
using trial_tests::Ranks;

namespace {

/// One call in ten takes up to 10 us more, whichever candidate carries it.
void disturb(Ranks& ranks, const std::vector<double>& costs) {
    const double more = ranks.uniform() < 0.1 ? 1e4 * ranks.uniform() : 0;
    std::ranges::transform(costs, ranks.cost_ns.begin(), [&](double ns) { return ns + more; });
}

}  // namespace

TEST_CASE("one interruption in a look does not judge short calls", "[select][trial]") {
    int found = 0, runs = 0;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 60); ++seed, ++runs) {
        const std::vector<double> costs = {8800, 11'500, 12'400, 18'600, 13'000, 7300};
        Ranks ranks(seed, 2, costs, true, costs.size() - 1);
        ranks.noise = 0.15;
        for (Trial& trial : ranks.trials) trial.need_nothing_made();
        while (ranks.spent_ns < 5e8) {
            disturb(ranks, costs);
            REQUIRE(ranks.call() >= 0);
        }
        found += ranks.trials[0].choice() == 5;
    }
    CHECK(found > runs * 9 / 10);  // with looks of one block it is found in two of three runs
}

TEST_CASE("an engine that is a little slower than the host does not stay the choice", "[select][trial]") {
    int stays = 0, runs = 0;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 40); ++seed, ++runs) {
        const std::vector<double> costs = {1000, 1060};
        Ranks ranks(seed, 2, costs, true);
        ranks.noise = 0.15;
        while (ranks.ordinal < 200'000) {
            disturb(ranks, costs);
            REQUIRE(ranks.call() >= 0);
        }
        stays += ranks.trials[0].choice() == 1;
    }
    CHECK(stays <= runs / 20);  // it would be one run in six if the host had to be a tenth faster
}

TEST_CASE("a changed time of long calls is noticed after some hundreds of them", "[select][trial]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 30); ++seed) {
        INFO("seed " << seed);
        Ranks ranks(seed, 3, {126e6, 100e6}, true);
        ranks.noise = 0.1;
        REQUIRE(ranks.after(100) == 1);
        ranks.cost_ns[1] = 200e6;
        ranks.after(500);
        CHECK(ranks.trials[0].choice() == 0);
        ranks.cost_ns[1] = 80e6;
        ranks.after(1000);
        CHECK(ranks.trials[0].choice() == 1);
    }
}
