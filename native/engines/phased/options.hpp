#pragma once
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::phased {

/// What the phased engine is set to; every field equal on all ranks. The defaults stand in kOptions.
struct PhasedOptions {
    std::string interface;            ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    std::int64_t alltoall_least = 0;  ///< bytes from one node to another from which alltoall is taken to win
    std::int64_t alltoallv_least =
        0;  ///< the busiest node's bytes over the number of the others, for alltoallv likewise
    std::int64_t allgather_least = 0;  ///< bytes of one node's blocks, for allgather likewise
    std::int64_t gather_least = 0;     ///< bytes of one node's blocks, for gather and scatter likewise
    std::int64_t small_bytes = 0;      ///< up to which a message is not kept apart from others
    std::int64_t early_bytes = 0;      ///< a receiver with so many bytes left to come calls the next sender
    std::int64_t meet_from =
        0;                  ///< bytes of the longest message from which nodes meet between phases, unless a rule says
    std::int64_t pace = 0;  ///< percent of the port's rate that streams send at; 0: as fast as it goes
    std::int64_t rate = 0;  ///< payload bytes a second that a port takes; 0: measured on the way
    std::int64_t connections = 0;  ///< of a team and process at once; idle ones make room
    std::string congestion;        ///< TCP_CONGESTION, or "auto"; empty: the system's
    std::string uplink;  ///< "NODES:PAIRS": of each switch, and how many pairs its uplink carries; empty: one switch
};

/// `phased.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::phased
