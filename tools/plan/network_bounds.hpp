#pragma once
// Facts in a profile about the network between its nodes.
#include <optional>
#include <string>

#include "native/base/ports.hpp"
#include "native/program/network.hpp"
#include "tools/plan/observed_calls.hpp"

namespace shunt::tools {

/// Limits between which the rate of a node's port is.   Units: bytes a second; 0: not in the profile.
struct NetworkBounds {
    double link = 0;                ///< of the slowest node's port, from its interface or the option phased.rate
    std::string link_name;          ///< "eth0"
    double proved = 0;              ///< rate that a port has reached at least, in recorded calls
    std::string proof;              ///< these calls, in words
    std::optional<Ports> measured;  ///< measured by the run itself; replaces the rates above, unless `proved` is higher

    /// A sentence on the network that modelled gains depend on, for use where slowest() is slower than fastest().
    std::string text() const;
    /// `usual` with the measured ports. If none are measured, with the rate of the link, if known.
    program::Network fastest(const program::Network& usual) const;
    /// `usual` with the measured ports. If none are measured, with the rate `proved`; fastest() if that is not known
    /// either.
    program::Network slowest(const program::Network& usual) const;
};

/// Lower bound, for any algorithm, on the bytes that the busiest port carries in one direction in such a call. 0: not
/// known, or too few to judge the network by. Known only for calls that no member leaves before all members have
/// entered.
/// `bytes`: in the measure of rules.
double least_port_bytes(const CallKind& kind, double bytes);

/// Bytes in the measure of rules, from `mean_bytes` of the record, which for an Alltoallv is the sum of all blocks.
double rule_bytes(const CallKind& kind, double mean_bytes);

/// The limits from profile number `number`, which is `file`.   `observed`: calls of all profiles.
NetworkBounds network_bounds(const ObservedCalls& observed, std::size_t number, const record::ProfileFile& file);

}  // namespace shunt::tools
