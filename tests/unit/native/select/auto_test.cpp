#include "native/select/auto.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/learning.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

/// The calls of one communicator under '* -> auto', of four ranks on four nodes unless a test says otherwise.
struct Program {
    config::RuleSet rules;
    OptionValues options = default_engine_options();
    Learning learning;
    CallFacts facts;

    Program() {
        std::vector<config::Message> messages;
        rules = config::parse_rules({{"* -> auto", "rule 1"}}, vocabulary(), messages);
        REQUIRE_FALSE(rules.refused);
        facts.ordinal = 5000;
        facts.learning = &learning;
    }
    Decision decide(Operation operation, std::int64_t bytes, int ranks = 4, int nodes = 4) {
        facts.call = {operation, ranks, nodes, bytes, 8};
        return shunt::decide({rules, options}, facts);
    }
    /// Makes calls until no candidate is left to be tried; each takes so long on this and on the only other member.
    Decision learn(Operation operation, std::int64_t bytes, std::int64_t host_ns, std::int64_t engine_ns) {
        for (int calls = 0; calls < 1000; ++calls) {
            facts.ordinal += 1;
            const Decision decision = decide(operation, bytes);
            if (!decision.is_timed && decision.trial->state() == Trial::State::chosen) return decision;
            decision.trial->took(decision.index, decision.index == 0 ? host_ns : engine_ns);
            if (decision.trial->state() != Trial::State::combining) continue;
            std::vector<std::uint64_t> all = decision.trial->mine();
            all.insert(all.end(), all.begin(), all.end());
            decision.trial->settle(all, facts.ordinal);
        }
        FAIL("no choice after 1000 calls");
        return {};
    }
    int index_of(std::string_view name) const {
        for (std::size_t i = 0; i < engines().size(); ++i)
            if (engines()[i]->name() == name) return static_cast<int>(i) + 1;
        return -1;
    }
};

}  // namespace

TEST_CASE("auto is a word for rules, and takes no parameters", "[select][auto]") {
    config::Rule rule;
    CHECK(config::parse_rule("bcast 64K.. -> auto", vocabulary(), rule).empty());
    CHECK(rule.engine == config::kAutoEngine);
    CHECK(rule.text == "bcast 64K.. -> auto");
    config::Rule other;
    CHECK_THAT(config::parse_rule("bcast -> auto choose=always", vocabulary(), other),
               Catch::Contains("takes no parameters"));
    CHECK_THAT(config::parse_rule("bcast -> autp", vocabulary(), other), Catch::Contains("auto"));
}

TEST_CASE("auto leaves to the host, for good, what no engine is expected to win", "[select][auto]") {
    Program program;
    const Decision decision = program.decide(Operation::alltoall, 1 << 20, 4, 1);
    CHECK(decision.engine == nullptr);
    CHECK(decision.because.reason == Reason::auto_none);
    CHECK(decision.because.rule == 1);
    CHECK(decision.until == kForEver);
    CHECK(decision.trial == nullptr);
}

TEST_CASE("auto measures movers of data, and keeps who was fastest", "[select][auto]") {
    const bool engine_wins = GENERATE(false, true);
    Program program;
    const Decision first = program.decide(Operation::alltoall, 1 << 20);
    CHECK(first.is_timed);
    CHECK(first.because.reason == Reason::auto_tries);
    CHECK(first.until == program.facts.ordinal);
    const Decision chosen = program.learn(Operation::alltoall, 1 << 20, 9'000, engine_wins ? 3'000 : 30'000);
    CHECK(chosen.because.reason == Reason::auto_measured);
    CHECK(chosen.engine == (engine_wins ? find_engine("phased") : nullptr));
    CHECK(chosen.until > program.facts.ordinal);
    const std::string clause = clause_of(chosen);
    CHECK(clause == (engine_wins ? "auto measured phased 3.00 x faster than the host (3 us against 9 us); "
                                   "chosen at call 5088, trying cost 264 us"
                                 : "auto measured the host 3.33 x faster than phased (9 us against 30 us); "
                                   "chosen at call 5088, trying cost 924 us"));
    CHECK(gain_in_clause(clause).factor == Approx(engine_wins ? 3.0 : 0.0));
    CHECK(explain({Reason::first_clause, 0, 1}, "phased", clause) == clause + " (rule 1)");
}

TEST_CASE("auto looks at the host's own algorithms, one at a time, where no engine is expected to win",
          "[select][auto]") {
    Program program;
    const std::vector<HostCandidate> candidates = {
        {{"two_proc", 0}, 2}, {{"ring", 0}, 0}, {{"ring", 8 << 10}, 0}, {{"bruck", 0}, 0}};
    program.facts.host_candidates = candidates;
    program.facts.ordinal = 100;
    const Decision early = program.decide(Operation::alltoall, 1 << 10, 4, 1);
    CHECK(early.because.reason == Reason::auto_none);
    CHECK(early.until == 200);
    std::map<std::string, int> calls;
    Decision last;
    for (program.facts.ordinal = 201; program.facts.ordinal < 20'000; ++program.facts.ordinal) {
        last = program.decide(Operation::alltoall, 1 << 10, 4, 1);
        REQUIRE(last.engine == nullptr);
        const std::string name(last.choice.algorithm);
        CHECK(last.choice.segment == 0);  // longer than the block
        calls[name] += 1;
        if (!last.is_timed) continue;
        last.trial->took(last.candidate, name == "bruck" ? 300'000 : name == "ring" ? 2'000'000 : 900'000);
        if (last.trial->state() == Trial::State::combining)
            last.trial->settle(last.trial->mine(), program.facts.ordinal);
    }
    CHECK(last.choice.algorithm == "bruck");
    CHECK(calls["bruck"] > 15'000);
    CHECK(calls["ring"] == 4);  // it was far slower, once
    CHECK(calls.count("two_proc") == 0);
    const std::string clause = clause_of(last);
    CHECK_THAT(clause,
               Catch::StartsWith("auto measured the host's bruck 3.00 x faster than the host (300 us against "));
    CHECK_THAT(clause, Catch::Contains("; the host's ring 2000 us); chosen at call "));
    CHECK(gain_in_clause(clause).factor == Approx(3));
    CHECK(gain_in_clause(clause).winner == "the host's bruck");
}

TEST_CASE("calls that auto may not measure go where the measured ones went", "[select][auto]") {
    Program program;
    program.facts.may_try = false;
    CHECK(program.decide(Operation::alltoall, 1 << 20).engine == nullptr);  // nothing is known yet
    CHECK(program.learning.find(Operation::alltoall, 1 << 20) == nullptr);
    program.facts.may_try = true;
    program.learn(Operation::alltoall, 1 << 20, 9'000, 3'000);
    program.facts.may_try = false;
    program.facts.ordinal += 1'000'000;  // a look is due, and is not for them
    const Decision later = program.decide(Operation::alltoall, 1 << 20);
    CHECK(later.engine == find_engine("phased"));
    CHECK_FALSE(later.is_timed);
    CHECK(later.trial->state() == Trial::State::chosen);
}

TEST_CASE("who combines a sum does not depend on times, nor on when a team came", "[select][auto]") {
    Program program;
    const int pipeline = program.index_of("pipeline");
    const std::int64_t bytes = 1 << 20;
    for (const Operation operation : {Operation::reduce, Operation::scan, Operation::exscan}) {
        program.facts.teams = program.facts.settled_teams = 0;
        const Decision wanted = program.decide(operation, bytes);  // the shim notes that a team is wanted
        CHECK(wanted.engine == find_engine("pipeline"));
        CHECK(wanted.because.reason == Reason::auto_expects);
        CHECK(wanted.trial == nullptr);
        program.facts.teams = 1u << pipeline;  // it came by messages in the background
        const Decision early = program.decide(operation, bytes);
        CHECK(early.engine == nullptr);
        CHECK(early.because.reason == Reason::no_team_yet);
        CHECK(early.until == program.facts.ordinal);
        program.facts.settled_teams = program.facts.teams;
        CHECK(program.decide(operation, bytes).engine == find_engine("pipeline"));
    }
}

TEST_CASE("a short sum is carried from the same call on, team or no team", "[select][auto]") {
    Program program;
    program.facts.ordinal = 10;
    program.facts.teams = program.facts.settled_teams = 1u << program.index_of("pipeline");
    const Decision early = program.decide(Operation::allreduce, 8, 4, 1);
    CHECK(early.because.reason == Reason::few_calls);
    program.facts.ordinal = early.until + 1;
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == find_engine("pipeline"));
    program.facts.teams = program.facts.settled_teams = 0;
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == find_engine("pipeline"));
    program.facts.may_try = false;  // a nonblocking one makes no team: its bits must not depend on who came first
    program.facts.teams = 1u << program.index_of("pipeline");
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == nullptr);
}

TEST_CASE("the v forms go by the engine's prospect, with its threshold", "[select][auto]") {
    Program program;
    const Decision decision = program.decide(Operation::alltoallv, kBytesDiffer);
    CHECK(decision.engine == find_engine("phased"));
    CHECK(decision.because.reason == Reason::auto_expects);
    CHECK(decision.least_bytes > 0);
    CHECK(decision.trial == nullptr);
}

TEST_CASE("without a common number for a communicator nothing is measured", "[select][auto]") {
    Program program;
    program.facts.learning = nullptr;
    const Decision decision = program.decide(Operation::alltoall, 1 << 20);
    CHECK(decision.engine == find_engine("phased"));
    CHECK(decision.because.reason == Reason::auto_expects);
}
