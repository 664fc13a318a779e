#pragma once
#include <string>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"

namespace shunt::net {

/// One IPv4 address of an interface that is up. An interface with several addresses has one entry for each.
struct Interface {
    std::string name;
    unsigned index = 0;  ///< the kernel's number, for IP_MULTICAST_IF and joins
    Ipv4 address;
    unsigned prefix_bits = 0;
    unsigned mtu_bytes = 0;  ///< bytes of an IP packet
    bool multicast = false;  ///< as reported by the interface; the kernel does not report it for loopback, where it
                             ///< works all the same
    bool loopback = false;
    bool operator==(const Interface&) const = default;
};

/// The IPv4 addresses of this machine's (network namespace's) interfaces that are up, in the kernel's order.
/// Fails: `declined` if the kernel gives no list.   Source: getifaddrs(3), netdevice(7).
Opened<std::vector<Interface>> list_interfaces();

/// The interface that holds `address`, or null.   Owner: points into `interfaces`.
const Interface* find_interface(const std::vector<Interface>& interfaces, Ipv4 address);

/// The own address from which the kernel would send to `peer`. Nothing is sent.   Blocks: never.
/// Fails: `declined` if there is no route.
Opened<Ipv4> local_address_towards(Ipv4 peer);

}  // namespace shunt::net
