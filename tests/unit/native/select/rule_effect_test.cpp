#include "native/select/rule_effect.hpp"

#include <catch2/catch.hpp>

#include "config/plan.hpp"
#include "config/rule_parser.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/select/decide.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

config::RuleSet rules_of(const std::string& text) {
    std::vector<config::RuleLine> lines;
    for (const auto one : config::split(text, ';'))
        lines.push_back({std::string(one), "SHUNT_RULES, rule " + std::to_string(lines.size() + 1)});
    std::vector<config::Message> messages;
    auto rules = config::parse_rules(lines, vocabulary(), messages);
    REQUIRE_FALSE(rules.refused);
    return rules;
}

/// The messages about `text` in such a job, one a line.
std::string said_of(const std::string& text, const JobShape& job) {
    const config::RuleSet rules = rules_of(text);
    OptionValues options = default_engine_options();
    options.edit<pipeline::PipelineOptions>().tcp_least_bytes = 8 << 10;
    std::string said;
    for (const IdleRule& idle : idle_rules(rules, job, options)) said += sentence_of(idle) + "\n";
    return said;
}

constexpr JobShape kAnyJob = any_job(8), kOneNode{4, 1, 4, 8}, kFourHosts{4, 4, 1, 8}, kTwoOfFour{8, 2, 4, 8};

}  // namespace

TEST_CASE("a rule whose engine never carries the operation is named, with one that does", "[rules]") {
    const std::string expected =
        "rule 'allreduce -> multicast' (SHUNT_RULES, rule 1) never acts: multicast does not carry allreduce; "
        "'allreduce -> pipeline' would act\n";
    CHECK(said_of("allreduce -> multicast", kAnyJob) == expected);
    CHECK(said_of("allreduce -> multicast", kOneNode) == expected);
    CHECK(said_of("bcast -> phased", kAnyJob).find("phased does not carry bcast; 'bcast -> multicast' would act") !=
          std::string::npos);
    CHECK(said_of("bcast -> phased", kOneNode).find("'bcast -> pipeline' would act") != std::string::npos);
    CHECK(said_of("allreduce -> multicast choose=always", kAnyJob) != "");
}

TEST_CASE("a rule that only acts among nodes is named on one node alone", "[rules]") {
    CHECK(said_of("alltoallv -> phased", kAnyJob).empty());
    CHECK(said_of("alltoallv -> phased", kFourHosts).empty());
    CHECK(said_of("alltoallv -> phased choose=always", kOneNode).empty());
    CHECK(said_of("alltoallv -> phased", kOneNode) ==
          "rule 'alltoallv -> phased' (SHUNT_RULES, rule 1) never acts: phased leaves alltoallv on one node to the "
          "host MPI, which is taken to be "
          "faster; choose=always has it carried all the same\n");
    CHECK(said_of("bcast -> multicast", kOneNode)
              .find("multicast does not carry bcast on one node; 'bcast -> pipeline' would act") != std::string::npos);
    CHECK(
        said_of("barrier -> pipeline", kFourHosts).find("with 4 ranks on 4 nodes; 'barrier -> multicast' would act") !=
        std::string::npos);
    CHECK(said_of("barrier -> pipeline", kTwoOfFour).empty());  // supported for the four ranks of one node
}

TEST_CASE("the operations of a rule that never act are named", "[rules]") {
    const std::string said = said_of("bcast,allreduce,scan -> multicast", kFourHosts);
    CHECK(said.find("does not carry allreduce") != std::string::npos);
    CHECK(said.find("does not carry scan") != std::string::npos);
    CHECK(said.find("bcast;") == std::string::npos);
}

TEST_CASE("a rule for all operations is named when it acts for none of them", "[rules]") {
    CHECK(said_of("* -> multicast", kFourHosts).empty());
    CHECK(said_of("* -> pipeline", kOneNode).empty());
    CHECK(said_of("* -> multicast", kOneNode) ==
          "rule '* -> multicast' (SHUNT_RULES, rule 1) never acts: multicast carries none of its calls on one node; '* "
          "-> pipeline' would act\n");
}

TEST_CASE("the engine named instead of a rule for all operations would act by itself", "[rules]") {
    CHECK(said_of("* -> multicast choose=always", kOneNode).find("'* -> pipeline' would act") != std::string::npos);
}

TEST_CASE("a rule behind others that take all its calls is named", "[rules]") {
    CHECK(said_of("bcast -> pipeline; bcast 1M.. -> multicast", kFourHosts)
              .find("the rules before it take all its calls of bcast") != std::string::npos);
    CHECK(said_of("bcast ..64K -> pipeline; bcast -> multicast", kFourHosts).empty());
    CHECK(said_of("alltoall 64K.. -> phased; * -> host", kFourHosts).empty());
}

TEST_CASE("lines of a plan for other phases take no calls from a line", "[rules]") {
    const auto said_of_plan = [](const std::string& lines) {
        const config::Plan plan = config::parse_plan("plan 1\nprogram a\nranks 4\n" + lines, "app.plan");
        REQUIRE(plan.errors.empty());
        std::vector<config::Message> messages;
        const config::RuleSet rules = config::parse_rules(plan.lines, vocabulary(), messages);
        std::string said;
        for (const IdleRule& idle : idle_rules(rules, kOneNode, default_engine_options()))
            said += sentence_of(idle) + "\n";
        return said;
    };
    const std::string first = "barrier comm world -> pipeline | calls 1..20\n";
    CHECK(said_of_plan(first + "barrier comm world -> pipeline | calls 21..40\n").empty());
    CHECK(said_of_plan(first + "barrier comm world -> pipeline\n").empty());
    CHECK(said_of_plan("barrier comm world -> pipeline\n" + first)
              .find("the rules before it take all its calls of barrier") != std::string::npos);
}

TEST_CASE("rules whose conditions a job cannot meet, and rules without an engine, are no mistakes", "[rules]") {
    CHECK(said_of("alltoall ranks 64.. -> phased; bcast nodes 2.. -> multicast", kOneNode).empty());
    CHECK(said_of("* -> null; allreduce -> host", kOneNode).empty());
    CHECK(said_of("allreduce -> multicast", {1, 1, 1}).empty());
}

TEST_CASE("a rule for a communicator acts unless one before it takes that communicator's calls", "[rules]") {
    CHECK(said_of("bcast comm world/split#1 -> pipeline", kAnyJob).empty());
    CHECK(said_of("bcast comm world/split#1 -> host; bcast comm world/split -> pipeline", kAnyJob).empty());
    CHECK(said_of("bcast comm world/dup -> host; bcast -> pipeline", kAnyJob).empty());
    CHECK(said_of("bcast comm 0x5 -> pipeline", kAnyJob).empty());
    CHECK(said_of("bcast comm world/split -> host; bcast comm world/split#1 -> pipeline", kAnyJob)
              .find("the rules before it take all its calls of bcast") != std::string::npos);
    CHECK(said_of("bcast comm 0x5 -> host; bcast comm 0x5 -> pipeline", kAnyJob).find("take all its calls") !=
          std::string::npos);
}

TEST_CASE("sizes that an engine leaves to the host make a rule idle, larger sizes do not", "[rules]") {
    CHECK(said_of("alltoall ..1K -> phased", kFourHosts)
              .find("phased leaves alltoall with 4 ranks on 4 nodes to the host MPI") != std::string::npos);
    CHECK(said_of("alltoall ..1M -> phased", kFourHosts).empty());
    CHECK(said_of("alltoall 20000 -> phased", kFourHosts).empty());
}

TEST_CASE("the engine that is expected to win is found for a call", "[rules]") {
    const OptionValues options = default_engine_options();
    REQUIRE(engine_that_wins({Operation::alltoallv, 16, 4, kBytesDiffer}, options) != nullptr);
    CHECK(engine_that_wins({Operation::alltoallv, 16, 4, kBytesDiffer}, options)->name() == "phased");
    CHECK(engine_that_wins({Operation::alltoallv, 16, 1, kBytesDiffer}, options) == nullptr);
    CHECK(engine_that_wins({Operation::neighbor_alltoall, 16, 4, kBytesDiffer}, options) == nullptr);
}
