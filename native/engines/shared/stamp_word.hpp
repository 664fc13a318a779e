#pragma once
#include <cstdint>

#include "native/base/random.hpp"
#include "native/base/status.hpp"

namespace shunt {

/// Mixes words into one. Not for secrets: it detects stray writes, not forgeries.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
    std::uint64_t state = a;
    state = splitmix64(state) ^ b;
    state = splitmix64(state) ^ c;
    return splitmix64(state);
}

/// A position in a stream of blocks, as announced to peers: the check bits are the lower ones. A window that no peer
/// has written to reads as position 0.   Units: the caller's; it stays below kMost.
template <int CheckBits>
class CheckedPosition {
public:
    static constexpr std::uint64_t kMost = (std::uint64_t{1} << (64 - CheckBits)) - 1;

    static constexpr std::uint64_t encode(std::uint64_t position) {
        return position == 0 ? 0 : position << CheckBits | check(position);
    }
    static constexpr std::uint64_t position(std::uint64_t word) { return word >> CheckBits; }
    /// Whether a member could have written `word`.
    static constexpr bool is_sound(std::uint64_t word) { return word == encode(position(word)); }

private:
    static constexpr std::uint64_t check(std::uint64_t position) {
        std::uint64_t state = position ^ 0x706f736974696f6eu;
        return splitmix64(state) & ((1 << CheckBits) - 1);
    }
};

/// Of blocks or calls: at a million a second, 48 bits last nine years.
using PositionWord = CheckedPosition<16>;

/// Judges impossible words. Where words are copied byte by byte, as software RDMA devices do, a reader may see a word
/// half written. There the word is a fault only if it does not change.   Thread: any one at a time.
class StrangeWord {
public:
    /// Reads of the same word where words may be seen half written. A member makes fewer than this while a virtual
    /// machine loses, for some milliseconds, the processor that writes the word.
    static constexpr int kTorn = 4096;

    /// Returns `again`; `bug` once the same word has been seen `most` times.
    Status seen(std::uint64_t word, int most) {
        if (word != word_) looks_ = 0;
        word_ = word;
        return ++looks_ < most ? Status::again : Status::bug;
    }

private:
    std::uint64_t word_ = 0;
    int looks_ = 0;
};

}  // namespace shunt
