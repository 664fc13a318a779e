#pragma once
#include <string>

#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt::tools {

/// The manual page shunt.conf(5): the format of an options file, and every option of `table`.
std::string conf_page(const config::OptionTable& table);

/// The manual page shunt-rules(5): the syntax of rules, the operations and engines of `vocabulary`, and the engines'
/// parameters.
std::string rules_page(const config::Vocabulary& vocabulary);

}  // namespace shunt::tools
