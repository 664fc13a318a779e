#pragma once
#include <optional>

#include "native/base/ports.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Rate of a node's port: as the run has measured it, otherwise from the option phased.rate or the node's fastest
/// interface.
struct Link {
    double bytes_per_s = 0;  ///< 0: not known
    std::string name;        ///< name of the interface, or another source of the rate
};
/// From the record of one rank; for a node, pass the record of its lowest rank.
Link link_of(const record::Image& image);
/// The run's measurement of the ports, from the record of a node's lowest rank; empty where the record has none.
std::optional<Ports> measured_ports(const record::Image& image);

/// Fills `out.nodes` from `out.ranks` and `out.pairs`, which must be filled, and the links' rates from the records.
void add_nodes(const RunView& run, Analysis& out);

}  // namespace shunt::tools
