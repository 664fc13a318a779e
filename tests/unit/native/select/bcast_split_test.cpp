#include "native/select/bcast_split.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

/// Whether the length of a broadcast decides between pipeline and the host, for four ranks on one node.
bool splits(const std::string& text) {
    std::vector<config::RuleLine> lines;
    for (const auto one : config::split(text, ';')) lines.push_back({std::string(one), "a rule"});
    std::vector<config::Message> messages;
    const config::RuleSet rules = config::parse_rules(lines, vocabulary(), messages);
    REQUIRE_FALSE(rules.refused);
    CallFacts facts;
    facts.call = {Operation::barrier, 4, 1, 0, 8};
    const OptionValues options = default_engine_options();
    int pipeline = 1;
    while (engines()[static_cast<std::size_t>(pipeline) - 1] != find_engine("pipeline")) ++pipeline;
    return splits_bcasts({rules, options}, facts, pipeline);
}

}  // namespace

TEST_CASE("lengths of a broadcast split its members if rules give some lengths to an engine", "[select]") {
    CHECK(splits("bcast 1K.. -> pipeline choose=always"));
    CHECK(splits("bcast 5000..5001 -> pipeline choose=always; bcast -> host"));
    CHECK(splits("bcast ..1K -> host; * -> pipeline choose=always"));
    CHECK(splits("* -> auto"));
    CHECK_FALSE(splits("* -> pipeline choose=always"));
    CHECK_FALSE(splits("allreduce -> pipeline; bcast 1K.. -> host"));
    CHECK_FALSE(splits("bcast nodes 2.. -> auto; * -> pipeline choose=always"));
}
