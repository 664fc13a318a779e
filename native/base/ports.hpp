#pragma once

namespace shunt {

/// Measured capacity of the hosts' ports while all of them send and receive at once; the slowest port counts.
struct Ports {
    double latency_ns = 0;    ///< from a rank of one host to a rank of another, including the processor time on both
                              ///< sides
    double bytes_per_ns = 0;  ///< of data, in each direction
    double burst_bytes = 0;   ///< bytes that an idle port lets pass at once, as a token bucket does; 0: none was seen
};

}  // namespace shunt
