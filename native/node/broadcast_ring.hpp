#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/node/members.hpp"
#include "native/node/wait.hpp"

namespace shunt::node {

/// Size of a ring; equal on all members.
struct RingShape {
    std::uint32_t members = 1;
    std::uint32_t blocks = 8;           ///< 2 at least
    std::uint32_t block_bytes = 32768;  ///< a multiple of 128, below 16 MiB
};

/// Carries the bytes of one operation after the other from one member of a node to all others, through a ring of blocks
/// in shared memory. All members begin the same operations in the same order, each as the writer or as a reader, with
/// equal number and writer. Lengths may differ: the writer's holds. The writer runs ahead of readers by the whole ring,
/// also over the ends of operations. Each member has one object of this class. Owner: the memory and `members` are the
/// caller's and outlive this.   Thread: any one at a time. Fails (all calls that move data): bug when members disagree
/// on an operation or the caller breaks the order of calls, peer_lost when a member it waits for is gone
/// (Members::troubled_member says which); both stay, for all members and all later operations.
class BroadcastRing {
public:
    /// Bytes of shared memory; 0 for a shape that is not allowed.
    static std::size_t bytes_needed(const RingShape& shape);
    /// Prepares that memory, in one process, before anybody attaches.   Fails: bug, when it is too small or not aligned
    /// to 128.
    static Status format(std::span<std::byte> memory, const RingShape& shape);

    /// Takes part as the member that `members` is.   Fails: bug, when the memory was formatted otherwise.
    Status attach(std::span<std::byte> memory, const RingShape& shape, Members& members, WaitPolicy policy);

    /// Begins to write operation `op` of `total` bytes. Numbers grow, from 1.   Blocks: never.   Fails: bug, when one
    /// is unfinished.
    Status begin_write(std::uint64_t op, std::uint64_t total);
    /// Writes the next bytes: ok when all are taken, again when the ring is full after `taken` of them. An operation of
    /// 0 bytes is written by one call that returns ok.   Blocks: never.   Fails: bug, when there are more than were
    /// announced.
    Status try_write(std::span<const std::byte> data, std::size_t& taken);
    /// The same, but waits for room.   Fails: timeout, after `taken` bytes; may be called again for the rest.
    Status write(std::span<const std::byte> data, std::size_t& taken, std::int64_t timeout_ns);
    /// Ends the operation before all is written: readers get declined after what was written; later operations are not
    /// harmed. Fails: timeout, when the ring stayed full; may be called again.
    Status give_up(std::int64_t timeout_ns);

    /// Begins to read operation `op` of `total` bytes, written by member `writer`.   Blocks: never.   Fails: bug, when
    /// one is unfinished.
    Status begin_read(std::uint64_t op, std::uint64_t total, std::uint32_t writer);
    /// Reads the next bytes: ok when `out` is full, again when `got` bytes are all there are so far. An operation of 0
    /// bytes is read by one call that returns ok.   Blocks: never.   Fails: declined, when the writer gave up; that
    /// ends the operation; other_length, once and before the first byte, when the writer has announced another total:
    /// that of the operation from now on.
    Status try_read(std::span<std::byte> out, std::size_t& got);
    /// The same, but waits.   Fails: timeout, after `got` bytes; may be called again for the rest.
    Status read(std::span<std::byte> out, std::size_t& got, std::int64_t timeout_ns);

    /// Bytes of the operation begun last: as this member said, or as the writer, once try_read() or read() has given
    /// other_length.
    std::uint64_t total() const { return total_; }
    /// No operation is under way: all was written or read, or it was declined.
    bool finished() const { return mode_ == Mode::idle; }
    /// For those who use the try_ calls alone, now and then (kLivenessNs): peer_lost when a member that this one needs
    /// is gone.
    Status check_peers();

private:
    enum class Mode : std::uint8_t { idle, writing, reading };
    struct Head;
    struct Position;
    struct BlockHead;

    Status begin(Mode mode, std::uint64_t op, std::uint64_t total);
    void set_total(std::uint64_t total);
    std::uint64_t block_capacity() const;
    bool room();
    bool keeps_waiting(std::uint32_t member) const;
    Status poll_room();
    Status claim();
    void publish(bool given_up);
    Status poll_data();
    Status next_data(std::uint64_t& available);
    void next_block();
    void jump_to_end();
    void pass(std::uint64_t block);
    Status fail(Status status, std::uint32_t member);

    Head* head_ = nullptr;
    Position* positions_ = nullptr;
    BlockHead* block_heads_ = nullptr;
    std::byte* blocks_ = nullptr;
    Members* members_ = nullptr;
    RingShape shape_;
    Spin spin_;

    Mode mode_ = Mode::idle;
    bool claimed_ = false;  // writing: the block at `block_` is ours to fill
    std::uint32_t writer_ = 0;
    std::uint64_t op_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t passed_ = 0;  // bytes of the operation written or read so far
    std::uint64_t used_ = 0;    // of those, in the block at `block_`
    std::uint64_t block_ = 0;   // number of the current block, counted from the first operation; alike on all members
    std::uint64_t end_ = 0;     // the first block after this operation
    std::uint64_t room_until_ = 0;  // blocks below it were free when the positions were last looked at
};

}  // namespace shunt::node
