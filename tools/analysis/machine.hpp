#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Whether ranks had to wait for a core. If so, their times say little about the program.
bool machine_is_short(const Analysis& run);

/// Adds a finding if there are more ranks than cores, or if other work used the cores. It is shown before any finding
/// that this may have caused.
void find_short_machine(const Analysis& run, std::vector<Finding>& out);

/// Cores of a node, from the record; 0 where the record does not contain it.
int cores_of_node(const Analysis& run);

}  // namespace shunt::tools
