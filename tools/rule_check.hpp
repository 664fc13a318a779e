#pragma once
#include <string>
#include <vector>

#include "config/reader.hpp"
#include "native/engine.hpp"

namespace shunt::tools {

/// What can be told of rules before a job starts.
struct RuleCheck {
    config::RuleSet rules;
    std::vector<std::string> errors;   ///< why they are refused: the place of each wrong one, and the nearest known name
    std::vector<std::string> idle;     ///< which of them can act in no job, and what would
};

/// Reads the rules of `loaded` as the ranks will.
RuleCheck check_rules(const config::Loaded& loaded);

/// What decides whether an engine wins, of the settings; `cores`: that a node has for its ranks.
EngineSettings settings_that_decide(const config::Options& options, int cores);

}  // namespace shunt::tools
