#pragma once
#include <string>
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Adds functions whose calls take long because they move data, not because they wait. Where an engine is expected to
/// be faster, the finding contains the rule that gives the calls to it.
void find_transfers(const Analysis& run, std::vector<Finding>& out);

/// "a node reached 84.3 MiB/s while in MPI, its link (eth0) 119 MiB/s" of the busiest node; empty with one node.
std::string rate_text(const Analysis& run);

}  // namespace shunt::tools
