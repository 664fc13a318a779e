#pragma once
#include <optional>

#include "native/base/ports.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// A node's port: as the run has measured it, else what the option phased.rate or its fastest interface says of it.
struct Link {
    double bytes_per_s = 0;  ///< 0: not known
    std::string name;        ///< of the interface, or where the rate is from
};
/// As the record of one rank has it: of a node the lowest rank's says.
Link link_of(const record::Image& image);
/// What the run has measured of the ports, as the record of a node's lowest rank has it; nothing where it has not.
std::optional<Ports> measured_ports(const record::Image& image);

/// Fills `out.nodes` from the ranks and pairs that are there already, and the links' rates from the records.
void add_nodes(const RunView& run, Analysis& out);

}  // namespace shunt::tools
