#pragma once

namespace shunt {

/// What the hosts' ports were measured to carry while all of them sent and received at once; the slowest counts.
struct Ports {
    double latency_ns = 0;    ///< from a rank of one host to a rank of another, with what both processors do for it
    double bytes_per_ns = 0;  ///< of data, in each direction
    double burst_bytes = 0;   ///< that an idle port lets pass at once, as a token bucket does; 0: none was seen
};

}  // namespace shunt
