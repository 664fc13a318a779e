#pragma once
#include <netinet/in.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shunt::net {

/// An IPv4 address, in the host's byte order. All zero: none.
struct Ipv4 {
    std::uint32_t bits = 0;
    auto operator<=>(const Ipv4&) const = default;
    constexpr bool is_none() const { return bits == 0; }
    constexpr bool is_loopback() const { return bits >> 24 == 127; }
    constexpr bool is_multicast() const { return bits >> 28 == 14; }       ///< 224.0.0.0/4, RFC 5771
    constexpr bool is_link_local() const { return bits >> 16 == 0xa9fe; }  ///< 169.254.0.0/16, RFC 3927
};

/// The addresses that share their first `prefix_bits` (0..32) bits with `network`; its other bits are zero.
struct Subnet {
    Ipv4 network;
    unsigned prefix_bits = 0;
    auto operator<=>(const Subnet&) const = default;
    constexpr std::uint32_t mask() const { return prefix_bits == 0 ? 0 : ~std::uint32_t{0} << (32 - prefix_bits); }
    constexpr bool contains(Ipv4 address) const { return (address.bits & mask()) == network.bits; }
};

/// A UDP or TCP port of an address.
struct Endpoint {
    Ipv4 address;
    std::uint16_t port = 0;
    auto operator<=>(const Endpoint&) const = default;
};

/// The subnet of `prefix_bits` (0..32) that contains `address`.
constexpr Subnet subnet_of(Ipv4 address, unsigned prefix_bits) {
    Subnet subnet{{}, prefix_bits};
    subnet.network.bits = address.bits & subnet.mask();
    return subnet;
}

/// Parses "10.0.0.1"; no other form, no names, no blanks.
std::optional<Ipv4> parse_ipv4(std::string_view text);
/// Parses "10.0.0.0/8"; bits after the prefix are cleared.
std::optional<Subnet> parse_subnet(std::string_view text);

std::string to_text(Ipv4 address);
std::string to_text(const Subnet& subnet);
std::string to_text(const Endpoint& endpoint);

/// Converts to and from the form of the socket calls.
sockaddr_in to_sockaddr(const Endpoint& endpoint);
Endpoint from_sockaddr(const sockaddr_in& address);

/// The address and port to which a socket is bound; all zero if the kernel does not report them.
Endpoint bound_endpoint(int descriptor);

}  // namespace shunt::net
