#include "native/select/trial.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "native/select/learning.hpp"

using namespace shunt;

namespace {

using Generator = std::mt19937_64;

/// Ranks that make the same calls. Each has its own clock's rate, noise and lateness; one may report 0 always.
struct Ranks {
    Generator random;
    std::vector<Trial> trials;
    std::vector<double> cost_ns;  ///< of a call, by candidate: the host first
    bool synchronises;
    double noise = 0;        ///< a call may take so much longer, as a part of its time
    double lateness_ns = 0;  ///< ranks come so much apart
    int liar = -1;
    std::uint32_t ordinal = 0;
    int delay = 0;  ///< calls until the times have come
    int since = 0;
    double spent_ns = 0;

    /// `later`: so many of the candidates, the last ones, are those that nothing is known of.
    Ranks(std::uint64_t seed, int ranks, std::vector<double> costs, bool all_meet, std::size_t later = 0)
        : random(seed), cost_ns(std::move(costs)), synchronises(all_meet) {
        std::vector<int> candidates;
        for (std::size_t i = 1; i < cost_ns.size(); ++i) candidates.push_back(static_cast<int>(i));
        const std::span<const int> all(candidates);
        const std::size_t first = all.size() - later;
        trials.assign(static_cast<std::size_t>(ranks), Trial(all.first(first), all_meet, all.subspan(first)));
    }

    double uniform() { return std::uniform_real_distribution<>(0, 1)(random); }

    /// One call; who carried it.   Fails: -1, when the ranks disagree.
    int call() {
        ordinal += 1;
        const int carrier = trials[0].next(ordinal);
        for (Trial& trial : trials)
            if (trial.next(ordinal) != carrier || trial.holds_until(ordinal) != trials[0].holds_until(ordinal))
                return -1;
        const double ns = cost_ns[static_cast<std::size_t>(carrier)] * (1 + noise * -std::log(1 - uniform()));
        spent_ns += ns;
        for (std::size_t rank = 0; rank < trials.size(); ++rank) {
            const double waited = synchronises ? lateness_ns * uniform() : 0;
            const double mine = static_cast<int>(rank) == liar ? 0 : ns * (1 + 1e-5 * uniform()) + waited;
            trials[rank].took(carrier, static_cast<std::int64_t>(mine));
        }
        for (const Trial& trial : trials)
            if (trial.state() != trials[0].state()) return -1;
        if (trials[0].state() == Trial::State::combining && since++ >= delay) settle();
        return carrier;
    }

    void settle() {
        since = 0;
        std::vector<std::uint64_t> all;
        for (Trial& trial : trials) {
            const auto mine = trial.mine();
            all.insert(all.end(), mine.begin(), mine.end());
        }
        for (Trial& trial : trials) trial.settle(all, ordinal);
    }

    int after(int calls) {
        int carrier = 0;
        for (int i = 0; i < calls && carrier >= 0; ++i) carrier = call();
        return carrier;
    }
};

}  // namespace

TEST_CASE("a trial with no engine leaves all to the host", "[select][trial]") {
    Trial trial({}, true);
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.next(1) == 0);
    CHECK(trial.holds_until(1) == UINT32_MAX);
}

TEST_CASE("the fastest is chosen, whoever it is, and the slow ones are tried for one block", "[select][trial]") {
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

TEST_CASE("the host carries until the engine has a team, and those calls count for nobody", "[select][trial]") {
    const std::vector<int> engines{3};
    Trial trial(engines, false);
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
    CHECK(trial.without_team_until(ordinal) > ordinal);  // each look for a team costs: they become rare
    CHECK(trial.state() == Trial::State::trying);
    trial.next(ordinal);
    trial.took(3, 100);
    CHECK(trial.without_team_until(ordinal) == ordinal);
}

TEST_CASE("one without a team is set aside, and compared when it has got one", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, false);
    bool has_team = false;
    int carrier = 0;
    const auto calls = [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t ordinal = first; ordinal <= last; ++ordinal) {
            carrier = trial.next(ordinal);
            if (carrier == 2 && !has_team) {
                trial.set_aside(2);
                carrier = 0;
            }
            trial.took(carrier, carrier == 2 ? 100 : carrier == 1 ? 1000 : 5000);
            if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
        }
    };
    calls(1, 150);
    CHECK(carrier == 1);
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.comparison().other == 0);  // of 2 nothing is known yet
    CHECK(trial.comparison().other_ns == Approx(5000));
    calls(151, 3000);
    CHECK(carrier == 1);
    has_team = true;
    calls(3001, 10'000);
    CHECK(carrier == 2);
}

TEST_CASE("where a look loses both that it compares the host is timed, and times are sent", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, false);
    std::uint32_t ordinal = 0;
    const auto call = [&] {
        int carrier = trial.next(++ordinal);
        if (carrier == 2) {
            trial.set_aside(2);
            carrier = 0;
        }
        trial.took(carrier, carrier == 1 ? 1000 : 5000);
        if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
    };
    while (trial.state() != Trial::State::chosen) call();
    REQUIRE(trial.choice() == 1);
    while (trial.state() == Trial::State::chosen) trial.next(++ordinal);  // the look at 2 begins
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

TEST_CASE("an engine that can make no team is out", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, false);
    trial.drop(1);
    for (std::uint32_t ordinal = 1; trial.state() == Trial::State::trying; ++ordinal) {
        const int carrier = trial.next(ordinal);
        CHECK(carrier != 1);
        trial.took(carrier, 100);
        REQUIRE(ordinal < 20);
    }
    CHECK(trial.needs_calls());  // one more call, after which the times are sent
    CHECK(trial.mine().size() == 2);
    CHECK_FALSE(trial.needs_calls());
    trial.drop(2);  // while the times are on their way
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.next(100) == 0);
    CHECK(trial.holds_until(100) == UINT32_MAX);
}

TEST_CASE("one that is dropped while times are on their way is not chosen by them", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    std::uint32_t ordinal = 0;
    while (trial.state() == Trial::State::trying) {
        const int carrier = trial.next(++ordinal);
        trial.took(carrier, carrier == 1 ? 100 : 1000);
    }
    const std::vector<std::uint64_t> all = trial.mine();
    trial.drop(1);
    trial.settle(all, ordinal);
    while (trial.state() == Trial::State::trying) {
        const int carrier = trial.next(++ordinal);
        CHECK(carrier != 1);
        trial.took(carrier, 1000);
    }
    trial.settle(trial.mine(), ordinal);
    CHECK(trial.choice() != 1);
}

TEST_CASE("a choice that has become the worse one is taken back, and not for one bad look", "[select][trial]") {
    Ranks ranks(1, 4, {1e6, 0.3e6}, true);
    REQUIRE(ranks.after(100) == 1);
    ranks.cost_ns[1] = 4e6;
    CHECK(ranks.after(3000) == 0);
    ranks.cost_ns[1] = 0.3e6;
    CHECK(ranks.after(100'000) == 1);
}

TEST_CASE("lengths that come by turns do not favour a candidate", "[select][trial]") {
    // Each second call takes longer by a quarter, the width of a class of lengths; the engine is faster by a tenth.
    int right = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Ranks ranks(seed, 2, {1e5, 0.9e5}, true);
        const std::vector<double> usual = ranks.cost_ns;
        int carrier = 0;
        for (int i = 0; i < 400; ++i) {
            for (std::size_t one = 0; one < usual.size(); ++one) ranks.cost_ns[one] = usual[one] * (i % 2 ? 1.25 : 1);
            carrier = ranks.call();
        }
        right += carrier == 1;
    }
    CHECK(right == 200);
}

TEST_CASE("ranks never part, whatever their times say", "[select][trial]") {
    // 10^5 seeded runs: noise, ranks that come late, one that reports 0, times that come when they like.
    double regret = 0, best = 0;
    for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs;
        for (int i = 0; i < 3; ++i) costs.push_back(1e5 * std::exp(2 * unit(random)));
        Ranks ranks(seed, 3, costs, seed % 2 != 0);
        ranks.noise = unit(random) * 0.3;
        ranks.lateness_ns = seed % 3 ? 0 : 1e5 * unit(random);
        ranks.liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        ranks.delay = static_cast<int>(seed % 4) * 3;
        for (int i = 0; i < 60; ++i) {
            const int carrier = ranks.call();
            if (carrier < 0) FAIL("ranks part in run " << seed << ", call " << i);
            if (i == 30 && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(1);
        }
        if (ranks.liar >= 0 || seed % 7 == 0) continue;
        regret += ranks.spent_ns;
        best += 60 * *std::min_element(costs.begin(), costs.end()) * (1 + ranks.noise);
    }
    INFO("time spent against that of the best: " << regret / best);
    CHECK(regret < 1.5 * best);  // 60 calls, of which 12 and more are for trying
}

namespace {

/// What an earlier run has found, where a call by candidate i took ns[i]: the choice first, which is the fastest.
std::vector<Trial::Timed> found_earlier(const std::vector<double>& ns) {
    std::vector<Trial::Timed> found;
    for (std::size_t one = 0; one < ns.size(); ++one) found.push_back({static_cast<int>(one), ns[one]});
    std::ranges::sort(found, {}, &Trial::Timed::ns);
    return found;
}

}  // namespace

TEST_CASE("what is remembered carries the first call, and stands where its time is right", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const double scale = GENERATE(1.0, 1e-3);
    Ranks ranks(1, 4, {9e6 * scale, 1e6 * scale, 8e6 * scale}, all_meet);
    const double off = GENERATE(0.6, 1.0, 1.7);
    for (Trial& trial : ranks.trials)
        trial.remember(found_earlier({off * 9e6 * scale, off * 1e6 * scale, off * 8e6 * scale}));
    CHECK(ranks.trials[0].memory() == Trial::Memory::unsure);
    for (int i = 0; i < 1000; ++i) CHECK(ranks.call() == 1);
    const Trial& trial = ranks.trials[0];
    CHECK(trial.memory() == Trial::Memory::holds);
    CHECK(trial.state() == Trial::State::chosen);
    CHECK(trial.comparison().other == 0);
    CHECK(trial.comparison().choice_ns == Approx(off * 1e6 * scale));  // as was remembered, like the host's
    CHECK(trial.cost_ns() == 0);
    CHECK(trial.timed().size() == 3);
    int others = 0;  // looks go on as ever
    for (int i = 0; i < 20'000; ++i) others += ranks.call() != 1;
    CHECK(others > 0);
    CHECK(others < 200);
    CHECK(trial.memory() == Trial::Memory::none);
}

TEST_CASE("what is remembered is dropped where calls take another time, and all is tried anew", "[select][trial]") {
    const double off = GENERATE(0.1, 0.45, 2.2, 10.0);
    Ranks ranks(1, 4, {1e6, 3e6, 8e6}, GENERATE(false, true));
    for (Trial& trial : ranks.trials) trial.remember({{{1, 3e6 * off}, {0, 9e6 * off}}});
    CHECK(ranks.call() == 1);
    CHECK(ranks.after(300) == 0);
    const Trial& trial = ranks.trials[0];
    CHECK(trial.memory() == Trial::Memory::dropped);
    CHECK(trial.dropped().remembered.candidate == 1);
    CHECK(trial.dropped().remembered.ns == Approx(3e6 * off));
    CHECK(trial.dropped().now_ns == Approx(3e6).epsilon(0.01));
    CHECK(trial.timed().size() == 3);
    CHECK(trial.chosen_at() > 0);
}

TEST_CASE("short calls that are slow at first are not taken for other ones", "[select][trial]") {
    Ranks ranks(1, 2, {3000, 9000}, true);
    for (Trial& trial : ranks.trials) trial.remember({{{1, 1000}, {0, 3000}}});
    for (int i = 0; i < 100; ++i) CHECK(ranks.call() == 1);
    ranks.cost_ns[1] = 1000;
    for (int i = 0; i < 500; ++i) CHECK(ranks.call() == 1);
    CHECK(ranks.trials[0].memory() == Trial::Memory::holds);
}

TEST_CASE("one slow moment of long calls does not make them others", "[select][trial]") {
    Ranks ranks(1, 2, {9e6, 50e6}, true);
    for (Trial& trial : ranks.trials) trial.remember({{{1, 2e6}, {0, 9e6}}});
    for (int i = 0; i < 4; ++i) CHECK(ranks.call() == 1);
    ranks.cost_ns[1] = 2e6;
    for (int i = 0; i < 100; ++i) CHECK(ranks.call() == 1);
    CHECK(ranks.trials[0].memory() == Trial::Memory::holds);
}

TEST_CASE("what is remembered of others than the candidates changes nothing", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    trial.remember({});
    trial.remember({{{7, 100}, {1, 200}}});
    CHECK(trial.memory() == Trial::Memory::none);
    CHECK(trial.timed().empty());
    trial.remember({{{1, 100}, {7, 200}}});
    CHECK(trial.memory() == Trial::Memory::unsure);
    CHECK(trial.timed().size() == 1);
    Trial none({}, true);
    none.remember({{{0, 100}}});
    CHECK(none.state() == Trial::State::chosen);
    CHECK(none.holds_until(1) == UINT32_MAX);
}

TEST_CASE("what is remembered waits a while for its team, and is dropped where there can be none", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    const auto remembering = [&] {
        Trial trial(engines, false);
        trial.remember({{{1, 100}, {2, 200}, {0, 900}}});
        return trial;
    };
    Trial late = remembering();
    std::uint32_t ordinal = 0;
    for (int i = 0; i < 6; ++i) {
        CHECK(late.next(++ordinal) == 1);
        late.set_aside(1);
        late.took(0, 900);
    }
    while (late.state() == Trial::State::trying) late.took(late.next(++ordinal), 100);
    late.settle(late.mine(), ordinal);
    while (late.memory() == Trial::Memory::unsure) {  // short calls: some rounds may pass
        late.took(late.next(++ordinal), 100);
        if (late.state() == Trial::State::combining) late.settle(late.mine(), ordinal);
        REQUIRE(ordinal < 1000);
    }
    CHECK(late.memory() == Trial::Memory::holds);

    Trial never = remembering();
    for (ordinal = 0; never.memory() == Trial::Memory::unsure; ++ordinal) {
        REQUIRE(ordinal < 40);
        never.next(ordinal);
        never.set_aside(1);
        never.took(0, 900);
    }
    CHECK(never.memory() == Trial::Memory::dropped);
    CHECK(never.state() == Trial::State::trying);
    CHECK(never.choice() == 0);

    Trial gone = remembering();
    gone.drop(1);
    CHECK(gone.memory() == Trial::Memory::dropped);
    for (ordinal = 1; gone.state() == Trial::State::trying; ++ordinal) {
        const int carrier = gone.next(ordinal);
        CHECK(carrier != 1);
        gone.took(carrier, 100);
    }
    gone.drop(2);
    CHECK(gone.state() == Trial::State::chosen);
    CHECK(gone.choice() == 0);
}

TEST_CASE("what is remembered may lose its team while its times are on their way", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    Trial trial(engines, true);
    trial.remember({{{1, 1e6}, {2, 2e6}, {0, 9e6}}});
    std::uint32_t ordinal = 0;
    while (trial.state() == Trial::State::trying) trial.took(trial.next(++ordinal), 1'000'000);
    const std::vector<std::uint64_t> all = trial.mine();
    trial.drop(1);
    CHECK(trial.state() == Trial::State::combining);
    CHECK(trial.next(++ordinal) == 0);
    trial.settle(all, ordinal);
    CHECK(trial.memory() == Trial::Memory::dropped);
    for (int i = 0; i < 200; ++i) {
        const int carrier = trial.next(++ordinal);
        CHECK(carrier != 1);
        trial.took(carrier, carrier == 2 ? 2'000'000 : 9'000'000);
        if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
    }
    CHECK(trial.choice() == 2);
}

TEST_CASE("ranks never part with what they remember, right, stale or of others", "[select][trial]") {
    // As above; ranks know the same, whatever that is.
    double regret = 0, best = 0;
    for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs, then;
        for (int i = 0; i < 4; ++i) costs.push_back((seed % 11 ? 1e5 : 1e3) * std::exp(2 * unit(random)));
        then = costs;
        const bool is_right = seed % 3 == 0;
        if (!is_right)
            for (double& ns : then) ns *= std::exp(3 * unit(random) - 1.5);
        std::vector<Trial::Timed> found = found_earlier(then);
        if (seed % 13 == 0) found.front().candidate = 9;
        if (seed % 17 == 0) found.resize(1);
        Ranks ranks(seed, 3, costs, seed % 2 != 0, seed % 4 == 0 ? 2 : 0);
        for (Trial& trial : ranks.trials) trial.remember(found);
        ranks.noise = unit(random) * 0.3;
        ranks.lateness_ns = seed % 3 ? 0 : 1e5 * unit(random);
        ranks.liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        ranks.delay = static_cast<int>(seed % 4) * 3;
        for (int i = 0; i < 60; ++i) {
            const int carrier = ranks.call();
            if (carrier < 0) FAIL("ranks part in run " << seed << ", call " << i);
            if (i == static_cast<int>(seed % 50) && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(static_cast<int>(seed % 4));
            if (i == static_cast<int>(seed % 40) && seed % 19 == 0)
                for (Trial& trial : ranks.trials) trial.set_aside(static_cast<int>(seed % 4));
        }
        const bool is_plain = seed % 13 != 0 && seed % 7 != 0 && seed % 19 != 0 && ranks.lateness_ns == 0;
        if (ranks.liar >= 0 || !is_right || !is_plain) continue;
        regret += ranks.spent_ns;
        best += 60 * *std::min_element(costs.begin(), costs.end()) * (1 + ranks.noise);
    }
    INFO("time spent against that of the best: " << regret / best);
    CHECK((best == 0 || regret < 1.02 * best));
}

TEST_CASE("candidates that nothing is known of are looked at rarely, and ranks never part", "[select][trial]") {
    constexpr int kCalls = 20'000;
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Generator random(seed);
        std::uniform_real_distribution<> unit(0, 1);
        std::vector<double> costs;
        for (int i = 0; i < 6; ++i) costs.push_back(1e6 * std::exp(2 * unit(random)));
        costs[4] = 1e5;
        Ranks ranks(seed, 3, costs, seed % 2 != 0, seed % 3 == 0 ? 5 : 3);
        ranks.noise = unit(random) * 0.1;
        ranks.liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        ranks.delay = static_cast<int>(seed % 4) * 3;
        int carrier = 0;
        for (int i = 0; i < kCalls && carrier >= 0; ++i) {
            carrier = ranks.call();
            if (i == kCalls / 2 && seed % 7 == 0)
                for (Trial& trial : ranks.trials) trial.drop(5);
        }
        if (carrier < 0) FAIL("ranks part in run " << seed);
        if (ranks.liar >= 0) continue;
        CHECK(carrier == 4);
        const double cost = ranks.trials[0].cost_ns();
        CHECK(cost > 0);
        worst = std::max(worst, cost / ranks.spent_ns);
    }
    CHECK(worst < 0.1);  // of 20 000 calls, of which the first thousands are by slower ones
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

TEST_CASE("where members make different calls all is the host's, also what comes later", "[select][trial]") {
    Learning learning;
    const std::vector<int> engines{1};
    Trial& trial = learning.trial_of(Operation::bcast, 1000, engines);
    for (std::uint32_t ordinal = 1; trial.state() == Trial::State::trying; ++ordinal) {
        const int carrier = trial.next(ordinal);
        trial.took(carrier, 10);
    }
    CHECK(learning.due().trial == &trial);
    CHECK(learning.due().number != 0);
    learning.give_up();
    CHECK(learning.due().trial == nullptr);
    CHECK(trial.next(100) == 0);
    CHECK(learning.trial_of(Operation::bcast, 5000, engines).next(1) == 0);
}
