#include "native/select/decide.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/registry.hpp"
#include "native/select/decision_cache.hpp"
#include "native/select/team_wait.hpp"
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
    CallFacts facts;
    facts.call = {operation, ranks, nodes, bytes, 8};
    facts.ordinal = 5000;
    return facts;
}

}  // namespace

TEST_CASE("the host carries a call that no rule names", "[select]") {
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

TEST_CASE("a call that the rule's engine does not carry stays with the host", "[select]") {
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

TEST_CASE("communicators of one rank, or with ranks of another world, stay with the host", "[select]") {
    const Given given("* -> pipeline choose=always");
    CHECK(given.decide(call(Operation::bcast, 8, 1, 1)).because.reason == Reason::one_rank);
    CallFacts facts = call(Operation::bcast, 8);
    facts.all_ours = false;
    CHECK(given.decide(facts).because.reason == Reason::not_all_ours);
}

TEST_CASE("a communicator made after many others needs some calls first, fewer if they are long", "[select]") {
    const Given given("* -> pipeline");
    CallFacts facts = call(Operation::bcast, 64 << 10, 4, 1);
    const auto last_of_host = [&](std::int64_t bytes, std::uint32_t made_before) {
        facts.call.block_bytes = bytes;
        facts.made_before = made_before;
        facts.ordinal = 1;
        const Decision decision = given.decide(facts);
        if (decision.engine) return std::uint32_t{0};
        CHECK(decision.because.reason == Reason::few_calls);
        facts.ordinal = decision.until + 1;
        CHECK(given.decide(facts).engine == find_engine("pipeline"));
        return decision.until;
    };
    CHECK(last_of_host(64 << 10, 15) == 0);
    CHECK(last_of_host(64 << 10, 16) == 200);
    CHECK(last_of_host(1 << 20, 16) == 15);
    CHECK(last_of_host(64 << 20, 16) == 0);
    facts.teams = std::uint32_t{1} << given.decide(facts).index;
    facts.call.block_bytes = 64 << 10;
    CHECK(given.decide(facts).engine == find_engine("pipeline"));  // it has its team already
    facts.teams = 0;
    CHECK(Given("* -> pipeline choose=always").decide(facts).engine == find_engine("pipeline"));
    CHECK(calls_before_team(facts, {.is_weighed = true}) == 200);
    CHECK(calls_before_team(facts, {.is_weighed = false}) == 0);
    facts.call.nodes = 4;
    CHECK(calls_before_team(facts, {.is_weighed = true}) == 15);
    facts.call.block_bytes = kBytesDiffer;
    CHECK(calls_before_team(facts, {.is_weighed = true, .least_bytes = 8 << 10}) == 111);
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
    CHECK(given.decide(facts).because.reason == Reason::few_calls);  // bits must not depend on what made the team
    facts.call.exact = true;
    CHECK(given.decide(facts).engine == find_engine("pipeline"));
    facts.call = {Operation::bcast, 4, 1, 8, 8};
    CHECK(given.decide(facts).engine == find_engine("pipeline"));
}

TEST_CASE("a rounded sum is carried by an existing team only once a sum has requested it, by rules too", "[select]") {
    const Given given("* -> pipeline");
    CallFacts facts = call(Operation::reduce, 1 << 20);
    const Decision wanted = given.decide(facts);  // the shim notes that the call wants a team
    REQUIRE(wanted.engine == find_engine("pipeline"));
    facts.teams = std::uint32_t{1} << wanted.index;
    const Decision early = given.decide(facts);
    CHECK(early.engine == nullptr);
    CHECK(early.because.reason == Reason::no_team_yet);
    CHECK(early.until == facts.ordinal);
    facts.settled_teams = facts.teams;
    CHECK(given.decide(facts).engine == find_engine("pipeline"));
    facts.settled_teams = 0;
    facts.call.exact = true;
    CHECK(given.decide(facts).engine == find_engine("pipeline"));
}

TEST_CASE("exact and rounded reductions of one length are decided apart", "[select]") {
    DecisionCache<int> cache;
    Decision exact;
    exact.facts = {Operation::allreduce, 4, 4, 64, 8, true};
    cache.store(exact, nullptr);
    CHECK(cache.find(Operation::allreduce, 64, 1) == nullptr);
    CHECK(cache.find(Operation::allreduce, 64, 1, true) != nullptr);
    CHECK(cache.find(Operation::reduce, 64, 1, true) == nullptr);
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
    CHECK(explain({Reason::small_sizes, 2, 0}, "phased") ==
          "sizes differ between ranks, and the busiest has too few bytes for phased");
}

TEST_CASE("a model that leaves a call to the host names the option that decided", "[select]") {
    const Given given("alltoall,alltoallv -> phased; bcast,allreduce -> pipeline; allgather,scatter -> multicast");
    const auto why = [&](Operation operation, std::int64_t bytes, int ranks = 4, int nodes = 4) {
        return clause_of(given.decide(call(operation, bytes, ranks, nodes)));
    };
    CHECK(why(Operation::alltoall, 8) == "below phased.alltoall-least");
    CHECK(why(Operation::alltoall, 8, 4, 1) == "all ranks are on one node");
    CHECK(why(Operation::bcast, 8) == "below pipeline.tcp-least");
    CHECK(why(Operation::allreduce, 8) == "below 4 times pipeline.tcp-least");
    CHECK(why(Operation::bcast, 100, 20, 1) == "ranks outnumber cores, and below pipeline.least");
    CHECK(why(Operation::allgather, 64, 8, 4) == "several ranks share a node");
    CHECK(why(Operation::scatter, 1 << 24) == "above multicast.scatter-most");
    CHECK(why(Operation::bcast, 1 << 20).empty());  // multicast carries it
    CHECK(given.decide(call(Operation::alltoallv, kBytesDiffer)).bound == "below phased.alltoallv-least");
    CHECK(clause_of_sizes(900, "below phased.alltoallv-least") ==
          "members' sizes differ and the busiest has 900 B, below phased.alltoallv-least");
    CHECK(explain({Reason::first_clause, 2, 3}, "phased", "below phased.alltoall-least") ==
          "below phased.alltoall-least (rule 3)");
    CHECK(explain({Reason::first_clause, 2, 3}, "phased").empty());  // the table does not contain it
}

TEST_CASE("the reason for too few calls says how many a communicator needs", "[select]") {
    const Given given("bcast -> pipeline");
    CallFacts early = call(Operation::bcast, 8, 4, 1);
    early.ordinal = 7;
    CHECK(clause_of(given.decide(early)) == "among the first 1000 collectives of its communicator");
}

TEST_CASE("a clause explains every call that an engine is not expected to win, and names existing options",
          "[select]") {
    const OptionValues options = default_engine_options();
    for (const Engine* engine : engines())
        for (std::size_t i = 0; i < kOperationCount; ++i)
            for (const int ranks : {2, 4, 20, 300})
                for (const int nodes : {1, 2, 4, 300})
                    for (const std::int64_t bytes : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{64},
                                                     std::int64_t{100'000}, std::int64_t{1} << 26}) {
                        const Facts facts{static_cast<Operation>(i), ranks, nodes, bytes, 8};
                        if (nodes > ranks || !engine->supports(facts)) continue;
                        const Prospect prospect = engine->prospect(facts, options);
                        INFO(engine->name() << " " << name_of(facts.operation) << " " << prospect.bound);
                        CHECK((prospect.wins && prospect.least_bytes == 0) == prospect.bound.empty());
                        const std::size_t at = prospect.bound.find(std::string(engine->name()) + ".");
                        if (at == std::string_view::npos) continue;
                        const std::string_view key = prospect.bound.substr(at);
                        CHECK(option_table().index(key.substr(0, key.find_first_of(" ,"))) >= 0);
                    }
}

TEST_CASE("rules may mean communicators by how they were made, or by id", "[select]") {
    const Given given("bcast comm world/split -> null; bcast comm world/dup#2 -> phased; bcast comm 0xabc -> pipeline");
    const auto rule_for = [&](std::string_view path, std::uint64_t id) {
        CallFacts facts = call(Operation::bcast, 8);
        facts.communicator = {path, id};
        return given.decide(facts).because.rule;
    };
    CHECK(rule_for("world/split#0", 1) == 1);
    CHECK(rule_for("world/split#17", 0xabc) == 1);
    CHECK(rule_for("world/split#0/dup#2", 1) == 0);
    CHECK(rule_for("world/dup#2", 1) == 2);
    CHECK(rule_for("world/dup#21", 1) == 0);
    CHECK(rule_for("world", 0xabc) == 3);
    CHECK(rule_for("", 0xabc) == 3);
    CHECK(rule_for("", 0) == 0);
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

TEST_CASE("calls that share places in the cache replace each other and are never mixed up", "[select]") {
    DecisionCache<int> cache;
    for (std::int64_t bytes = 0; bytes < 4096; ++bytes) {
        cache.store(host_until(kForEver, Operation::bcast, bytes), nullptr);
        REQUIRE(cache.find(Operation::bcast, bytes, 1)->decision.facts.block_bytes == bytes);
        for (std::int64_t before = bytes - 16; before < bytes; ++before) {
            const auto* const found = cache.find(Operation::bcast, before, 1);
            REQUIRE((!found || found->decision.facts.block_bytes == before));
        }
    }
}

TEST_CASE("a communicator remembers any four kinds of calls", "[select]") {
    constexpr Operation kOperations[] = {Operation::barrier, Operation::scan, Operation::allreduce};
    for (std::int64_t bytes = 1; bytes < 2000; ++bytes) {
        DecisionCache<int> cache;
        for (const Operation operation : kOperations) cache.store(host_until(kForEver, operation, bytes), nullptr);
        cache.store(host_until(kForEver, Operation::barrier, 0), nullptr);
        for (const Operation operation : kOperations) REQUIRE(cache.find(operation, bytes, 1));
        REQUIRE(cache.find(Operation::barrier, 0, 1));
    }
}

TEST_CASE("a new decision replaces the one before", "[select]") {
    DecisionCache<int> cache;
    for (std::uint32_t until = 1; until < 20; ++until) {
        cache.store(host_until(kForEver, Operation::barrier, 0), nullptr);
        cache.store(host_until(until, Operation::scan, 16384), nullptr);
        CHECK(cache.find(Operation::scan, 16384, until));
        CHECK_FALSE(cache.find(Operation::scan, 16384, until + 1));
    }
    for (const std::int64_t bytes : {1, 2, 3, 4}) cache.store(host_until(kForEver, Operation::bcast, bytes), nullptr);
    cache.clear();
    CHECK_FALSE(cache.find(Operation::barrier, 0, 1));
    CHECK_FALSE(cache.find(Operation::scan, 16384, 1));
}

TEST_CASE("a rule for the host may name one of its algorithms", "[select]") {
    const Given given("bcast 64K.. -> host algorithm=pipeline segment=8K; reduce -> host algorithm=linear; * -> host");
    const Decision cut = given.decide(call(Operation::bcast, 64 << 10));
    CHECK(cut.engine == nullptr);
    CHECK(cut.choice.is_given());
    CHECK(cut.choice.algorithm == "pipeline");
    CHECK(cut.choice.segment == 8 << 10);
    CHECK(cut.until == kForEver);
    CHECK(cut.because.rule == 1);
    CHECK(clause_of(cut) == "the host's algorithm pipeline, segment 8K");
    const Decision whole = given.decide(call(Operation::reduce, 8));
    CHECK(whole.choice.segment == 0);
    CHECK(clause_of(whole) == "the host's algorithm linear");
    CHECK(explain(whole.because, "host") == "the host's algorithm as asked (rule 2)");
    const Decision other = given.decide(call(Operation::scan, 8));
    CHECK_FALSE(other.choice.is_given());
    CHECK(other.because.reason == Reason::rule_says_host);
}

TEST_CASE("a call for which the host's algorithm is chosen is not simply left to the host", "[select]") {
    const Given given("bcast -> host algorithm=pipeline; * -> host");
    DecisionCache<int> cache;
    const auto& chosen = cache.store(given.decide(call(Operation::bcast, 8)), nullptr);
    CHECK(chosen.is_host);
    CHECK_FALSE(chosen.is_left_alone());
    CHECK(cache.store(given.decide(call(Operation::reduce, 8)), nullptr).is_left_alone());
}

TEST_CASE("a text of a rule reaches its engine as its number, which is the same for the same text", "[select]") {
    const Given given(
        "bcast -> script file=b.lua; allreduce -> script file=a.lua,c.lua; scan -> script; * -> script file=b.lua");
    const auto number = [&](Operation operation) {
        const Decision decision = given.decide(call(operation, 8));
        CHECK(decision.engine == find_engine("script"));
        return decision.parameters[0];
    };
    CHECK(number(Operation::bcast) == 1);
    CHECK(number(Operation::allreduce) == 2);
    CHECK(number(Operation::scan) == 0);
    CHECK(number(Operation::barrier) == 1);
    REQUIRE(given.rules.texts.size() == 2);
    CHECK(given.rules.texts[0] == config::EngineText{given.rules.rules[0].engine, "b.lua"});
    CHECK(given.rules.texts[1].text == "a.lua,c.lua");
    CHECK(given.decide(call(Operation::alltoallw, kBytesDiffer)).because.reason == Reason::not_supported);
}

TEST_CASE("auto never chooses an engine that only a rule may name", "[select]") {
    const Given given("* -> auto");
    for (std::size_t i = 0; i < kOperationCount; ++i)
        for (const std::int64_t bytes : {8, 4 << 10, 1 << 20})
            CHECK(given.decide(call(static_cast<Operation>(i), bytes, 8, 1)).engine != find_engine("script"));
    CHECK(engine_that_wins({Operation::alltoall, 4, 1, 8, 8}, given.options) == nullptr);
}
