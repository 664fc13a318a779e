#pragma once
#include <string>
#include <vector>

#include "config/reader.hpp"

namespace shunt::tools {

/// What is known about rules before a job starts.
struct RuleCheck {
    config::RuleSet rules;
    std::vector<std::string> errors;  ///< why they are refused: each wrong rule's position, and the nearest known name
    std::vector<std::string> idle;    ///< rules that can never apply in any job, each with a rule that could
};

/// Reads the rules of `loaded` in the same way as the ranks do.
RuleCheck check_rules(const config::Loaded& loaded);

}  // namespace shunt::tools
