#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace shunt::multicast {

/// The destination of a datagram: every member of a group, or one node's control address.
struct Destination {
    static constexpr int kGroup = -1;
    int node = kGroup;        ///< kGroup, or the node
    std::uint32_t group = 0;  ///< with kGroup: 0 is the channel's own group, others are opened by the driver
};

/// One datagram to send: header, then payload.   Owner: the payload points into the operation's data or the channel,
/// valid until the next call into the channel.
struct Datagram {
    std::array<std::byte, 32> header{};
    std::size_t header_bytes = 0;
    std::span<const std::byte> payload;
    Destination destination;
};

}  // namespace shunt::multicast
