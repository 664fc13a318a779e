#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "native/net/interface.hpp"

namespace shunt::net {

/// One address of a node, as sent to the other nodes.
struct NodeAddress {
    std::array<char, 16> name{};  ///< the interface's, NUL-ended
    Ipv4 address;
    unsigned prefix_bits = 0;
    unsigned mtu_bytes = 0;
    bool multicast = false;
    bool loopback = false;
    bool operator==(const NodeAddress&) const = default;
    std::string_view interface_name() const { return name.data(); }
};

/// The addresses that a node sends: a list of at most 8.
struct NodeAddresses {
    static constexpr std::size_t kMost = 8;
    std::array<NodeAddress, kMost> entries{};
    std::size_t count = 0;
    bool operator==(const NodeAddresses&) const = default;
    std::span<const NodeAddress> all() const& { return {entries.data(), count}; }
    std::span<const NodeAddress> all() const&& = delete;
};

/// The bytes of an encoded list: magic u32, count u8, 3 zero bytes, 8 entries of {name 16, address u32, MTU u32, prefix
/// u8, flags u8, 2 zero bytes}, numbers little-endian.
inline constexpr std::size_t kNodeAddressesBytes = 8 + NodeAddresses::kMost * 28;

/// The list that a node sends. The interface or address that `wanted` (the override, may be empty) names comes first,
/// then multicast-capable interfaces, then others, loopback last; among equals the kernel's order. Entries after the
/// eighth are left out.
NodeAddresses addresses_to_tell(const std::vector<Interface>& interfaces, std::string_view wanted);
std::array<std::byte, kNodeAddressesBytes> encode(const NodeAddresses& list);
/// Nothing if the bytes are no such list (another version, garbage).
std::optional<NodeAddresses> decode(std::span<const std::byte> bytes);

enum class ChoiceWay { none, named, common_subnet, route };

/// One address for each node, or the reason why there is none.
struct Choice {
    Outcome
        outcome;  ///< `again`: no common subnet; continue with choose_routed(). `declined`: there is none, on any node
    ChoiceWay way = ChoiceWay::none;
    std::vector<Ipv4> addresses;  ///< by node
    unsigned mtu_bytes = 0;       ///< the smallest of the chosen interfaces
    bool multicast = false;       ///< all chosen interfaces can (or are loopback)
    Ipv4 route_target;            ///< with `again`: the address towards which to ask for the own address
};

/// Chooses the address that each node uses. Equal on all nodes (except `route_target`), as it depends only on `nodes`
/// (by node) and `wanted`, both equal everywhere. If `wanted` is not empty, it names the interface, address or CIDR; on
/// nodes that do not have the named address, its subnet is used. Otherwise the choice is the first subnet of node 0's
/// list in which each node has an address that no other node has too (every container host has the same docker0).
/// Subnets where all nodes can multicast come first, 169.254.0.0/16 after others. Never loopback. Fails: `declined`,
/// with the node and the remedy; `again`, see choose_routed.
Choice choose_addresses(std::size_t own_node, std::span<const NodeAddresses> nodes, std::string_view wanted);

/// The second step after `again`: each node calls local_address_towards(route_target), and all nodes exchange the
/// results (none: 0). This function determines, equally on all nodes, whether that gives one address for each.   Fails:
/// `declined`.
Choice choose_routed(std::span<const NodeAddresses> nodes, std::span<const Ipv4> routed);

}  // namespace shunt::net
