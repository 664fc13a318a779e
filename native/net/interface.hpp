#pragma once
#include <string>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"

namespace shunt::net {

/// One IPv4 address of an interface that is up. An interface with several addresses stands in the list once for each.
struct Interface {
    std::string name;
    unsigned index = 0;  ///< the kernel's number, for IP_MULTICAST_IF and joins
    Ipv4 address;
    unsigned prefix_bits = 0;
    unsigned mtu_bytes = 0;  ///< bytes of an IP packet
    bool multicast =
        false;  ///< as the interface says; the kernel does not say it of loopback, where it works all the same
    bool loopback = false;
    bool operator==(const Interface&) const = default;
};

/// The IPv4 addresses of this machine's (network namespace's) interfaces that are up, in the kernel's order.
/// Fails: `declined` when the kernel does not tell.   Source: getifaddrs(3), netdevice(7).
Opened<std::vector<Interface>> list_interfaces();

/// The interface that holds `address`, or null.   Owner: points into `interfaces`.
const Interface* find_interface(const std::vector<Interface>& interfaces, Ipv4 address);

/// The own address the kernel would send from to reach `peer`. Nothing is sent.   Blocks: never.
/// Fails: `declined` when there is no route.
Opened<Ipv4> local_address_towards(Ipv4 peer);

}  // namespace shunt::net
