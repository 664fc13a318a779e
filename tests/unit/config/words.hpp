#pragma once
// The vocabulary of the rule tests, and a short call for a rule set.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"

namespace words {

inline constexpr shunt::config::ParameterWord kPhasedParameters[] = {
    {"schedule", "auto|ring|pairwise"}, {"window", "1..1M"}, {"timeout", "1us..1s"}, {"tag", ""}};
inline constexpr shunt::config::EngineWord kEngines[] = {{"null", {}}, {"phased", kPhasedParameters}};
inline const shunt::config::Vocabulary kVocabulary{shunt::config::kMpiOperations, kEngines};

/// Parses rules, which must be valid.
inline shunt::config::RuleSet rules_of(const std::vector<std::string>& texts) {
    std::vector<shunt::config::RuleLine> lines;
    for (const auto& text : texts) lines.push_back({text, "test"});
    std::vector<shunt::config::Message> messages;
    auto rules = shunt::config::parse_rules(lines, kVocabulary, messages);
    REQUIRE(messages.empty());
    REQUIRE_FALSE(rules.refused);
    return rules;
}

}  // namespace words
