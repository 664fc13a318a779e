#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "native/net/wire.hpp"

namespace shunt::memory {

/// One remote write: a header, followed by `bytes` of data for `offset` of the receiver's window. A word has no data:
/// its value is in the header.
struct TcpFrame {
    enum Kind : std::uint16_t {
        data = 1,
        word = 2,
        loss = 3  ///< the last frame of a connection: the sender has lost the member with rank `offset`; `value` is the
                  ///< status
    };
    std::uint16_t kind = 0;
    std::uint32_t bytes = 0;
    std::uint64_t offset = 0;
    std::uint64_t value = 0;  ///< of a word
    bool operator==(const TcpFrame&) const = default;
};

inline constexpr std::uint16_t kTcpFrameMagic = 0x5752;  ///< "RW"
inline constexpr std::size_t kTcpFrameBytes = 24;        ///< magic u16, kind u16, bytes u32, offset u64, value u64
inline constexpr std::size_t kTcpMostBytes = 1U << 30;   ///< of data in one frame

inline std::array<std::byte, kTcpFrameBytes> encode(const TcpFrame& frame) {
    return net::wire_bytes(kTcpFrameMagic, frame.kind, frame.bytes, frame.offset, frame.value);
}

/// The frame in a header, for a window of `window_bytes`; nothing if it is no header, or its data lie outside the
/// window.
inline std::optional<TcpFrame> decode_frame(std::span<const std::byte, kTcpFrameBytes> bytes,
                                            std::uint64_t window_bytes) {
    std::uint16_t magic = 0;
    TcpFrame frame;
    net::read_wire(bytes, magic, frame.kind, frame.bytes, frame.offset, frame.value);
    if (magic != kTcpFrameMagic) return std::nullopt;
    if (frame.kind == TcpFrame::loss && frame.bytes == 0) return frame;
    const bool is_word = frame.kind == TcpFrame::word && frame.bytes == 0 && frame.offset % 8 == 0;
    if (!is_word && (frame.kind != TcpFrame::data || frame.bytes > kTcpMostBytes)) return std::nullopt;
    const std::uint64_t length = is_word ? 8 : frame.bytes;
    if (frame.offset > window_bytes || length > window_bytes - frame.offset) return std::nullopt;
    return frame;
}

}  // namespace shunt::memory
