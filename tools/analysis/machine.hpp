#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Whether ranks had to wait for a core: then their times say little of the program.
bool machine_is_short(const Analysis& run);

/// More ranks than cores, or cores that others used: named before anything that this may have brought about.
void find_short_machine(const Analysis& run, std::vector<Finding>& out);

/// Cores of a node, by the record; 0 where it does not say.
int cores_of_node(const Analysis& run);

}  // namespace shunt::tools
