#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "native/net/wire.hpp"

namespace shunt::net {

/// One frame of a stream: this header, then `bytes` of payload. The user defines the meaning of `kind`, `operation`,
/// `number` and `word`.
struct Frame {
    std::uint16_t kind = 0;  ///< 0 is used by the stream itself: goodbye
    std::uint32_t operation = 0;
    std::uint32_t number = 0;
    std::uint32_t bytes = 0;  ///< at most kMostFrameBytes
    std::uint64_t word = 0;
    bool operator==(const Frame&) const = default;
};

inline constexpr std::uint16_t kFrameMagic = 0x5346;  ///< "FS"
inline constexpr std::uint16_t kGoodbye = 0;
inline constexpr std::size_t kFrameHeaderBytes =
    28;  ///< magic u16, kind u16, sequence u32, operation, number, bytes u32, word u64
inline constexpr std::uint32_t kMostFrameBytes = 256 << 10;

/// `sequence`: how many frames this end has sent on the stream before.
inline std::array<std::byte, kFrameHeaderBytes> encode(const Frame& frame, std::uint32_t sequence) {
    return wire_bytes(kFrameMagic, frame.kind, sequence, frame.operation, frame.number, frame.bytes, frame.word);
}

/// Nothing if the bytes are no header, or not that of frame `sequence`.
inline std::optional<Frame> decode_frame(std::span<const std::byte, kFrameHeaderBytes> bytes, std::uint32_t sequence) {
    std::uint16_t magic = 0;
    std::uint32_t number = 0;
    Frame frame;
    read_wire(bytes, magic, frame.kind, number, frame.operation, frame.number, frame.bytes, frame.word);
    const bool is_sound = magic == kFrameMagic && number == sequence && frame.bytes <= kMostFrameBytes;
    return is_sound ? std::optional(frame) : std::nullopt;
}

}  // namespace shunt::net
