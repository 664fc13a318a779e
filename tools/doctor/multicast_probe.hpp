#pragma once
#include <string>

namespace shunt::tools {

/// What this host by itself can tell of multicast. Whether other hosts hear it, only they can tell.
struct MulticastFacts {
    bool has_route = false;  ///< the kernel knows where a datagram to 239.0.0.0/8 goes
    std::string interface;   ///< by which it goes; empty: unknown
    std::string address;     ///< its source address then
    int mtu_bytes = 0;
    bool interface_can = false;  ///< the interface has the MULTICAST flag and is up
    bool joined = false;         ///< a group could be joined there, and the kernel lists it (/proc/net/igmp)
    bool looped = false;         ///< a datagram sent there came to a member on this host
    std::string error;           ///< of the first call that failed
};

/// Sends one datagram with TTL 1 to a group of its own choosing below 239.255/16 (RFC 2365) and takes it back.
/// Blocks: up to 0.3 s.
MulticastFacts probe_multicast();

}  // namespace shunt::tools
