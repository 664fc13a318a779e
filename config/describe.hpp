#pragma once
#include <string>

#include "config/reader.hpp"

namespace shunt::config {

// `table`: the one with which `loaded` was read.

/// The output of `shunt options`: for each option its value, default, range, names, setter and documentation; then the
/// rules.
std::string options_text(const Loaded& loaded, const OptionTable& table);

/// "key = value    # setter", a line for each option, for storing in a profile.
std::string options_record(const Loaded& loaded, const OptionTable& table);

/// The text of OPTIONS.md.
std::string options_markdown(const OptionTable& table);

}  // namespace shunt::config
