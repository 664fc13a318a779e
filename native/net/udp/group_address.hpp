#pragma once
#include <cstdint>
#include <string_view>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"

namespace shunt::net {

/// The default range of groups: the IPv4 local scope.   Source: RFC 2365 section 6.1.
inline constexpr std::string_view kDefaultGroupRange = "239.255.0.0/16";

/// Ports of groups: above Linux's ephemeral ports (32768-60999), so that no other program's socket has one by chance.
inline constexpr std::uint16_t kFirstGroupPort = 61000;
inline constexpr std::uint16_t kGroupPorts = 4536;

/// Parses a range of groups such as "239.255.0.0/16".
/// Fails: `declined`: no CIDR, outside 224.0.0.0/4, overlapping 224.0.0.0/24 (RFC 5771: never routed, never filtered by
/// switches), or all of its Ethernet addresses are also those of 224.0.0.0/24.
Opened<Subnet> parse_group_range(std::string_view text);

/// Identity of a group: the job's secret, a channel of it, and the caller's number within the channel.
struct GroupKey {
    std::uint64_t job_secret = 0;
    std::uint32_t channel = 0;
    std::uint32_t extra = 0;
};

/// Address and port of a group: the same on every node, spread over `range` so that jobs and channels rarely share one.
/// Groups that share one receive each other's datagrams, and distinguish them by the secret in each datagram. Two kinds
/// of addresses are avoided if the range has others: its last 256 (RFC 2365 section 9; 239.255.255.250 is SSDP), and
/// those with the Ethernet address of one in 224.0.0.0/24 (RFC 1112 section 6.4).
Endpoint group_address(const Subnet& range, const GroupKey& key);

}  // namespace shunt::net
