#pragma once
// The common part of a FrameRing and a CommonMailbox: memory that begins with a head, and cells behind it.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "native/base/status.hpp"
#include "native/node/wait.hpp"

namespace shunt::remote_write {

inline constexpr std::uint64_t kLeastFrameMemory = 64 << 10;  ///< has room for every frame
inline constexpr std::uint64_t kMostFrameMemory = 64 << 20;

/// Whether a head may describe so many bytes of frames: a power of two within the limits.
constexpr bool may_hold(std::uint64_t frame_bytes) {
    return std::has_single_bit(frame_bytes) && frame_bytes >= kLeastFrameMemory && frame_bytes <= kMostFrameMemory;
}

/// Writes the head of zero-filled memory for `frame_bytes` of frames; its first members are `magic`, `bytes`, `key`.
/// Fails: bug for an impossible length or address.
template <class Head>
Status format_frames(std::span<std::byte> memory, std::uint64_t magic, std::uint64_t frame_bytes, std::uint64_t key) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory.data()) % node::kLineBytes == 0;
    if (!aligned || !may_hold(frame_bytes) || memory.size() < sizeof(Head) + frame_bytes) return Status::bug;
    new (memory.data()) Head{magic, frame_bytes, key};
    return Status::ok;
}

/// The head that format_frames() wrote, and the number of bytes of frames behind it. That number is read once, as other
/// processes may overwrite it later.   Returns: null where format_frames() did not write such a head.
template <class Head>
Head* head_in(std::span<std::byte> memory, std::uint64_t magic, std::uint64_t key, std::uint64_t& frame_bytes) {
    if (memory.size() < sizeof(Head)) return nullptr;
    auto* const head = reinterpret_cast<Head*>(memory.data());
    frame_bytes = *static_cast<volatile const std::uint64_t*>(&head->bytes);
    const bool is_ours = head->magic == magic && head->key == key && may_hold(frame_bytes);
    return is_ours && memory.size() - sizeof(Head) >= frame_bytes ? head : nullptr;
}

}  // namespace shunt::remote_write
