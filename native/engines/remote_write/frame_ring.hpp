#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/base/copy_lines.hpp"
#include "native/base/status.hpp"
#include "native/engines/remote_write/frame_memory.hpp"
#include "native/engines/remote_write/frame_word.hpp"

namespace shunt::remote_write {

/// One direction of a pair: frames from one sender to one receiver, in memory that both map. Word and payload of a
/// short frame lie in one cache line. Before it publishes a frame, the sender zeroes the word where the next frame will
/// begin, so a receiver never takes older bytes for a frame. No frame wraps around the end of the memory. The receiver
/// reports its reading position in steps of an eighth of the ring. Owner: the memory is the caller's.   Thread: any one
/// at a time on each side.   Blocks: never.
class FrameRing {
public:
    /// Memory for a ring of `ring_bytes` (a power of two).
    static std::size_t bytes_needed(std::uint64_t ring_bytes);
    /// The smallest ring that has room for every frame.
    static constexpr std::uint64_t kLeastBytes = kLeastFrameMemory;

    /// Prepares zero-filled memory, before any process attaches.   Fails: bug for an impossible length or address.
    static Status format(std::span<std::byte> memory, std::uint64_t ring_bytes, std::uint64_t key);

    /// accept(): the receiver reads this ring from now on; accepted(): for the sender.
    void accept();
    bool accepted() const;

protected:
    struct Head;

    /// Fails: bug, when format() did not prepare the memory with these values.
    Status attach(std::span<std::byte> memory, std::uint64_t key);

    Head* head_ = nullptr;
    std::byte* data_ = nullptr;
    std::uint64_t bytes_ = 0;
    std::uint64_t key_ = 0;
};

/// The sender's side.
class RingWriter : public FrameRing {
public:
    Status attach(std::span<std::byte> memory, std::uint64_t key) { return FrameRing::attach(memory, key); }
    bool is_attached() const { return head_ != nullptr; }

    /// Room for a frame of `bytes`; null: none now.
    std::byte* reserve(std::uint64_t bytes) {
        const std::uint64_t needed = whole_cells(sizeof(Word) + bytes);
        const std::uint64_t left = bytes_ - at(position_);
        // One more cell, for the word of the next frame.
        if (needed > left || position_ + needed + kCellBytes > room_until_) [[unlikely]]
            if (!make_room(needed)) return nullptr;
        reserved_ = bytes;
        return data_ + at(position_) + sizeof(Word);
    }
    /// Publishes the frame reserved last.
    void publish(FrameKind kind) {
        const std::uint64_t next = position_ + whole_cells(sizeof(Word) + reserved_);
        word_at(data_ + at(next)).store(0, std::memory_order_relaxed);
        word_at(data_ + at(position_))
            .store(FrameWord::encode(kind, reserved_, position_, key_), std::memory_order_release);
        position_ = next;
        fetch_to_write(data_ + at(next + kCellBytes));
    }
    /// Asks the receiver to report when there is room again, as the sender is about to sleep.   Returns: whether there
    /// is room for the longest frame already.
    bool ask_for_room();
    /// Tells the receiver whether this sender copies long frames fast.
    void say_fast(bool is_fast);
    /// The receiver's word is one that no receiver writes; there will be no room any more.
    bool is_broken() const { return is_broken_; }

private:
    std::uint64_t at(std::uint64_t position) const { return position & (bytes_ - 1); }
    bool make_room(std::uint64_t needed);
    bool look_for_room(std::uint64_t end);

    std::uint64_t position_ = 0;  // of the next frame
    std::uint64_t reserved_ = 0;
    std::uint64_t room_until_ = 0;
    bool is_broken_ = false;
};

/// The receiver's side.
class RingReader : public FrameRing {
public:
    Status attach(std::span<std::byte> memory, std::uint64_t key) { return FrameRing::attach(memory, key); }
    bool is_attached() const { return head_ != nullptr; }

    /// Whether a frame is there, sound or not.   Thread: any.
    bool has_news() const { return word(position()).load(std::memory_order_acquire) != 0; }
    /// The next frame: `again` for none, `bug` for a frame that no sender can have written.
    Status look(FrameWord& into, std::byte*& payload) const {
        const std::uint64_t place = position();
        const std::uint64_t found = word(place).load(std::memory_order_acquire);
        if (found == 0) return Status::again;
        payload = data_ + at(place) + sizeof(Word);
        const bool sound = FrameWord::decode(found, place, key_, into);
        return sound && sizeof(Word) + into.bytes <= bytes_ - at(place) ? Status::ok : Status::bug;
    }
    /// Whether the sender copies long frames fast, by its own account.
    bool is_fast() const;
    /// Gives back the frame from look().   Returns: whether the sender sleeps until there is room, and must be waked.
    bool pass(const FrameWord& frame) {
        const bool skips = frame.kind == FrameKind::skip;
        const std::uint64_t place = position();
        const std::uint64_t next = place + (skips ? bytes_ - at(place) : whole_cells(sizeof(Word) + frame.bytes));
        position_.store(next, std::memory_order_relaxed);
        return next - told_ >= bytes_ / kSteps && tell();
    }

private:
    static constexpr std::uint64_t kSteps = 8;
    std::uint64_t at(std::uint64_t position) const { return position & (bytes_ - 1); }
    std::uint64_t position() const { return position_.load(std::memory_order_relaxed); }
    const Word& word(std::uint64_t position) const { return word_at(data_ + at(position)); }
    bool tell();

    Word position_{0};  // of the next frame; atomic for has_news()
    std::uint64_t told_ = 0;
};

}  // namespace shunt::remote_write
