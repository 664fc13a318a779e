#pragma once
// Ranks that make the same calls under a Trial each, with times drawn from a seed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "native/select/trial.hpp"

namespace shunt::trial_tests {

using Generator = std::mt19937_64;

/// Ranks that make the same calls. Each has its own noise and lateness; one of them may always report 0.
struct Ranks {
    Generator random;
    std::vector<Trial> trials;
    std::vector<double> cost_ns;  ///< of a call, by candidate; the host is the first
    bool synchronises;
    double noise = 0;        ///< a call takes longer at random; a fraction of its time
    double lateness_ns = 0;  ///< how much later than others a rank may arrive
    int liar = -1;
    std::uint32_t ordinal = 0;
    int delay = 0;  ///< calls until the times have arrived
    int since = 0;
    double spent_ns = 0;
    std::size_t most_times = 0;   ///< of a member, combined at once
    std::vector<Budget> budgets;  ///< by rank; empty: trying is not limited
    double extra_ns = 0;          ///< by which calls took longer than the choice's would have, without noise
    double most_over_ns = 0;      ///< by which that exceeded what is allowed when a round began that could cost more

    /// `later`: the number of candidates, the last ones, about which nothing is known.
    Ranks(std::uint64_t seed, int ranks, std::vector<double> costs, bool all_meet, std::size_t later = 0)
        : random(seed), cost_ns(std::move(costs)), synchronises(all_meet) {
        std::vector<int> candidates;
        for (std::size_t i = 1; i < cost_ns.size(); ++i) candidates.push_back(static_cast<int>(i));
        const std::span<const int> all(candidates);
        const std::size_t first = all.size() - later;
        trials.assign(static_cast<std::size_t>(ranks), Trial(all.first(first), all_meet, all.subspan(first)));
    }

    /// The prediction of a model for each candidate, as a factor of its true cost.
    void model(const std::vector<double>& factors, double doubt) {
        std::vector<Trial::Timed> modelled;
        for (std::size_t i = 1; i < cost_ns.size(); ++i)
            modelled.push_back({static_cast<int>(i), cost_ns[i] * factors[i]});
        for (Trial& trial : trials) trial.model(modelled, doubt);
    }

    void limit() {
        budgets.assign(trials.size(), {});
        for (std::size_t rank = 0; rank < trials.size(); ++rank) trials[rank].limit(budgets[rank]);
    }

    /// Noise, lateness, a rank that reports 0, and slow messages, drawn from the seed. `unit` gives numbers from 0 to
    /// 1.
    template <class Unit>
    void disturb(std::uint64_t seed, const Unit& unit) {
        noise = unit() * 0.3;
        lateness_ns = seed % 3 ? 0 : 1e5 * unit();
        liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        delay = static_cast<int>(seed % 4) * 3;
    }

    double uniform() { return std::uniform_real_distribution<>(0, 1)(random); }

    /// Makes one call.   Returns: the candidate that carried it.   Fails: -1 when the ranks disagree.
    int call() {
        ordinal += 1;
        const int who = trials[0].next(ordinal);
        for (Trial& trial : trials)
            if (trial.next(ordinal) != who || trial.holds_until(ordinal) != trials[0].holds_until(ordinal)) return -1;
        const double ns = cost_ns[static_cast<std::size_t>(who)] * (1 + noise * -std::log(1 - uniform()));
        spent_ns += ns;
        const auto choice = static_cast<std::size_t>(trials[0].choice());
        extra_ns += std::max(0.0, cost_ns[static_cast<std::size_t>(who)] - cost_ns[choice]) * (1 + noise);
        for (std::size_t rank = 0; rank < trials.size(); ++rank) {
            const double waited = synchronises ? lateness_ns * uniform() : 0;
            const double mine = static_cast<int>(rank) == liar ? 0 : ns * (1 + 1e-5 * uniform()) + waited;
            trials[rank].took(who, static_cast<std::int64_t>(mine));
        }
        const std::uint64_t digest = trials[0].digest();
        for (std::size_t rank = 1; rank < trials.size(); ++rank)
            if (trials[rank].state() != trials[0].state() || trials[rank].digest() != digest) return -1;
        if (has_ended() && since++ >= delay) settle();
        if (trials[0].is_called_again())
            for (Trial& trial : trials) trial.start(ordinal);
        return who;
    }

    /// Whether the times of a round are due to be combined.
    bool has_ended() {
        const Trial::State state = trials[0].state();
        if (!trials[0].is_scheduled()) return state == Trial::State::combining || state == Trial::State::asking;
        for (Trial& trial : trials) trial.advance(ordinal);
        return trials[0].round_end() <= ordinal;
    }

    void settle() {
        since = 0;
        std::vector<std::uint64_t> all;
        for (Trial& trial : trials) {
            const auto mine = trial.mine();
            most_times = std::max(most_times, mine.size());
            all.insert(all.end(), mine.begin(), mine.end());
        }
        agree();
        const double left = budgets.empty() ? 0 : budgets[0].left_ns();
        for (Trial& trial : trials) trial.settle(all, ordinal);
        const bool is_costly = !budgets.empty() && budgets[0].left_ns() < left && trials[0].needs_calls();
        const double allowed = Budget::kFirstNs + Budget::kShare * spent_ns;
        if (is_costly) most_over_ns = std::max(most_over_ns, extra_ns - allowed);
    }

    /// The liar reports 0.
    void agree() {
        std::vector<Budget::Figures> figures;
        for (std::size_t rank = 0; rank < budgets.size(); ++rank) {
            if (static_cast<int>(rank) == liar) figures.emplace_back();
            else
                figures.push_back(
                    {static_cast<std::uint64_t>(budgets[rank].here_ns()), static_cast<std::uint64_t>(spent_ns), 0});
        }
        for (Budget& budget : budgets) budget.agree(figures);
    }

    /// As after(), but calls that nobody times are not made one by one.   Fails: -1 when the ranks disagree.
    int after_quickly(std::uint32_t calls) {
        int who = 0;
        for (const std::uint32_t end = ordinal + calls; ordinal < end && who >= 0;) {
            who = call();
            if (trials[0].state() != Trial::State::chosen) continue;
            const std::uint32_t until = std::min(trials[0].holds_until(ordinal), trials[0].round_end() - 1);
            const std::uint32_t skipped = std::min(until, end) - std::min(ordinal, std::min(until, end));
            ordinal += skipped;
            spent_ns += skipped * cost_ns[static_cast<std::size_t>(trials[0].choice())] * (1 + noise);
        }
        return who;
    }

    int after(int calls) {
        int who = 0;
        for (int i = 0; i < calls && who >= 0; ++i) who = call();
        return who;
    }
};

}  // namespace shunt::trial_tests
