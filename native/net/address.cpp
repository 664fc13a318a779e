#include "native/net/address.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <charconv>

namespace shunt::net {

std::optional<Ipv4> parse_ipv4(std::string_view text) {
    in_addr address{};
    if (inet_pton(AF_INET, std::string(text).c_str(), &address) != 1) return std::nullopt;
    return Ipv4{ntohl(address.s_addr)};
}

std::optional<Subnet> parse_subnet(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto address = parse_ipv4(text.substr(0, slash));
    const auto digits = text.substr(slash + 1);
    unsigned prefix_bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix_bits);
    if (!address || error != std::errc() || end != digits.data() + digits.size() || prefix_bits > 32)
        return std::nullopt;
    return subnet_of(*address, prefix_bits);
}

std::string to_text(Ipv4 address) {
    const std::uint32_t bits = address.bits;
    return std::to_string(bits >> 24) + "." + std::to_string(bits >> 16 & 255) + "." + std::to_string(bits >> 8 & 255) +
           "." + std::to_string(bits & 255);
}

std::string to_text(const Subnet& subnet) { return to_text(subnet.network) + "/" + std::to_string(subnet.prefix_bits); }

std::string to_text(const Endpoint& endpoint) {
    return to_text(endpoint.address) + ":" + std::to_string(endpoint.port);
}

sockaddr_in to_sockaddr(const Endpoint& endpoint) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(endpoint.address.bits);
    address.sin_port = htons(endpoint.port);
    return address;
}

Endpoint from_sockaddr(const sockaddr_in& address) {
    return {{ntohl(address.sin_addr.s_addr)}, ntohs(address.sin_port)};
}

Endpoint bound_endpoint(int descriptor) {
    sockaddr_in address{};
    socklen_t bytes = sizeof(address);
    if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &bytes) != 0 || address.sin_family != AF_INET)
        return {};
    return from_sockaddr(address);
}

}  // namespace shunt::net
