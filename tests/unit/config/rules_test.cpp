#include "config/rules.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using words::rules_of;

namespace {

Facts facts(std::string_view operation, std::int64_t bytes = 0, int ranks = 1, int nodes = 1) {
    return {operation_index(kMpiOperations, operation), bytes, ranks, nodes, {}};
}

std::string engine_for(const RuleSet& rules, const Facts& facts) {
    const Rule* rule = decide(rules, facts);
    return rule == nullptr ? "none" : rule->engine_name;
}

}  // namespace

TEST_CASE("the first rule that matches holds", "[config]") {
    const auto rules =
        rules_of({"alltoall 64K.. ranks 4.. nodes 2.. -> phased schedule=auto", "alltoall,bcast -> null", "* -> host"});
    CHECK(engine_for(rules, facts("alltoall", 65536, 4, 2)) == "phased");
    CHECK(engine_for(rules, facts("alltoall", 65535, 4, 2)) == "null");
    CHECK(engine_for(rules, facts("alltoall", 65536, 3, 2)) == "null");
    CHECK(engine_for(rules, facts("alltoall", 65536, 4, 1)) == "null");
    CHECK(engine_for(rules, facts("bcast", 1)) == "null");
    CHECK(engine_for(rules, facts("scan", 1 << 20, 64, 64)) == "host");
}

TEST_CASE("the first rule that names messages decides about them", "[config]") {
    const auto rules = rules_of({"* -> null", "p2p,bcast nodes 2.. -> host", "p2p ranks 2..8 -> remote_write"});
    CHECK(decide_messages(rules, 2, 1, {}) == &rules.rules[2]);
    CHECK(decide_messages(rules, 2, 2, {}) == &rules.rules[1]);
    CHECK(decide_messages(rules, 9, 1, {}) == nullptr);
    CHECK(decide_messages(rules_of({"* -> host"}), 2, 1, {}) == nullptr);
}

TEST_CASE("no rule is found for a call that none matches", "[config]") {
    CHECK(decide({}, facts("bcast")) == nullptr);
    CHECK(decide(rules_of({"bcast -> null"}), facts("alltoall")) == nullptr);
    CHECK(decide(rules_of({"* -> null"}), Facts{-1, 0, 1, 1, {}}) == nullptr);
    CHECK(decide(rules_of({"* -> null"}), Facts{64, 0, 1, 1, {}}) == nullptr);
}

TEST_CASE("both ends of a range belong to it", "[config]") {
    const auto rules = rules_of({"bcast 1K..4K ranks 2..8 nodes 1..3 -> null"});
    CHECK(engine_for(rules, facts("bcast", 1024, 2, 1)) == "null");
    CHECK(engine_for(rules, facts("bcast", 4096, 8, 3)) == "null");
    CHECK(engine_for(rules, facts("bcast", 1023, 2, 1)) == "none");
    CHECK(engine_for(rules, facts("bcast", 4097, 2, 1)) == "none");
    CHECK(engine_for(rules, facts("bcast", 1024, 9, 1)) == "none");
    CHECK(engine_for(rules, facts("bcast", 1024, 2, 4)) == "none");
    CHECK(engine_for(rules, facts("bcast", 1024, 2, 0)) == "none");
}

TEST_CASE("host is engine 0 and the others follow in the order of the vocabulary", "[config]") {
    const auto rules = rules_of({"bcast -> host", "scan -> null", "* -> phased"});
    CHECK(decide(rules, facts("bcast"))->engine == 0);
    CHECK(decide(rules, facts("scan"))->engine == 1);
    CHECK(decide(rules, facts("reduce"))->engine == 2);
}

TEST_CASE("parameters are found by name, as text and as number", "[config]") {
    const auto rules = rules_of({"* -> phased window=1K timeout=2ms schedule=ring tag=abc"});
    const Rule& rule = rules.rules.at(0);
    REQUIRE(find_parameter(rule, "window") != nullptr);
    CHECK(find_parameter(rule, "window")->number == 1024);
    CHECK(find_parameter(rule, "timeout")->number == 2'000'000);
    CHECK(find_parameter(rule, "schedule")->number == 1);
    CHECK(find_parameter(rule, "schedule")->value == "ring");
    CHECK(find_parameter(rule, "tag")->value == "abc");
    CHECK(find_parameter(rule, "other") == nullptr);
}

TEST_CASE("every operation of MPI fits a rule and has its own name", "[config]") {
    CHECK(std::size(kMpiOperations) <= 64);
    for (int i = 0; i < static_cast<int>(std::size(kMpiOperations)); ++i) {
        CHECK(operation_index(kMpiOperations, kMpiOperations[i].name) == i);
    }
    CHECK(operation_index(kMpiOperations, "allreduc") == -1);
}
