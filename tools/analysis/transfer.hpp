#pragma once
#include <string>
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Functions whose calls take long because they move data, not because they wait; with the rule that sends them to an
/// engine, where one is expected to be faster.
void find_transfers(const Analysis& run, std::vector<Finding>& out);

/// "a node reached 84.3 MiB/s while in MPI, its link (eth0) 119 MiB/s" of the busiest node; empty with one node.
std::string rate_text(const Analysis& run);

}  // namespace shunt::tools
