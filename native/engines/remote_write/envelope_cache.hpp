#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "native/engines/remote_write/frames.hpp"

namespace shunt::remote_write {

/// The last headers of eager messages from one process to another. Both keep the same headers in the same places, so a
/// repeated header travels as the number of its place. Many messages of a program differ only in their data. Source:
/// header compression over slow links, RFC 1144, section 3.
/// Thread: one at a time.
class EnvelopeCache {
public:
    static constexpr std::size_t kPlaces = 16;

    /// Whether the header of such a frame is kept.
    static bool is_kept(std::span<const std::byte> frame) {
        return frame.size() >= sizeof(MessageHeader) && frame[0] == static_cast<std::byte>(Kind::eager);
    }
    /// The place of the header that begins `frame`.
    static std::size_t place_of(const std::byte* frame) {
        std::array<std::uint64_t, 3> words;
        std::memcpy(words.data(), frame, sizeof words);
        const std::uint64_t sum = (words[0] ^ words[1] * 0x9e3779b97f4a7c15u ^ words[2] * 0xc2b2ae3d27d4eb4fu);
        return (sum ^ sum >> 32) * 0x9e3779b97f4a7c15u >> 60;
    }
    bool holds(std::size_t place, const std::byte* frame) const {
        return is_used_[place] && std::memcmp(headers_[place].data(), frame, sizeof(MessageHeader)) == 0;
    }
    void keep(std::size_t place, const std::byte* frame) {
        std::memcpy(headers_[place].data(), frame, sizeof(MessageHeader));
        is_used_[place] = true;
    }
    /// Writes the header of `place` to `frame`.   Returns: false if there is none.
    bool restore(std::size_t place, std::byte* frame) const {
        if (!is_used_[place]) return false;
        std::memcpy(frame, headers_[place].data(), sizeof(MessageHeader));
        return true;
    }

private:
    std::array<std::array<std::byte, sizeof(MessageHeader)>, kPlaces> headers_{};
    std::array<bool, kPlaces> is_used_{};
};
static_assert(sizeof(MessageHeader) == 3 * sizeof(std::uint64_t));

}  // namespace shunt::remote_write
