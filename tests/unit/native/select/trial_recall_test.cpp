#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "native/select/trial.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/select/trial_ranks.hpp"

using namespace shunt;
using namespace shunt::trial_tests;

namespace {

/// The knowledge of an earlier run in which a call by candidate i took ns[i]: first the choice, which is the fastest.
std::vector<Trial::Timed> found_earlier(const std::vector<double>& ns) {
    std::vector<Trial::Timed> found;
    for (std::size_t one = 0; one < ns.size(); ++one) found.push_back({static_cast<int>(one), ns[one]});
    std::ranges::sort(found, {}, &Trial::Timed::ns);
    return found;
}

}  // namespace

TEST_CASE("a remembered choice carries the first call, and stands if its time is right", "[select][trial]") {
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
    CHECK(trial.comparison().choice_ns == Approx(off * 1e6 * scale));  // as remembered, and so is the host's time
    CHECK(trial.cost_ns() == 0);
    CHECK(trial.timed().size() == 3);
    int others = 0;  // looks continue as usual
    const int calls = scale == 1 ? 20'000 : 200'000;
    for (int i = 0; i < calls; ++i) others += ranks.call() != 1;
    CHECK(others > 0);
    CHECK(others < calls / 100);
    CHECK(trial.memory() == Trial::Memory::none);
}

TEST_CASE("a remembered choice is dropped if calls take another time, and all is tried anew", "[select][trial]") {
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

TEST_CASE("a rarely tried candidate is tried at once again if another time of it was remembered", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const double now = GENERATE(2e6, 90e6);
    Ranks ranks(1, 4, {75e6, 40e6, now}, all_meet, 2);
    for (Trial& trial : ranks.trials) trial.remember({{{2, 12e6}, {0, 77e6}}});
    CHECK(ranks.call() == 2);
    CHECK(ranks.after(40) == (now < 75e6 ? 2 : 0));
    const Trial& trial = ranks.trials[0];
    CHECK(trial.memory() == Trial::Memory::dropped);
    CHECK(trial.timed().size() == 2);  // the choice and the host: no other candidate was tried
}

TEST_CASE("no round has more times than a message has room for, whatever was remembered", "[select][trial]") {
    std::vector<double> costs(1 + Trial::kMostFirst + 1, 1000);  // so short that a round has the most blocks
    Ranks ranks(1, 3, costs, GENERATE(false, true), 1);
    for (Trial& trial : ranks.trials) trial.remember({{{static_cast<int>(costs.size()) - 1, 9000}, {0, 9000}}});
    for (int i = 0; i < 2000; ++i) REQUIRE(ranks.call() >= 0);
    CHECK(ranks.trials[0].memory() == Trial::Memory::dropped);
    CHECK(ranks.trials[0].chosen_at() > 0);
    CHECK(ranks.most_times == costs.size() * Trial::kMostBlocks);
    CHECK(ranks.most_times <= Trial::kMostTimes);
}

TEST_CASE("short calls that are slow at first do not drop the remembered choice", "[select][trial]") {
    Ranks ranks(1, 2, {3000, 9000}, true);
    for (Trial& trial : ranks.trials) trial.remember({{{1, 1000}, {0, 3000}}});
    for (int i = 0; i < 100; ++i) CHECK(ranks.call() == 1);
    ranks.cost_ns[1] = 1000;
    for (int i = 0; i < 500; ++i) CHECK(ranks.call() == 1);
    CHECK(ranks.trials[0].memory() == Trial::Memory::holds);
}

TEST_CASE("one slow moment of long calls does not drop the remembered choice", "[select][trial]") {
    Ranks ranks(1, 2, {9e6, 50e6}, true);
    for (Trial& trial : ranks.trials) trial.remember({{{1, 2e6}, {0, 9e6}}});
    for (int i = 0; i < 4; ++i) CHECK(ranks.call() == 1);
    ranks.cost_ns[1] = 2e6;
    for (int i = 0; i < 100; ++i) CHECK(ranks.call() == 1);
    CHECK(ranks.trials[0].memory() == Trial::Memory::holds);
}

TEST_CASE("remembered times of carriers that are not candidates change nothing", "[select][trial]") {
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

TEST_CASE("a candidate is chosen by the model without trying the host if no other could be much better",
          "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const double off = GENERATE(0.85, 1.0, 1.18);  // the true time of calls, divided by the model's prediction
    Ranks ranks(1, 4, {90e6, off * 10e6}, all_meet);
    for (Trial& trial : ranks.trials) trial.trust(std::array{Trial::Timed{1, 10e6}});
    for (int i = 0; i < 5000; ++i) CHECK(ranks.call() == 1);
    const Trial& trial = ranks.trials[0];
    CHECK(trial.source() == Trial::Source::model);
    CHECK(trial.memory() == Trial::Memory::holds);
    CHECK(trial.comparison().choice_ns == Approx(off * 10e6).epsilon(0.01));  // as measured
    CHECK(trial.comparison().other_ns == 0);
    int by_host = 0;
    for (int i = 0; i < 40'000; ++i) by_host += ranks.call() == 0;
    CHECK(by_host > 0);  // the host is looked at, so late that it costs little even where it is ten times slower
    CHECK(by_host < 20);
}

TEST_CASE("another engine is tried after the model's choice, and chosen if it is faster", "[select][trial]") {
    const double other_ns = GENERATE(8e6, 80e6);
    Ranks ranks(1, 4, {90e6, 10e6, other_ns}, true);
    for (Trial& trial : ranks.trials) trial.trust(std::array{Trial::Timed{1, 10e6}});
    int others = 0;
    for (int i = 0; i < 5000; ++i) others += ranks.call() != 1;
    CHECK(ranks.trials[0].choice() == (other_ns < 10e6 ? 2 : 1));
    CHECK((others < 50) == (other_ns > 10e6));
}

TEST_CASE("the model's times for others count if its preferred candidate is slower than predicted", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const double taken_ns = GENERATE(10e6, 11.8e6), other_ns = GENERATE(9e6, 14e6);
    Ranks ranks(1, 4, {90e6, taken_ns, other_ns}, all_meet);
    for (Trial& trial : ranks.trials) {
        trial.model({}, 1.1);
        trial.trust(std::array{Trial::Timed{1, 10e6}, Trial::Timed{2, 10.4e6}});
    }
    int others = 0;
    for (int i = 0; i < 80; ++i) others += ranks.call() != 1;
    CHECK((others > 0) == (taken_ns > 11e6));  // more than predicted for the other, with an error of a tenth
    CHECK(ranks.trials[0].choice() == (taken_ns > 11e6 && other_ns < taken_ns ? 2 : 1));
    CHECK(ranks.trials[0].timed().front().candidate != 0);
}

TEST_CASE("all candidates are tried if calls take another time than the model's", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const double off = GENERATE(0.5, 0.8, 1.25, 3.0);
    Ranks ranks(1, 4, {4e6, off * 10e6, 80e6}, all_meet);
    for (Trial& trial : ranks.trials) trial.trust(std::array{Trial::Timed{1, 10e6}});
    CHECK(ranks.call() == 1);
    CHECK(ranks.after(300) == 0);
    const Trial& trial = ranks.trials[0];
    CHECK(trial.memory() == Trial::Memory::dropped);
    CHECK(trial.dropped().now_ns == Approx(off * 10e6).epsilon(0.01));
    CHECK(trial.timed().size() == 3);
}

TEST_CASE("a remembered engine waits a while for its team, and is dropped if it can have none", "[select][trial]") {
    const std::vector<int> engines{1, 2};
    const auto remembering = [&] {
        Trial trial(engines, true);
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
    while (late.memory() == Trial::Memory::unsure) {  // in short calls some rounds may pass
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
        const int who = gone.next(ordinal);
        CHECK(who != 1);
        gone.took(who, 100);
    }
    gone.drop(2);
    CHECK(gone.state() == Trial::State::chosen);
    CHECK(gone.choice() == 0);
}

TEST_CASE("a remembered engine may lose its team while the times are being combined", "[select][trial]") {
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
        const int who = trial.next(++ordinal);
        CHECK(who != 1);
        trial.took(who, who == 2 ? 2'000'000 : 9'000'000);
        if (trial.state() == Trial::State::combining) trial.settle(trial.mine(), ordinal);
    }
    CHECK(trial.choice() == 2);
}

TEST_CASE("ranks with remembered times never choose differently, whether these are right, stale or of other candidates",
          "[select][trial]") {
    // As above; all ranks have the same knowledge, right or wrong.
    double regret = 0, best = 0;
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 100'000); ++seed) {
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
        const bool is_modelled = seed % 23 == 0;
        for (Trial& trial : ranks.trials) {
            if (is_modelled) trial.trust(std::span(found).first(seed % 2 ? 1 : found.size()));
            else trial.remember(found);
        }
        ranks.disturb(seed, [&] { return unit(random); });
        for (int i = 0; i < 60; ++i) {
            const int who = ranks.call();
            if (who < 0) FAIL("ranks part in run " << seed << ", call " << i);
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
