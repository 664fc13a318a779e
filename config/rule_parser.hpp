#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/message.hpp"
#include "config/rules.hpp"

namespace shunt::config {

/// A rule as it was written, and its place.
struct RuleLine {
    std::string text;
    std::string where;  ///< "shunt.conf:12" or "SHUNT_RULES, rule 2"
    PlanNote plan{};
};

/// Parses one rule; the grammar is in README.md. Returns: why it was refused; empty: success.
/// Fails: `rule` is then partly filled; std::bad_alloc.
std::string parse_rule(std::string_view text, const Vocabulary& vocabulary, Rule& rule);

/// Parses all rules. If one rule is wrong, the whole set is dropped, because later rules would then match calls that it
/// was written for. `messages` names each wrong rule, and reports that the program runs on the host. A plan's lines,
/// which come first, are dropped separately.   Fails: std::bad_alloc.
RuleSet parse_rules(const std::vector<RuleLine>& lines, const Vocabulary& vocabulary, std::vector<Message>& messages);

}  // namespace shunt::config
