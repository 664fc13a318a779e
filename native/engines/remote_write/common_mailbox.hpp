#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/base/status.hpp"
#include "native/engines/remote_write/frame_word.hpp"

namespace shunt::remote_write {

/// Frames from any number of senders to one receiver. A sender claims cells, fills them and then stores the frame's
/// word. The receiver zeroes the words of all cells before it gives them back, so each claimed cell reads as
/// incomplete. Slower than a FrameRing: it carries the first frames of a pair, and those of pairs without a ring.
/// On failure: a sender that dies between reserve() and publish() blocks all cells claimed after its own.
/// Owner: the memory is the caller's.   Thread: each object any one at a time.   Blocks: never.
class CommonMailbox {
public:
    static std::size_t bytes_needed(std::uint64_t mailbox_bytes);
    /// Prepares zero-filled memory, before any process attaches.   Fails: bug for an impossible length or address.
    static Status format(std::span<std::byte> memory, std::uint64_t mailbox_bytes, std::uint64_t key);
    /// Fails: bug, when format() did not prepare the memory with these values.
    Status attach(std::span<std::byte> memory, std::uint64_t key);

    /// Sender: reserves room for a frame of `bytes` from process `sender`. Publish it before the next reserve().
    /// Returns: null if there is no room now.
    std::byte* reserve(int sender, std::uint64_t bytes);
    /// Sender: whether there was room for a frame of `bytes`; other senders may take it first.
    bool has_room(std::uint64_t bytes) const;
    void publish(FrameKind kind);

    struct Frame {
        FrameWord word;
        int sender = 0;
        std::byte* payload = nullptr;
    };
    /// Receiver: whether a frame is there, sound or not.   Thread: any.
    bool has_news() const;
    /// Receiver: the next frame. `again`: none. `bug`: a frame that no sender can have written.
    Status look(Frame& into) const;
    /// Receiver: gives back the frame from look().
    void pass(const Frame& frame);

private:
    struct Head;
    struct FrameHead;
    std::uint64_t at(std::uint64_t position) const { return position & (bytes_ - 1); }
    std::uint64_t position() const { return position_.load(std::memory_order_relaxed); }
    bool claim(std::uint64_t needed);

    Head* head_ = nullptr;
    std::byte* data_ = nullptr;
    std::uint64_t bytes_ = 0;
    std::uint64_t key_ = 0;
    Word position_{0};  // receiver: of the next frame; sender: of the reserved frame; atomic for has_news()
    std::uint64_t reserved_ = 0;
};

}  // namespace shunt::remote_write
