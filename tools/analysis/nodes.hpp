#pragma once
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Fills `out.nodes` from the ranks and pairs that are there already, and the links' rates from the records.
void add_nodes(const RunView& run, Analysis& out);

}  // namespace shunt::tools
