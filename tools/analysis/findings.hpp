#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// All faults of engines, then at most five things: a machine that is short of cores, transfer that dominates, then
/// what costs most, dearest first; of these nothing below 1 % of the MPI time.
std::vector<Finding> find_findings(const Analysis& run);

}  // namespace shunt::tools
