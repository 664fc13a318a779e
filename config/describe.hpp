#pragma once
#include <string>

#include "config/reader.hpp"

namespace shunt::config {

// `table`: the one that `loaded` was read by.

/// What `shunt options` prints: for each option its value, default, range, names, who set it and what it means; then
/// the rules.
std::string options_text(const Loaded& loaded, const OptionTable& table);

/// "key = value    # who set it", a line for each option: what a profile keeps.
std::string options_record(const Loaded& loaded, const OptionTable& table);

/// The text of OPTIONS.md.
std::string options_markdown(const OptionTable& table);

}  // namespace shunt::config
