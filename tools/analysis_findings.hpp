#pragma once
#include <vector>

#include "tools/analysis.hpp"

namespace shunt::tools {

/// The at most five things that cost most, dearest first; nothing below 1 % of the MPI time.
std::vector<Finding> find_findings(const Analysis& run);

}  // namespace shunt::tools
