#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// All faults of engines, then at most five other findings: a machine that is short of cores, transfer that dominates,
/// then the others by descending cost. Of these five, none below 1 % of the MPI time.
std::vector<Finding> find_findings(const Analysis& run);

}  // namespace shunt::tools
