#pragma once
#include <cstdint>
#include <string>

#include "native/base/option.hpp"

namespace shunt::phased {

/// What the phased engine is set to; every field equal on all ranks. The defaults stand in kOptions.
struct PhasedOptions {
    std::string interface;  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    std::int64_t alltoall_least =
        0;  ///< smallest alltoall that phases are expected to win; bytes from one node to another
    std::int64_t alltoallv_least = 0;  ///< for alltoallv: the busiest node's bytes, divided by the number of the others
    std::int64_t allgather_least = 0;  ///< for allgather: bytes of one node's blocks
    std::int64_t gather_least = 0;     ///< for gather and scatter: bytes of one node's blocks
    std::int64_t small_bytes = 0;      ///< largest message that does not wait for its phase
    std::int64_t early_bytes = 0;      ///< a receiver with that many bytes missing asks the next sender to start
    std::int64_t meet_from = 0;    ///< longest message from which a barrier separates phases, unless a rule says; bytes
    std::int64_t pace = 0;         ///< percent of the port's rate that streams send at; 0: as fast as it goes
    std::int64_t rate = 0;         ///< payload bytes a second that a port takes; 0: measured during the run
    std::int64_t connections = 0;  ///< of a team and process at once; idle ones are closed beyond that
    std::string congestion;        ///< TCP_CONGESTION, or "auto"; empty: the system's
    std::string uplink;  ///< "NODES:PAIRS": of each switch, and how many pairs its uplink carries; empty: one switch
};

/// `phased.*`.   Owner: static storage.
extern const OptionGroup kOptions;

}  // namespace shunt::phased
