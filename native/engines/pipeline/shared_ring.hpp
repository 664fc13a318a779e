#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/base/operation.hpp"
#include "native/base/status.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// Where a block of an operation is in the stream of all blocks of all operations. Every member computes the same.
struct Place {
    std::uint64_t start = 0;  ///< position of its head
    std::uint64_t bytes = 0;  ///< of data
    std::uint64_t end = 0;    ///< position after it
};

/// The contents of a block's head beside its tag: the call that it belongs to, and the bytes of that call's vector.
struct BlockTitle {
    std::uint64_t title = 0;
    std::uint64_t bytes = 0;
    bool operator==(const BlockTitle&) const = default;
};

/// One ring of blocks in the window of the first of its sharers. All sharers map it and work on it in place. One member
/// writes a block, others work on it in turn, others read it, and then its memory is free again; SharedCall defines who
/// does what. Blocks may differ in length. Positions count bytes from the first operation on, also those that are
/// skipped at the end of the ring or of its part. At 100 GB/s they reach 2^63, the most that words can hold in units of
/// kAlign, after three years. A block never wraps around the end of the ring. Each member's window has two words of
/// each other member: `worked` is the position below which that member has done its work on all blocks, `finished` the
/// one below which it needs no block any more. A member's own `finished` is also in its own window. Thread: any one at
/// a time.   Blocks: never.
class SharedRing {
public:
    static constexpr std::uint64_t kLine = 128;  ///< distance between heads, and between words
    static constexpr std::uint64_t kAlign = 128;

    /// The sharers of a ring, by place: the rank in the memory, and the offset in its window of the ring's data (a
    /// multiple of 4096).
    struct Sharers {
        std::vector<int> ranks;
        std::vector<std::uint64_t> begins;
        int own = 0;  ///< this member's place
        /// All of `size` members; the ring's data are at the front of their windows.
        static Sharers all(int rank, int size);
    };

    /// Bytes in the window of member `rank` of `size`, for a ring of `ring_bytes`, with `more` bytes for other uses
    /// from words_bytes() on.
    static std::uint64_t window_bytes(int rank, int size, std::uint64_t more, std::uint64_t ring_bytes);
    /// Bytes of the window for the ring's words.
    static std::uint64_t words_bytes(int size) { return kLine * static_cast<std::uint64_t>(1 + size); }
    /// The most data one block may have.
    static std::uint64_t most_block_bytes(std::uint64_t ring_bytes) { return ring_bytes / 2 - 2 * kAlign; }

    /// `memory` outlives this, maps the windows of all sharers, and has window_bytes() for it in each. `cores`: those
    /// that the sharers may use; equal on all.
    SharedRing(memory::RemoteMemory& memory, const Sharers& sharers, std::uint64_t more, std::uint64_t ring_bytes,
               int cores);

    /// This member's place among the sharers, and their number. All functions use places.
    int rank() const { return own_place_; }
    int size() const { return static_cast<int>(peers_.size()); }
    /// The rank in the memory of the sharer at `place`; -1 for -1.
    int rank_of(int place) const { return place < 0 ? -1 : peer(place).rank; }
    std::uint64_t ring_bytes() const { return ring_bytes_; }

    /// The part of the ring that an operation uses.
    struct Share {
        std::uint64_t bytes;      ///< of its vector
        std::uint64_t in_flight;  ///< the part grows over the turns until so many such operations have room
    };
    Share share_of(Operation operation, std::uint64_t bytes) const;

    /// The place of the next block of `bytes` after `position`. An operation that needs only a part of the ring stays
    /// in its first part, which may grow from turn to turn. So the first operations map little memory, and mapped
    /// memory stays in the caches.
    Place place(std::uint64_t position, std::uint64_t bytes, const Share& share) const;
    /// This member will soon work on the block: maps the block's memory and some behind it, if not mapped yet.
    void expect(const Place& place) {
        if (mapped_until_ < ring_bytes_) map_until(place.start % ring_bytes_ + place.end - place.start);
    }
    /// The data of a block.
    std::byte* data(const Place& place) const { return ring_ + place.start % ring_bytes_ + kLine; }
    /// Marks a block as one of the operation `tag`, after its data were written.
    void stamp(const Place& place, std::uint64_t tag, const BlockTitle& title);
    /// Whether the block is the one that this member expects.
    bool is_stamped(const Place& place, std::uint64_t tag) const;
    /// The title of the block that `writer` has written at `position` and announced, whatever its length.
    std::optional<BlockTitle> title_at(std::uint64_t position, int writer) const;

    /// Whether all members have released the memory of `place`.   Fails: bug for an impossible word.
    Status poll_room(const Place& place);
    /// Whether `peer` has worked on the block.   Fails: likewise.
    Status poll_worked(int peer, const Place& place);
    /// Tells `peer` that this member has worked on all blocks up to `position`.
    Status tell_worked(int peer, std::uint64_t position);
    /// This member needs no block below `position` any more; `peer` is waked.
    Status tell_finished(int peer, std::uint64_t position);

    /// Tells all members that the ring has failed.
    void poison();
    bool is_poisoned() const;

private:
    enum Which : std::uint64_t { worked = 0, finished = 8 };
    using Told = CheckedPosition<8>;  // a false position is also outside the ring
    struct Head;
    struct Peer {
        int rank = 0;             // in the memory
        std::uint64_t begin = 0;  // in its window
        std::byte* words = nullptr;
    };
    static std::uint64_t offset(int from, Which which) { return kLine * static_cast<std::uint64_t>(1 + from) + which; }
    const Peer& peer(int place) const { return peers_[static_cast<std::size_t>(place)]; }
    static const memory::Word& word_at(const std::byte* window, std::uint64_t offset) {
        return *reinterpret_cast<const memory::Word*>(window + offset);
    }
    Status put(int peer, std::uint64_t offset, std::uint64_t value);
    /// The position that `from` has put into `window`.   Fails: bug.
    Status read(const std::byte* window, int from, Which which, std::uint64_t& position) const;
    Head* head(const Place& place) const;
    std::uint64_t part_bytes(std::uint64_t turn, const Share& share) const;
    void map_until(std::uint64_t needed);

    memory::RemoteMemory& memory_;
    std::vector<Peer> peers_;  // by place
    int own_place_;
    std::uint64_t ring_bytes_;
    bool has_cores_for_all_;
    std::byte* own_;
    std::byte* ring_;
    std::uint64_t free_until_ = 0;    // positions below it were free at the last check
    std::uint64_t mapped_until_ = 0;  // bytes of the ring that this member has mapped
};

}  // namespace shunt::pipeline
