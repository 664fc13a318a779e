// Runs that end before their trial has chosen, and the next runs.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "native/select/trial.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/select/auto_program.hpp"
#include "tests/unit/native/select/trial_ranks.hpp"

using namespace shunt;
using namespace shunt::auto_tests;
using namespace shunt::trial_tests;

namespace {

/// The knowledge that rank 0 keeps. `is_combined`: all ranks have reported their times at the end.
Trial::Unfinished end_of(const Ranks& ranks, bool is_combined) {
    std::vector<std::uint64_t> all;
    for (const Trial& trial : ranks.trials) {
        const std::vector<std::uint64_t> begun = trial.begun();
        REQUIRE(begun.size() == ranks.trials[0].begun().size());
        if (is_combined) all.insert(all.end(), begun.begin(), begun.end());
    }
    return ranks.trials[0].unfinished(all);
}

}  // namespace

TEST_CASE("runs that are too short for a choice make one together", "[select][trial]") {
    const bool all_meet = GENERATE(false, true);
    const int calls = all_meet ? 24 : 36;
    const std::vector<double> costs{9e3, 7e3, 3e3};  // so short that ten blocks of each candidate are wanted
    Trial::Unfinished found;
    int runs = 0;
    bool is_chosen = false;
    for (; runs < 50 && !is_chosen; ++runs) {
        Ranks ranks(1, 4, costs, all_meet);
        for (Trial& trial : ranks.trials) trial.resume(found);
        REQUIRE(ranks.after(calls) >= 0);
        const Trial& trial = ranks.trials[0];
        is_chosen = trial.chosen_at() != 0 || trial.memory() == Trial::Memory::unsure;
        if (is_chosen) {
            CHECK(trial.choice() == 2);
            continue;
        }
        const Trial::Unfinished next = end_of(ranks, true);
        if (all_meet) CHECK(next.blocks > found.blocks);  // else a run may be too short for a block of each
        if (next.times.empty()) continue;
        REQUIRE(next.times.size() == 3);
        CHECK(next.times.front().candidate == 2);
        CHECK(next.times.front().ns == Approx(3e3).epsilon(0.01));
        found = next;
    }
    CHECK(is_chosen);
    CHECK(runs > 1);
    CHECK(runs < 15);
}

TEST_CASE("times of as many blocks as a choice needs are as good as a remembered choice", "[select][trial]") {
    Ranks ranks(1, 4, {9e3, 7e3, 3e3}, true);
    for (Trial& trial : ranks.trials) trial.resume({{{2, 3e3}, {1, 7e3}, {0, 9e3}}, 10});
    CHECK(ranks.trials[0].memory() == Trial::Memory::unsure);
    for (int i = 0; i < 200; ++i) REQUIRE(ranks.call() == 2);
    CHECK(ranks.trials[0].memory() == Trial::Memory::holds);
    CHECK(ranks.trials[0].chosen_at() != 0);
}

TEST_CASE("only earlier rounds count if the last round was not combined", "[select][trial]") {
    Ranks ranks(1, 4, {9e3, 3e3}, true);
    CHECK(end_of(ranks, false).times.empty());
    ranks.after(5);
    CHECK(end_of(ranks, false).times.empty());
    CHECK(end_of(ranks, true).times.empty());  // one candidate has had no block yet
    ranks.after(10);
    const Trial::Unfinished found = end_of(ranks, false);
    CHECK(found.blocks == 1);
    REQUIRE(found.times.size() == 2);
    Ranks later(1, 4, {9e3, 3e3}, true);
    for (Trial& trial : later.trials) trial.resume(found);
    later.after(2);
    CHECK(end_of(later, false).times.empty());  // that is in the file already
    later.after(1000);
    CHECK(later.trials[0].chosen_at() != 0);
    CHECK(end_of(later, true).times.empty());
}

TEST_CASE("times of another set of candidates are not continued", "[select][trial]") {
    Ranks ranks(1, 2, {9e3, 7e3, 3e3}, true);
    ranks.trials[0].resume({{{0, 9e3}, {1, 7e3}}, 3});
    CHECK(ranks.trials[0].begun().empty());
    CHECK(ranks.trials[0].timed().empty());
}

TEST_CASE("ranks that continue from a run's times never diverge", "[select][trial]") {
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 3000); ++seed) {
        Generator random(seed);
        const auto unit = [&] { return std::uniform_real_distribution<>(0, 1)(random); };
        const bool all_meet = seed % 2 == 0;
        std::vector<double> costs;
        for (int one = 0; one < 3; ++one) costs.push_back(std::exp(std::log(1e3) + unit() * std::log(1e4)));
        Trial::Unfinished found;
        for (int run = 0; run < 6; ++run) {
            Ranks ranks(seed * 8 + static_cast<std::uint64_t>(run), 3, costs, all_meet);
            ranks.disturb(seed + static_cast<std::uint64_t>(run), unit);
            for (Trial& trial : ranks.trials) trial.resume(found);
            REQUIRE(ranks.after(static_cast<int>(150 * unit())) >= 0);
            if (const Trial::Unfinished next = end_of(ranks, run % 3 != 2); !next.times.empty()) found = next;
        }
    }
}

TEST_CASE("unfinished times are a line of text, and replace no finished entry", "[select][knowledge]") {
    Program program;
    std::vector<std::vector<HostCandidate>> none(kOperationCount);
    std::vector<std::uint64_t> all;
    for (int calls = 0; calls < 8; ++calls) {
        program.facts.ordinal += 1;
        const Decision decision = program.decide(Operation::alltoall, 1 << 20);
        decision.trial->took(decision.index, decision.index == 0 ? 9'000 : 3'000);
    }
    for (int member = 0; member < 4; ++member)
        for (const std::uint64_t ns : program.learning.begun()) all.push_back(ns);
    LearntEntries found;
    collect(program.learning, 4, 4, 20782, none, found, all);
    REQUIRE(found.learnt.size() == 1);
    Knowledge knowledge;
    merge(knowledge, "here", found.learnt, {});
    const std::string text = text_of(knowledge);
    CHECK_THAT(text, Catch::Contains(
                         "\nalltoall 1M unfinished 1 ranks 4 nodes 4 -> phased 3.000us, host 9.000us on 2026-11-25\n"));
    CHECK(text_of(parse_knowledge(text).knowledge) == text);
    KnowledgeEntry finished = found.learnt[0];
    finished.blocks = 0;
    merge(knowledge, "here", {finished}, {});
    merge(knowledge, "here", found.learnt, {});
    CHECK(knowledge.find("here")->entries == std::vector<KnowledgeEntry>{finished});
    merge(knowledge, "here", found.learnt, {finished});  // it did not hold, and all candidates were tried anew
    CHECK(knowledge.find("here")->entries == found.learnt);

    InformedProgram stale("alltoall 1M ranks 4 nodes 4 -> phased 30us, host 90us");
    for (int calls = 0; calls < 2000; ++calls) {
        stale.facts.ordinal += 1;
        const Decision decision = stale.decide(Operation::alltoall, 1 << 20);
        if (decision.trial->state() == Trial::State::combining && decision.because.reason == Reason::auto_tries) break;
        decision.trial->took(decision.index, decision.index == 0 ? 9'000 : 3'000);
        if (decision.trial->state() == Trial::State::combining && decision.because.reason != Reason::auto_tries)
            decision.trial->settle(decision.trial->mine(), stale.facts.ordinal);
    }
    LearntEntries anew;
    all.clear();
    for (int member = 0; member < 4; ++member)
        for (const std::uint64_t ns : stale.learning.begun()) all.push_back(ns);
    collect(stale.learning, 4, 4, 20782, none, anew, all);
    REQUIRE(anew.learnt.size() == 1);
    CHECK(anew.learnt[0].blocks == 1);
    REQUIRE(anew.dropped.size() == 1);  // the file's line is removed, although its replacement is unfinished
    CHECK(anew.dropped[0].is_of_same_calls(anew.learnt[0]));

    InformedProgram next("alltoall 1M unfinished 1 ranks 4 nodes 4 -> phased 3us, host 9us");
    next.facts.ordinal = 5000;
    CHECK(next.decide(Operation::alltoall, 1 << 20).because.reason == Reason::auto_tries);
    CHECK(next.learning.find(Operation::alltoall, 1 << 20)->timed().size() == 2);
}
