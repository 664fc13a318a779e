#pragma once
#include <string>

namespace shunt::tools {

/// Facts about multicast that this host can find by itself. Whether other hosts receive its datagrams, only those hosts
/// can find.
struct MulticastFacts {
    bool has_route = false;  ///< the kernel has a route for datagrams to 239.0.0.0/8
    std::string interface;   ///< of that route; empty: unknown
    std::string address;     ///< source address of such datagrams
    int mtu_bytes = 0;
    bool interface_can = false;  ///< the interface has the MULTICAST flag and is up
    bool joined = false;         ///< a group could be joined on the interface, and the kernel lists it (/proc/net/igmp)
    bool looped = false;         ///< a member on this host received a datagram sent to the group
    std::string error;           ///< of the first call that failed
};

/// Sends one datagram with TTL 1 to a group of its own in 239.255/16 (RFC 2365) and receives it.
/// Blocks: up to 0.3 s.
MulticastFacts probe_multicast();

}  // namespace shunt::tools
