#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "native/base/status.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// Where a block of an operation lies in the stream of all blocks of all operations. Every member computes the same.
struct Place {
    std::uint64_t start = 0;  ///< position of its head
    std::uint64_t bytes = 0;  ///< of data
    std::uint64_t end = 0;    ///< position after it
};

/// What a block's head holds beside its tag: the call that it belongs to, and the bytes of that call's vector.
struct BlockTitle {
    std::uint64_t title = 0;
    std::uint64_t bytes = 0;
    bool operator==(const BlockTitle&) const = default;
};

/// One ring of blocks in the window of member 0, which all members of a node map and work on in place. One member
/// writes a block, others work on it in turn, others read it, and then its memory is free again; SharedCall says who
/// does what. Blocks may differ in length. Positions count bytes from the first operation on; words hold them in units
/// of kAlign, because 2^48 bytes would last a day only. A block never wraps around the end of the ring. Words in each
/// member's window, written by the others: `worked` is the position below which their writer has done its work on all
/// blocks, `finished` the one below which it needs no block any more. A member's own `finished` also stands in its own
/// window. Thread: any one at a time.   Blocks: never.
class SharedRing {
public:
    static constexpr std::uint64_t kLine = 128;  ///< heads and words lie so far apart
    static constexpr std::uint64_t kAlign = 128;

    /// Bytes of the window of member `rank` of `size`, for a ring of `ring_bytes`, with `more` bytes for others from
    /// words_bytes() on.
    static std::uint64_t window_bytes(int rank, int size, std::uint64_t more, std::uint64_t ring_bytes);
    /// Bytes of the window that its words take.
    static std::uint64_t words_bytes(int size) { return kLine * static_cast<std::uint64_t>(1 + size); }
    /// The most data one block may have.
    static std::uint64_t most_block_bytes(std::uint64_t ring_bytes) { return ring_bytes / 2 - 2 * kAlign; }

    /// `memory` outlives this, maps peers, and has windows of window_bytes().
    SharedRing(memory::RemoteMemory& memory, int rank, int size, std::uint64_t more, std::uint64_t ring_bytes);

    int rank() const { return rank_; }
    int size() const { return size_; }
    std::uint64_t ring_bytes() const { return ring_bytes_; }

    /// The place of the next block of `bytes` after `position`, of an operation on `whole` bytes. Short operations stay
    /// in the first part of the ring: less memory is then mapped, and what is mapped stays in the caches.
    Place place(std::uint64_t position, std::uint64_t bytes, std::uint64_t whole) const;
    /// This member will soon work on the block: it maps the block's memory and some that follows, in the first turn
    /// through the ring.
    void expect(const Place& place) {
        if (place.end > mapped_until_ && mapped_until_ < ring_bytes_) map_more(place.end);
    }
    /// The data of a block.
    std::byte* data(const Place& place) const { return ring_ + place.start % ring_bytes_ + kLine; }
    /// Names a block as one of the operation `tag`, after its data has been written.
    void stamp(const Place& place, std::uint64_t tag, const BlockTitle& title);
    /// Whether the block is what this member expects.
    bool is_stamped(const Place& place, std::uint64_t tag) const;
    /// The title of the block that `writer` has written at `position` and announced, whatever its length.
    std::optional<BlockTitle> title_at(std::uint64_t position, int writer) const;

    /// Whether all members have released the memory of `place`.   Fails: bug for an impossible word.
    Status poll_room(const Place& place);
    /// Whether `peer` has worked on the block.   Fails: likewise.
    Status poll_worked(int peer, const Place& place);
    /// Tells `peer` that this member has worked on all up to `position`.
    Status tell_worked(int peer, std::uint64_t position);
    /// This member needs nothing below `position` any more; `peer` is waked.
    Status tell_finished(int peer, std::uint64_t position);

    /// Tells all members that the ring has failed.
    void poison();
    bool is_poisoned() const;

private:
    enum Which : std::uint64_t { worked = 0, finished = 8 };
    struct Head;
    static std::uint64_t offset(int from, Which which) { return kLine * static_cast<std::uint64_t>(1 + from) + which; }
    static const memory::Word& word_at(const std::byte* window, std::uint64_t offset) {
        return *reinterpret_cast<const memory::Word*>(window + offset);
    }
    Status put(int peer, std::uint64_t offset, std::uint64_t value);
    /// The position that `from` has put into `window`.   Fails: bug.
    Status read(const std::byte* window, int from, Which which, std::uint64_t& position) const;
    Head* head(const Place& place) const;
    void map_more(std::uint64_t position);

    memory::RemoteMemory& memory_;
    int rank_;
    int size_;
    std::uint64_t ring_bytes_;
    std::byte* own_;
    std::byte* ring_;
    std::uint64_t free_until_ = 0;    // positions below it were free when last looked
    std::uint64_t mapped_until_ = 0;  // bytes of the ring that this member has mapped
};

}  // namespace shunt::pipeline
