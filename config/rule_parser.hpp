#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/message.hpp"
#include "config/rules.hpp"

namespace shunt::config {

/// A rule as it was written, and where.
struct RuleLine {
    std::string text;
    std::string where;  ///< "shunt.conf:12" or "SHUNT_RULES, rule 2"
    PlanNote plan{};
};

/// Reads one rule; the grammar is in README.md. Answers why it was refused, or nothing.
/// Fails: `rule` is then half filled; std::bad_alloc.
std::string parse_rule(std::string_view text, const Vocabulary& vocabulary, Rule& rule);

/// Reads all rules. One wrong rule and the whole set is dropped, because the rules after it would be met by calls it
/// was written to catch; each wrong one is named in `messages`, and that the program runs on the host. A plan's lines,
/// which come first, are dropped by themselves.   Fails: std::bad_alloc.
RuleSet parse_rules(const std::vector<RuleLine>& lines, const Vocabulary& vocabulary, std::vector<Message>& messages);

}  // namespace shunt::config
