// Calls that a line of a plan decides about, and the measurements of them.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/plan.hpp"
#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"
#include "native/select/auto.hpp"
#include "native/select/bcast_split.hpp"
#include "native/select/learning.hpp"
#include "native/select/messages.hpp"
#include "native/select/promise.hpp"
#include "native/select/remembering.hpp"
#include "native/select/trial_clause.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

/// A communicator of 4 ranks on a node, with a plan of some lines and with rules.
struct PlannedProgram {
    config::RuleSet rules;
    OptionValues options = default_engine_options();
    Learning learning;
    std::uint32_t ordinal = 1;
    int nodes = 1;
    std::vector<HostCandidate> host_candidates;

    explicit PlannedProgram(const std::string& line, const std::string& rule = {}) {
        config::Plan plan = config::parse_plan("plan 1\nprogram a\nranks 4\n" + line + "\n", "app.plan");
        REQUIRE(plan.errors.empty());
        if (!rule.empty()) plan.lines.push_back({rule, "rule 1"});
        std::vector<config::Message> messages;
        rules = config::parse_rules(plan.lines, vocabulary(), messages);
        REQUIRE(messages.empty());
    }

    CallFacts facts(Operation operation, std::int64_t bytes, bool exact) {
        CallFacts out;
        out.call = {operation, 4, nodes, bytes, 8, exact};
        out.host_candidates = host_candidates;
        out.ordinal = ordinal;
        out.communicator = {"world", 1};
        out.learning = &learning;
        out.teams = ~0u;
        return out;
    }
    Decision decide(Operation operation, std::int64_t bytes, bool exact = true) {
        return shunt::decide({rules, options}, facts(operation, bytes, exact));
    }
    /// Makes calls until `auto` has nothing more to measure. The host's default carries one in `host_ns`.
    Decision run(Operation operation, std::int64_t bytes, std::int64_t host_ns, std::int64_t engine_ns) {
        Decision last = decide(operation, bytes);
        for (; last.is_timed && ordinal < 1000; last = decide(operation, bytes)) {
            last.trial->took(last.candidate, last.candidate != 0 ? engine_ns : host_ns);
            if (last.trial->state() == Trial::State::combining) last.trial->settle(last.trial->mine(), ordinal);
            ordinal += 1;
        }
        return last;
    }
};

constexpr std::string_view kLine = "allreduce 64K..80K ranks 4 nodes 1 comm world -> pipeline";

}  // namespace

TEST_CASE("a plan's line makes its engine carry the first call, and its number is reported", "[select][plan]") {
    PlannedProgram program(shunt::joined({kLine, " | expect 100us instead 300us"}), "* -> host");
    const Decision first = program.decide(Operation::allreduce, 70 << 10);
    CHECK(first.engine == find_engine("pipeline"));
    CHECK(first.because.rule == (config::kPlanLine | 4));
    CHECK(first.is_timed);
    CHECK(clause_of(first) == "the plan expects pipeline 3.00 x faster than the host (100 us against 300 us)");
    CHECK(explain({Reason::first_clause, 0, first.because.rule}, "pipeline", "as ever") == "as ever (plan line 4)");
    CHECK(explain({Reason::by_rule, 0, 3}, "pipeline") == "as asked (rule 3)");
    const Decision other = program.decide(Operation::allreduce, 8 << 10);
    CHECK(other.engine == nullptr);
    CHECK(other.because.rule == 1);
}

TEST_CASE("a plan's line holds if calls take the expected time", "[select][plan]") {
    PlannedProgram program(shunt::joined({kLine, " | expect 100us instead 300us"}));
    const Decision held = program.run(Operation::allreduce, 70 << 10, 300'000, 120'000);
    CHECK(held.engine == find_engine("pipeline"));
    CHECK(held.trial->memory() == Trial::Memory::holds);
    CHECK(program.ordinal < 60);
    const std::string clause = clause_of(held);
    CHECK_THAT(clause, Catch::StartsWith("the plan expects pipeline 3.00 x faster than the host") &&
                           Catch::Contains("; it held at call"));
    CHECK(promise_in_clause(clause).expected_ns == Approx(100'000));
    CHECK(promise_in_clause(clause).host_ns == Approx(300'000));
    CHECK(gain_in_clause(clause).factor == Approx(3));

    LearntEntries learnt;  // figures that were not measured are not kept for other runs
    collect(program.learning, 4, 1, 0, std::vector<std::vector<HostCandidate>>(kOperationCount), learnt);
    CHECK(learnt.learnt.empty());
}

TEST_CASE("a plan's line that is slower than the host is dropped by measuring", "[select][plan]") {
    PlannedProgram program(shunt::joined({kLine, " | expect 100us instead 300us"}));
    const Decision back = program.run(Operation::allreduce, 70 << 10, 300'000, 900'000);
    CHECK(back.engine == nullptr);
    CHECK(back.because.reason == Reason::auto_measured);
    CHECK(back.because.rule == (config::kPlanLine | 4));
    const std::string clause = clause_of(back);
    CHECK_THAT(clause, Catch::StartsWith("auto measured the host 3.00 x faster than pipeline") &&
                           Catch::Contains("as the 100 us planned did not hold"));
    CHECK(promise_in_clause(clause).is_taken_back);
    CHECK(promise_in_clause(clause).expected_ns == Approx(100'000));

    LearntEntries learnt;
    collect(program.learning, 4, 1, 0, std::vector<std::vector<HostCandidate>>(kOperationCount), learnt);
    CHECK(learnt.learnt.size() == 1);
}

TEST_CASE("a plan's line that promises too much holds as long as its engine is faster than the host was",
          "[select][plan]") {
    PlannedProgram gains(shunt::joined({kLine, " | expect 100us instead 300us"}));
    const Decision held = gains.run(Operation::allreduce, 70 << 10, 300'000, 280'000);
    CHECK(held.engine == find_engine("pipeline"));
    CHECK(held.trial->memory() == Trial::Memory::holds);
    CHECK(gains.ordinal < 60);
    CHECK(promise_in_clause(clause_of(held)).expected_ns == Approx(100'000));

    PlannedProgram does_not(shunt::joined({kLine, " | expect 100us instead 300us"}));
    const Decision measured = does_not.run(Operation::allreduce, 70 << 10, 300'000, 295'000);  // no margin is left
    CHECK(measured.trial->memory() == Trial::Memory::dropped);
}

TEST_CASE("a plan's line with wrong times but the right order stays", "[select][plan]") {
    PlannedProgram program(shunt::joined({kLine, " | expect 100us instead 300us"}));
    const Decision measured = program.run(Operation::allreduce, 70 << 10, 900'000, 400'000);
    CHECK(measured.engine == find_engine("pipeline"));
    CHECK(measured.because.reason == Reason::auto_measured);
}

TEST_CASE("a plan decides rounded sums only if its line says so, and never measures them", "[select][plan]") {
    PlannedProgram without(shunt::joined({kLine, " | expect 100us instead 300us"}));
    CHECK(without.decide(Operation::allreduce, 70 << 10, false).because.reason == Reason::no_rule);
    PlannedProgram with(shunt::joined({kLine, " | expect 100us instead 300us rounded"}));
    const Decision decision = with.decide(Operation::allreduce, 70 << 10, false);
    CHECK(decision.engine == find_engine("pipeline"));
    CHECK(decision.trial == nullptr);
    CHECK_FALSE(decision.is_timed);
    CHECK(decision.because.reason == Reason::by_rule);
    CHECK(clause_of(decision) == "as planned: 100 us in place of 300 us");
    CHECK(promise_in_clause(clause_of(decision)).host_ns == Approx(300'000));
}

TEST_CASE("a line without times is measured beside the host, which takes over if it is faster", "[select][plan]") {
    PlannedProgram gains(std::string{kLine}), loses(std::string{kLine});
    CHECK(measures_calls(gains.rules));
    const Decision kept = gains.run(Operation::allreduce, 70 << 10, 300'000, 200'000);
    CHECK(kept.engine == find_engine("pipeline"));
    CHECK(kept.because.reason == Reason::auto_measured);
    CHECK(kept.because.rule == (config::kPlanLine | 4));
    const Decision back = loses.run(Operation::allreduce, 70 << 10, 300'000, 400'000);
    CHECK(back.engine == nullptr);
    CHECK(back.because.reason == Reason::auto_measured);
}

TEST_CASE("the carrier of a line without times carries calls before the first round", "[select][plan]") {
    PlannedProgram program("bcast 8 comm world -> pipeline");
    const Decision decision = program.decide(Operation::bcast, 8);
    CHECK(decision.engine == find_engine("pipeline"));
    REQUIRE(decision.trial != nullptr);
    CHECK(decision.trial->state() == Trial::State::waiting);
    CHECK(decision.trial->awaited() == std::vector{decision.index});
}

TEST_CASE("a line without times that says choose=always is not measured", "[select][plan]") {
    PlannedProgram program("bcast 8 comm world -> pipeline choose=always");
    CHECK_FALSE(measures_calls(program.rules));
    const Decision decision = program.decide(Operation::bcast, 8);
    CHECK(decision.engine == find_engine("pipeline"));
    CHECK(decision.trial == nullptr);
}

TEST_CASE("two lines for one class of lengths are measured apart, and each keeps its own verdict", "[select][plan]") {
    PlannedProgram program(
        "allgather 64K comm world -> multicast | expect 100us instead 300us calls 1..200\n"
        "allgather 64K comm world -> phased | expect 100us instead 300us calls 201..");
    program.nodes = 4;
    const Decision back = program.run(Operation::allgather, 64 << 10, 300'000, 900'000);
    REQUIRE(program.ordinal < 200);
    CHECK(back.engine == nullptr);
    CHECK(back.until <= 200);
    program.ordinal = 201;
    const Decision second = program.decide(Operation::allgather, 64 << 10);
    CHECK(second.engine == find_engine("phased"));
    CHECK(second.because.rule == (config::kPlanLine | 5));
    CHECK(second.trial != back.trial);
    const Decision held = program.run(Operation::allgather, 64 << 10, 300'000, 110'000);
    CHECK(held.engine == find_engine("phased"));
    CHECK(held.trial->memory() == Trial::Memory::holds);

    LearntEntries learnt;  // the first line's calls were measured, the second's only confirmed
    collect(program.learning, 4, 4, 0, std::vector<std::vector<HostCandidate>>(kOperationCount), learnt);
    REQUIRE(learnt.learnt.size() == 1);
    CHECK(learnt.learnt[0].times.at(0).name == "host");
    CHECK(learnt.dropped.empty());
}

TEST_CASE("a line for one of the host's algorithms is compared with its times, and taken back if it is slower",
          "[select][plan]") {
    const std::string line = "allreduce 64K..80K comm world -> host algorithm=ring segment=8K | ";
    const std::vector<HostCandidate> candidates{{{"linear", 0}}, {{"ring", 8 << 10}}};
    PlannedProgram program(line + "expect 100us instead 300us");
    program.host_candidates = candidates;
    CHECK(measures_calls(program.rules));
    const Decision first = program.decide(Operation::allreduce, 70 << 10);
    CHECK(first.engine == nullptr);
    CHECK(first.choice.algorithm == "ring");
    CHECK(first.candidate == kFirstHostCandidate + 1);
    CHECK(first.is_timed);
    CHECK(clause_of(first) ==
          "the plan expects the host's ring/8K 3.00 x faster than the host (100 us against 300 us)");
    const Decision back = program.run(Operation::allreduce, 70 << 10, 300'000, 900'000);
    CHECK(back.because.reason == Reason::auto_measured);
    CHECK_FALSE(back.choice.is_given());
    CHECK(promise_in_clause(clause_of(back)).is_taken_back);

    PlannedProgram without_times(line);
    without_times.host_candidates = candidates;
    const Decision kept = without_times.run(Operation::allreduce, 70 << 10, 300'000, 100'000);
    CHECK(kept.because.reason == Reason::auto_measured);
    CHECK(kept.choice.algorithm == "ring");
}

TEST_CASE("a line for a host's algorithm that may not be measured keeps it, with its promise", "[select][plan]") {
    PlannedProgram program(
        "allreduce comm world -> host algorithm=ring segment=8K | expect 100us instead 300us rounded");
    const Decision unknown = program.decide(Operation::allreduce, 70 << 10);  // no candidate of `auto` here
    CHECK(unknown.trial == nullptr);
    CHECK(unknown.choice.algorithm == "ring");
    program.host_candidates = {{{"ring", 8 << 10}}};
    const Decision rounded = program.decide(Operation::allreduce, 70 << 10, false);
    CHECK(rounded.trial == nullptr);
    CHECK(rounded.because.reason == Reason::host_algorithm);
    for (const Decision& decision : {unknown, rounded}) {
        CHECK(clause_of(decision) == "as planned: 100 us in place of 300 us, by the host's ring/8K");
        CHECK(promise_in_clause(clause_of(decision)).expected_ns == Approx(100'000));
        CHECK(promise_in_clause(clause_of(decision)).host_ns == Approx(300'000));
    }
}

TEST_CASE("decisions end where a plan's line begins or ends", "[select][plan]") {
    PlannedProgram program(shunt::joined({kLine, " | calls 11..20"}), "* -> host");
    program.ordinal = 3;
    const Decision before = program.decide(Operation::allreduce, 70 << 10);
    CHECK(before.engine == nullptr);
    CHECK(before.until == 10);
    program.ordinal = 11;
    const Decision within = program.decide(Operation::allreduce, 70 << 10);
    CHECK(within.because.rule == (config::kPlanLine | 4));
    CHECK(within.until <= 20);
    program.ordinal = 21;
    CHECK(program.decide(Operation::allreduce, 70 << 10).until == kForEver);
}

TEST_CASE("a plan that measures broadcasts is reported to split their members", "[select][plan]") {
    PlannedProgram program("bcast comm world -> pipeline | expect 1us instead 3us");
    CallFacts facts = program.facts(Operation::bcast, 0, false);
    CHECK(splits_bcasts({program.rules, program.options}, facts, 1));
    CHECK(may_measure({program.rules, program.options}, facts, Operation::bcast));
    CHECK_FALSE(may_measure({program.rules, program.options}, facts, Operation::scatter));
}

TEST_CASE("messages are decided by a plan's line too", "[select][plan]") {
    PlannedProgram program("p2p ranks 4 nodes 1 comm world -> remote_write");
    MessageFacts facts;
    facts.ranks = 4;
    facts.all_ours = facts.id_is_agreed = true;
    facts.communicator = {"world", 1};
    const MessageDecision decision = decide_messages(program.rules, facts);
    CHECK(decision.is_carried);
    CHECK(decision.because.rule == (config::kPlanLine | 4));
}
