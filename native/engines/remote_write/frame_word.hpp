#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace shunt::remote_write {

/// Frames lie in cells of this many bytes. Each frame begins at the beginning of a cell.
inline constexpr std::uint64_t kCellBytes = 64;
/// The most bytes in one frame, without the words before them.
inline constexpr std::uint64_t kMostPayloadBytes = (16 << 10) + 256;

constexpr std::uint64_t whole_cells(std::uint64_t bytes) { return (bytes + kCellBytes - 1) / kCellBytes * kCellBytes; }

/// The purpose of a frame.
enum class FrameKind : std::uint8_t {
    none,
    message,         ///< the messenger's
    skip,            ///< none: the next frame begins at the start of the memory
    block,           ///< a piece of a long transfer
    accept,          ///< a long transfer was accepted
    ring_offer,      ///< the sender has made a ring of its own for this pair
    moved,           ///< this sender's later frames are in that ring
    nothing,         ///< reserved, but not needed
    ring_left,       ///< the last frame of a ring: this sender's later frames are in the common mailbox
    ring_taken_back  ///< the sender has withdrawn the ring it offered; it has not moved to it
};
inline constexpr std::uint8_t kLastKind = static_cast<std::uint8_t>(FrameKind::ring_taken_back);

/// The word that begins a frame: 0 until the frame is complete, then its kind and length, with check bits that depend
/// on its position. They detect stray writes, not forgeries.
struct FrameWord {
    FrameKind kind = FrameKind::none;
    std::uint64_t bytes = 0;  ///< of the payload

    static constexpr std::uint64_t encode(FrameKind kind, std::uint64_t bytes, std::uint64_t position,
                                          std::uint64_t key) {
        const std::uint64_t low = bytes << kKindBits | static_cast<std::uint64_t>(kind);
        return check(low, position, key) << kLowBits | low;
    }
    /// Whether a sender could have written `word` at `position`; if so, `into` receives its contents.
    static constexpr bool decode(std::uint64_t word, std::uint64_t position, std::uint64_t key, FrameWord& into) {
        const std::uint64_t low = word & ((std::uint64_t{1} << kLowBits) - 1);
        const std::uint64_t kind = low & ((1 << kKindBits) - 1);
        into = {static_cast<FrameKind>(kind), low >> kKindBits};
        return word >> kLowBits == check(low, position, key) && kind != 0 && kind <= kLastKind &&
               into.bytes <= kMostPayloadBytes;
    }

private:
    static constexpr int kKindBits = 4;
    static constexpr int kLowBits = 28;
    static constexpr std::uint64_t check(std::uint64_t low, std::uint64_t position, std::uint64_t key) {
        const std::uint64_t mixed = (low ^ key ^ position * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
        return mixed >> kLowBits;
    }
};

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == 8);

inline Word& word_at(std::byte* memory) { return *reinterpret_cast<Word*>(memory); }

}  // namespace shunt::remote_write
