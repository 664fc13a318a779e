#include "native/select/decide.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/registry.hpp"
#include "native/select/decision_cache.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

struct Given {
    config::RuleSet rules;
    OptionValues options = default_engine_options();

    explicit Given(const std::string& text) {
        std::vector<config::RuleLine> lines;
        for (const auto one : config::split(text, ';'))
            lines.push_back({std::string(one), "rule " + std::to_string(lines.size() + 1)});
        std::vector<config::Message> messages;
        rules = config::parse_rules(lines, vocabulary(), messages);
        REQUIRE_FALSE(rules.refused);
        options.edit<pipeline::PipelineOptions>().tcp_least_bytes = 8 << 10;
    }
    Decision decide(const CallFacts& facts) const { return shunt::decide({rules, options}, facts); }
};

CallFacts call(Operation operation, std::int64_t bytes, int ranks = 4, int nodes = 4) {
    return {.call = {operation, ranks, nodes, bytes, 8}, .ordinal = 5000};
}

}  // namespace

TEST_CASE("without a rule for it the host carries a call", "[select]") {
    const Decision decision = Given("bcast -> multicast").decide(call(Operation::barrier, 0));
    CHECK(decision.engine == nullptr);
    CHECK(decision.index == 0);
    CHECK(decision.because.reason == Reason::no_rule);
    CHECK(decision.because.rule == 0);
}

TEST_CASE("the first rule that matches decides, and is named", "[select]") {
    const Given given("bcast 0..1K -> host; bcast -> multicast");
    const Decision small = given.decide(call(Operation::bcast, 1024)),
                   large = given.decide(call(Operation::bcast, 1025));
    CHECK(small.because.reason == Reason::rule_says_host);
    CHECK(small.because.rule == 1);
    CHECK(large.engine == find_engine("multicast"));
    CHECK(large.because.reason == Reason::by_rule);
    CHECK(large.because.rule == 2);
    CHECK(large.until == kForEver);
}

TEST_CASE("what the rule's engine does not carry stays with the host", "[select]") {
    CHECK(Given("allreduce -> multicast").decide(call(Operation::allreduce, 8)).because.reason ==
          Reason::not_supported);
}

TEST_CASE("the model may leave a call to the host, unless the rule says choose=always", "[select]") {
    const CallFacts small = call(Operation::bcast, 8);
    const Decision left = Given("bcast -> pipeline").decide(small),
                   carried = Given("bcast -> pipeline choose=always").decide(small);
    CHECK(left.because.reason == Reason::model);
    CHECK(left.because.rule == 1);
    CHECK(carried.engine == find_engine("pipeline"));
}

TEST_CASE("communicators of one rank, or with others than ours, stay with the host", "[select]") {
    const Given given("* -> pipeline choose=always");
    CHECK(given.decide(call(Operation::bcast, 8, 1, 1)).because.reason == Reason::one_rank);
    CallFacts facts = call(Operation::bcast, 8);
    facts.all_ours = false;
    CHECK(given.decide(facts).because.reason == Reason::not_all_ours);
}

TEST_CASE("a short call waits until its communicator has had enough calls, or has a team", "[select]") {
    const Given given("* -> pipeline");
    CallFacts facts = call(Operation::allreduce, 8, 4, 1);
    facts.ordinal = 1;
    const Decision early = given.decide(facts);
    CHECK(early.engine == nullptr);
    CHECK(early.because.reason == Reason::few_calls);
    REQUIRE(early.until >= 1);
    facts.ordinal = early.until;
    CHECK(given.decide(facts).because.reason == Reason::few_calls);
    facts.ordinal = early.until + 1;
    const Decision late = given.decide(facts);
    CHECK(late.engine == find_engine("pipeline"));
    facts.ordinal = 1;
    facts.teams = std::uint32_t{1} << late.index;
    CHECK(given.decide(facts).engine == find_engine("pipeline"));
}

TEST_CASE("a rule's parameters reach the engine in its own order", "[select]") {
    const Decision decision =
        Given("alltoall -> phased separate=barrier choose=always").decide(call(Operation::alltoall, 1 << 20));
    CHECK(decision.parameters[0] == 0);
    CHECK(decision.parameters[1] == 2);
    CHECK(decision.parameters[2] == 1);
}

TEST_CASE("every reason has words, with the engine and the rule in them", "[select]") {
    for (int number = 1; number < static_cast<int>(Reason::count_); ++number) {
        const auto reason = static_cast<Reason>(number);
        const std::string text = explain({reason, 3, 2}, "pipeline");
        CHECK(text.size() > 10);
        CHECK(text.ends_with(" (rule 2)"));
        CHECK(text.find("E ") == std::string::npos);
        CHECK_FALSE(explain({reason, 0, 0}, "host").ends_with(")"));
    }
    CHECK(explain({}, "host").empty());
    CHECK(explain({Reason::model, 3, 1}, "pipeline") == "pipeline is not expected to be faster than the host (rule 1)");
    CHECK(explain({Reason::slight, 2, 0}, "phased") ==
          "sizes differ between ranks, and the busiest has too few bytes for phased");
}

namespace {

Decision host_until(std::uint32_t until, Operation operation, std::int64_t bytes) {
    Decision decision;
    decision.until = until;
    decision.facts = {operation, 4, 4, bytes, 8};
    return decision;
}

}  // namespace

TEST_CASE("a decision is found by operation and length", "[select]") {
    DecisionCache<int> cache;
    int team = 0;
    CHECK(cache.find(Operation::barrier, 0, 1) == nullptr);
    Decision decision = host_until(kForEver, Operation::bcast, 8);
    decision.engine = engines()[0];
    cache.store(decision, &team);
    const auto* found = cache.find(Operation::bcast, 8, 1);
    REQUIRE(found);
    CHECK(found->team == &team);
    CHECK_FALSE(found->is_host);
    CHECK(cache.find(Operation::bcast, 9, 1) == nullptr);
    CHECK(cache.find(Operation::reduce, 8, 1) == nullptr);
    cache.clear();
    CHECK(cache.find(Operation::bcast, 8, 1) == nullptr);
}

TEST_CASE("a decision for a time is found up to that call and no further", "[select]") {
    DecisionCache<int> cache;
    cache.store(host_until(1000, Operation::allreduce, 8), nullptr);
    CHECK(cache.find(Operation::allreduce, 8, 1000) != nullptr);
    CHECK(cache.find(Operation::allreduce, 8, 1001) == nullptr);
    cache.store(host_until(0, Operation::alltoallv, kBytesDiffer), nullptr);
    CHECK(cache.find(Operation::alltoallv, kBytesDiffer, 1) == nullptr);
}

TEST_CASE("calls that share a place take it from each other and are never mixed up", "[select]") {
    DecisionCache<int> cache;
    for (std::int64_t bytes = 0; bytes < 4096; ++bytes) {
        cache.store(host_until(kForEver, Operation::bcast, bytes), nullptr);
        REQUIRE(cache.find(Operation::bcast, bytes, 1)->decision.facts.block_bytes == bytes);
        const auto* before = cache.find(Operation::bcast, bytes - 1, 1);
        REQUIRE((!before || before->decision.facts.block_bytes == bytes - 1));
    }
}
