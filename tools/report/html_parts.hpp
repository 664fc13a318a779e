#pragma once
#include <string>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools::html {

/// The phases that the program has set, as a line and a table.
std::string phases(const Analysis& run);

/// The loops of the program as a table: iterations, their times, and their calls.
std::string loops(const Analysis& run);

}  // namespace shunt::tools::html
