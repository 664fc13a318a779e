#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "native/transport/wire.hpp"

namespace shunt::remote {

/// What both ends of a connection say first; the one that accepts says it with its answer. Numbers on the wire are little-endian.
struct TcpHello {
    enum Answer : std::uint32_t {
        none = 0,  ///< from the one that connects
        accepted = 1,
        mine_comes = 2  ///< both connected at once: the connection of the lower rank is used
    };
    std::uint64_t secret = 0;  ///< of the group
    std::uint32_t from = 0, to = 0;
    std::uint32_t answer = none;
    bool operator==(const TcpHello&) const = default;
};

/// One remote write: a header, followed by `bytes` of data for `offset` of the receiver's window; or a word for it, without data.
struct TcpFrame {
    enum Kind : std::uint16_t {
        data = 1,
        word = 2,
        loss = 3  ///< the last of a connection: the sender has lost the member whose rank is `offset`; `value` is the status
    };
    std::uint16_t kind = 0;
    std::uint32_t bytes = 0;
    std::uint64_t offset = 0;
    std::uint64_t value = 0;  ///< of a word
    bool operator==(const TcpFrame&) const = default;
};

inline constexpr std::uint32_t kTcpHelloMagic = 0x314d5253;  ///< "SRM1"
inline constexpr std::uint16_t kTcpFrameMagic = 0x5752;      ///< "RW"
inline constexpr std::size_t kTcpHelloBytes = 24;            ///< magic u32, secret u64, from u32, to u32, answer u32
inline constexpr std::size_t kTcpFrameBytes = 24;            ///< magic u16, kind u16, bytes u32, offset u64, value u64
inline constexpr std::size_t kTcpMostBytes = 1U << 30;       ///< of data in one frame

inline std::array<std::byte, kTcpHelloBytes> encode(const TcpHello& hello) {
    std::array<std::byte, kTcpHelloBytes> bytes{};
    transport::WireWriter out(bytes.data());
    out.put(kTcpHelloMagic);
    out.put(hello.secret);
    out.put(hello.from);
    out.put(hello.to);
    out.put(hello.answer);
    return bytes;
}

/// Nothing when the bytes are no hello.
inline std::optional<TcpHello> decode_hello(std::span<const std::byte, kTcpHelloBytes> bytes) {
    transport::WireReader in(bytes.data());
    if (in.get<std::uint32_t>() != kTcpHelloMagic) return std::nullopt;
    TcpHello hello;
    hello.secret = in.get<std::uint64_t>();
    hello.from = in.get<std::uint32_t>();
    hello.to = in.get<std::uint32_t>();
    hello.answer = in.get<std::uint32_t>();
    return hello;
}

inline std::array<std::byte, kTcpFrameBytes> encode(const TcpFrame& frame) {
    std::array<std::byte, kTcpFrameBytes> bytes{};
    transport::WireWriter out(bytes.data());
    out.put(kTcpFrameMagic);
    out.put(frame.kind);
    out.put(frame.bytes);
    out.put(frame.offset);
    out.put(frame.value);
    return bytes;
}

/// The frame of a header for a window of `window_bytes`; nothing when it is none, or does not lie inside.
inline std::optional<TcpFrame> decode_frame(std::span<const std::byte, kTcpFrameBytes> bytes, std::uint64_t window_bytes) {
    transport::WireReader in(bytes.data());
    if (in.get<std::uint16_t>() != kTcpFrameMagic) return std::nullopt;
    TcpFrame frame;
    frame.kind = in.get<std::uint16_t>();
    frame.bytes = in.get<std::uint32_t>();
    frame.offset = in.get<std::uint64_t>();
    frame.value = in.get<std::uint64_t>();
    if (frame.kind == TcpFrame::loss && frame.bytes == 0) return frame;
    const bool is_word = frame.kind == TcpFrame::word && frame.bytes == 0 && frame.offset % 8 == 0;
    if (!is_word && (frame.kind != TcpFrame::data || frame.bytes > kTcpMostBytes)) return std::nullopt;
    const std::uint64_t length = is_word ? 8 : frame.bytes;
    if (frame.offset > window_bytes || length > window_bytes - frame.offset) return std::nullopt;
    return frame;
}

}  // namespace shunt::remote
