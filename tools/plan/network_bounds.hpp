#pragma once
// What a profile says of the network between its nodes.
#include <optional>
#include <string>

#include "native/base/ports.hpp"
#include "native/program/network.hpp"
#include "tools/plan/observed_calls.hpp"

namespace shunt::tools {

/// Between which rates a node's port may be.   Units: bytes a second; 0: the profile does not say.
struct NetworkBounds {
    double link = 0;        ///< of the slowest node's port, as its interface or the option phased.rate says
    std::string link_name;  ///< "eth0"
    double proved = 0;      ///< that a port has carried at least, in calls that were seen
    std::string proof;      ///< these calls, in words
    std::optional<Ports>
        measured;  ///< by the run itself; then the rates above do not matter, but that proved may be more

    /// What gains by a model depend on, in a sentence. For where slowest() is slower.
    std::string text() const;
    /// `usual` with ports as measured; else as fast as can be: by the link, where that is known.
    program::Network fastest(const program::Network& usual) const;
    /// `usual` with ports as measured; else no faster than has been seen.   Returns fastest() where nothing was seen.
    program::Network slowest(const program::Network& usual) const;
};

/// The bytes that the busiest port must carry in one direction in such a call, by whatever algorithm. 0: not known, or
/// so few that a call says little of the network. Only of calls that no member leaves before all have come.
/// `bytes`: as rules measure them.
double least_port_bytes(const CallKind& kind, double bytes);

/// Bytes as rules measure them, from `mean_bytes` of the record, which has the sum of all blocks of an Alltoallv.
double rule_bytes(const CallKind& kind, double mean_bytes);

/// Of profile number `number`, which is `file`.   `observed`: of all profiles.
NetworkBounds network_bounds(const ObservedCalls& observed, std::size_t number, const record::ProfileFile& file);

}  // namespace shunt::tools
