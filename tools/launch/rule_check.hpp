#pragma once
#include <string>
#include <vector>

#include "config/reader.hpp"

namespace shunt::tools {

/// What can be told of rules before a job starts.
struct RuleCheck {
    config::RuleSet rules;
    std::vector<std::string> errors;  ///< why they are refused: the place of each wrong one, and the nearest known name
    std::vector<std::string> idle;    ///< which of them can act in no job, and what would
};

/// Reads the rules of `loaded` as the ranks will.
RuleCheck check_rules(const config::Loaded& loaded);

}  // namespace shunt::tools
