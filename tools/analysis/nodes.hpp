#pragma once
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// A node's fastest interface, or what the option phased.rate says of it.
struct Link {
    double bytes_per_s = 0;  ///< 0: not known
    std::string name;
};
/// As the record of one rank has it: of a node the lowest rank's says.
Link link_of(const record::Image& image);

/// Fills `out.nodes` from the ranks and pairs that are there already, and the links' rates from the records.
void add_nodes(const RunView& run, Analysis& out);

}  // namespace shunt::tools
