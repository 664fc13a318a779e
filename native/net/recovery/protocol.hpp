#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/net/wire.hpp"

namespace shunt::net {

/// A node's request to a peer when datagrams do not arrive: a range of bytes of one operation. `token` and `node` are
/// those of the handshake of the connection.
struct RecoveryRequest {
    std::uint64_t token = 0;  ///< the name of the channel
    std::uint32_t channel = 0;
    std::uint32_t operation = 0;  ///< its number on the channel
    std::uint32_t node = 0;       ///< the node that asks
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  ///< bytes
    bool operator==(const RecoveryRequest&) const = default;
};

/// The word in front of each piece of an answer. All except `here` end the answer.
enum class RecoveryWord : std::uint32_t { here = 1, not_here = 2, wrong = 3 };

inline constexpr std::size_t kRescueRequestBytes = 36;
inline constexpr std::size_t kRescueHeaderBytes = 8;  ///< word u32, bytes that follow u32
inline constexpr std::size_t kRescuePieceBytes = 64 << 10;

/// All numbers little-endian, in the order of the struct.
inline std::array<std::byte, kRescueRequestBytes> encode(const RecoveryRequest& request) {
    std::array<std::byte, kRescueRequestBytes> bytes{};
    WireWriter out(bytes.data());
    out.put(request.token);
    out.put(request.channel);
    out.put(request.operation);
    out.put(request.node);
    out.put(request.offset);
    out.put(request.length);
    return bytes;
}

inline RecoveryRequest decode_rescue_request(std::span<const std::byte, kRescueRequestBytes> bytes) {
    WireReader in(bytes.data());
    RecoveryRequest request;
    request.token = in.get<std::uint64_t>();
    request.channel = in.get<std::uint32_t>();
    request.operation = in.get<std::uint32_t>();
    request.node = in.get<std::uint32_t>();
    request.offset = in.get<std::uint64_t>();
    request.length = in.get<std::uint64_t>();
    return request;
}

}  // namespace shunt::net
