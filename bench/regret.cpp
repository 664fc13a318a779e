// How much longer do simulated runs under `auto` take than with the fastest candidate from the first call on? Without
// MPI. bench_regret [SEEDS] prints, for runs of several numbers of calls, the mean regret with and without a limit on
// what trying costs, and what trying costs then, as CSV. regret.py draws it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tests/unit/native/select/trial_ranks.hpp"

namespace {

using shunt::trial_tests::Ranks;

/// Of all runs, divided by the number of runs.
struct Mean {
    double regret = 0, trying = 0;
};

/// The host takes 2 us to 44 ms. Candidates that should be faster take an eighth to twice its time; others, an eighth
/// to eight times.
Ranks ranks_of(std::uint64_t seed) {
    shunt::trial_tests::Generator random(seed);
    std::uniform_real_distribution<> unit(0, 1);
    const std::size_t later = seed % 5;
    std::vector<double> costs{2e3 * std::exp(10 * unit(random))};
    for (std::size_t i = 0; i < 4; ++i)
        costs.push_back(costs[0] * std::exp((i < 4 - later ? 2.7 : 4) * unit(random) - 2));
    Ranks ranks(seed, 3, costs, seed % 2 != 0, later);
    ranks.noise = 0.3 * unit(random);
    return ranks;
}

Mean mean_of(std::uint32_t calls, std::uint64_t seeds, bool is_limited) {
    Mean mean;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Ranks ranks = ranks_of(seed);
        if (is_limited) ranks.limit();
        if (ranks.after_quickly(calls) < 0)
            std::fprintf(stderr, "ranks part in run %lu\n", static_cast<unsigned long>(seed));
        const double least = *std::min_element(ranks.cost_ns.begin(), ranks.cost_ns.end());
        mean.regret += ranks.spent_ns / (least * (1 + ranks.noise) * calls) / static_cast<double>(seeds);
        mean.trying += ranks.extra_ns / ranks.spent_ns / static_cast<double>(seeds);
    }
    return mean;
}

}  // namespace

int main(int argc, char** argv) {
    const auto seeds = static_cast<std::uint64_t>(argc > 1 ? std::atoll(argv[1]) : 1000);
    std::puts("calls,regret,regret_unlimited,trying,trying_unlimited");
    for (std::uint32_t calls = 100; calls <= 300'000; calls = calls * 10 / 3 / 10 * 10) {
        const Mean limited = mean_of(calls, seeds, true), unlimited = mean_of(calls, seeds, false);
        std::printf("%u,%.4f,%.4f,%.5f,%.5f\n", calls, limited.regret, unlimited.regret, limited.trying,
                    unlimited.trying);
    }
    return 0;
}
