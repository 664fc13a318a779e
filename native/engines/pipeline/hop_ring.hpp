#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/engines/pipeline/chain_order.hpp"
#include "native/engines/pipeline/vector_call.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// Rings of blocks between pairs of members, each in the receiver's window. Slot b mod `slots` contains block b of that
/// pair, counted from the first operation on, so flow control continues from one operation to the next. It has two
/// words. Beside each slot is a stamp, put after the data; only the block expected next can have the right one. In the
/// sender's window is the number of blocks that the receiver has released. Thread: any one at a time.   Blocks: never.
/// Source: "Pipelining and overlapping for MPI collective operations", 4.1.
class HopRings {
public:
    struct Shape {
        std::uint64_t slots = 16;
        std::uint64_t slot_bytes = 64 << 10;  ///< a multiple of 128
    };

    static std::uint64_t window_bytes(const Shape& shape, std::size_t peers);

    /// `memory` outlives this and has window_bytes() for it from `begin_of[rank]` on in each window (empty: from the
    /// front). `peers_of[rank]`: the members whose rings are in that rank's window. All rings of a window share the
    /// word that ends the group.
    HopRings(memory::RemoteMemory& memory, int rank, const Shape& shape, const std::vector<std::vector<int>>& peers_of,
             const std::vector<std::uint64_t>& begin_of = {});

    /// Polls for the next block from `peer`: ok when it has arrived with `bytes` and `tag`; `slot` is its memory, which
    /// this member may change. Fails: bug, if it is another block.
    Status poll(int peer, std::uint64_t bytes, const BlockTag& tag, std::byte*& slot);
    /// The length of the broadcast `title`, if its first block is the next from any peer.
    std::optional<std::uint64_t> open_bytes(std::uint64_t title) const;
    /// Takes that block: the following one is then expected. Its memory stays until the block is given back.
    void take(int peer);
    /// Gives back the memory of the oldest block taken.
    void give_back(int peer);
    /// Reports the blocks given back to their senders, once they are enough.   Fails: as put_word; after `again` some
    /// senders do not know yet.
    Status tell();

    /// Whether a block may be sent to `peer`.   Fails: bug.
    Status poll_room(int peer);
    /// Sends the next block. May be called again after `again`, with the same block.
    Status send(int peer, std::span<const std::byte> data, const memory::Registration* from, const BlockTag& tag);
    /// Whether the data of the first `posts` puts to `peer` have left.
    bool has_left(int peer, std::uint64_t posts) { return memory_.completed(peer) >= posts; }
    std::uint64_t posted(int peer) const { return memory_.posted(peer); }
    void expect(int peer) { memory_.expect(peer); }

    /// From now on a reader may see a word half written: an impossible word is a fault only if it does not change.
    void expect_torn_words() { looks_ = StrangeWord::kTorn; }
    /// Tells all peers that the group has failed; to be called again until it returns true.
    bool poison();
    bool is_poisoned() const;

private:
    struct Peer {
        int rank = -1;
        std::uint64_t ring_at = 0;         // its blocks in this window
        std::uint64_t there_at = 0;        // this member's ring in its window
        std::uint64_t consumed_there = 0;  // this member's count in its window
        std::uint64_t consumed_here = 0;   // its count in this window
        std::uint64_t taken = 0, given_back = 0, told = 0;
        std::uint64_t sent = 0;
        StrangeWord strange_stamp, strange_count;
        bool data_posted = false;  // of block `sent`; its stamp is not posted yet
        bool poisoned = false;
        std::vector<std::uint64_t> last;  // by slot: the stamp of the last block taken
    };

    Peer& peer(int rank);
    std::uint64_t stamp_at(std::uint64_t ring_at, std::uint64_t block) const {
        return ring_at + block % shape_.slots * kLine;
    }
    std::uint64_t data_at(std::uint64_t ring_at, std::uint64_t block) const {
        return ring_at + shape_.slots * kLine + block % shape_.slots * shape_.slot_bytes;
    }
    memory::Word& word(std::uint64_t at) const {
        return *reinterpret_cast<memory::Word*>(memory_.window().data() + at);
    }

    static constexpr std::uint64_t kLine = 128;

    memory::RemoteMemory& memory_;
    int looks_ = 1;
    int rank_;
    Shape shape_;
    std::vector<Peer> peers_;
};

}  // namespace shunt::pipeline
