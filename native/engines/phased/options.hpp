#pragma once
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::phased {

/// Settings of the phased engine; every field is equal on all ranks. The defaults are in kOptions.
struct PhasedOptions {
    std::string interface;  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    std::int64_t alltoall_least =
        0;  ///< smallest alltoall expected to be faster in phases; bytes from one node to another
    std::int64_t alltoallv_least = 0;  ///< for alltoallv: the busiest node's bytes, divided by the other nodes' number
    std::int64_t allgather_least = 0;  ///< for allgather: bytes of one node's blocks
    std::int64_t gather_least = 0;     ///< for gather and scatter: bytes of one node's blocks
    std::int64_t small_bytes = 0;      ///< largest message that does not wait for its phase
    std::int64_t early_bytes = 0;      ///< a receiver with so many bytes missing asks the next sender to start
    std::int64_t meet_from = 0;        ///< longest message from which a barrier separates phases by default; bytes
    std::int64_t pace = 0;             ///< percent of the port's rate that streams send at; 0: as fast as possible
    std::int64_t rate = 0;             ///< payload bytes a second of a port; 0: measured during the run
    std::int64_t connections = 0;  ///< open at the same time for a team and process; beyond that idle ones are closed
    std::string congestion;        ///< TCP_CONGESTION, or "auto"; empty: the system's
    std::string uplink;  ///< "NODES:PAIRS": nodes of each switch, pairs that its uplink carries; empty: one switch
};

/// `phased.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::phased
