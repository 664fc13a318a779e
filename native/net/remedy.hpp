#pragma once
#include <string_view>

namespace shunt::net {

/// Instructions to the user in messages. The names of options are written only here.
inline constexpr std::string_view kNameInterface =
    "name the interface to use (a name, address or CIDR) by the engine's own option: "
    "multicast.interface, phased.interface or pipeline.interface";
inline constexpr std::string_view kNameRange = "set multicast.range to an IPv4 multicast range such as 239.255.0.0/16";
inline constexpr std::string_view kRaiseFileLimit = "raise the limit of open files (ulimit -n)";
inline constexpr std::string_view kFewerGroups = "lower multicast.groups, or raise net.ipv4.igmp_max_memberships";
inline constexpr std::string_view kOpenFirewall = "allow UDP and TCP between the nodes of the job in the firewall";

inline constexpr std::string_view kNetworkOrHost =
    "check that host and its network; network.patience sets how long to wait for it";

}  // namespace shunt::net
