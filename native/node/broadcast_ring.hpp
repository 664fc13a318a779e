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
    std::uint32_t blocks = 8;           ///< at least 2
    std::uint32_t block_bytes = 32768;  ///< a multiple of 128, below 16 MiB
};

/// Carries the bytes of one operation after the other from one member of a node to all others, through a ring of blocks
/// in shared memory. All members begin the same operations in the same order, with equal number and writer, each as the
/// writer or as a reader. Their lengths may differ: that of the writer counts. The writer may be ahead of the readers
/// by the whole ring, even across the ends of operations. Each member has one object of this class. Owner: the memory
/// and `members` are the caller's and outlive this.   Thread: any one at a time. Fails (all calls that move data): bug
/// if members disagree on an operation or the caller breaks the order of calls, peer_lost if a member it waits for is
/// gone (Members::troubled_member names it). Both are permanent, for all members and all later operations.
class BroadcastRing {
public:
    /// Bytes of shared memory; 0 for a shape that is not allowed.
    static std::size_t bytes_needed(const RingShape& shape);
    /// Prepares that memory, in one process, before any member attaches.   Fails: bug, if it is too small or not
    /// aligned to 128.
    static Status format(std::span<std::byte> memory, const RingShape& shape);

    /// Takes part as the member of `members`.   Fails: bug, if the memory was formatted with other parameters.
    Status attach(std::span<std::byte> memory, const RingShape& shape, Members& members, WaitPolicy policy);

    /// Begins to write operation `op` of `total` bytes. Numbers grow, from 1.   Blocks: never.   Fails: bug, if an
    /// operation is unfinished.
    Status begin_write(std::uint64_t op, std::uint64_t total);
    /// Writes the next bytes: ok if all are written, again if the ring is full after `taken` of them. An operation of 0
    /// bytes is written by one call that returns ok.   Blocks: never.   Fails: bug, if there are more bytes than
    /// announced.
    Status try_write(std::span<const std::byte> data, std::size_t& taken);
    /// The same, but waits for room.   Fails: timeout, after `taken` bytes; call it again for the rest.
    Status write(std::span<const std::byte> data, std::size_t& taken, std::int64_t timeout_ns);
    /// Ends the operation before all bytes are written: readers get declined after the bytes written; later operations
    /// are not affected. Fails: timeout, if the ring stayed full; may be called again.
    Status give_up(std::int64_t timeout_ns);

    /// Begins to read operation `op` of `total` bytes, written by member `writer`.   Blocks: never.   Fails: bug, if an
    /// operation is unfinished.
    Status begin_read(std::uint64_t op, std::uint64_t total, std::uint32_t writer);
    /// Reads the next bytes: ok if `out` is full, again if only `got` bytes have been written so far. An operation of 0
    /// bytes is read by one call that returns ok.   Blocks: never.   Fails: declined, if the writer gave up; that ends
    /// the operation. other_length, once and before the first byte, if the writer has announced another total, which is
    /// then that of the operation.
    Status try_read(std::span<std::byte> out, std::size_t& got);
    /// The same, but waits.   Fails: timeout, after `got` bytes; call it again for the rest.
    Status read(std::span<std::byte> out, std::size_t& got, std::int64_t timeout_ns);

    /// Bytes of the operation begun last: as announced by this member, or by the writer after try_read() or read() has
    /// returned other_length.
    std::uint64_t total() const { return total_; }
    /// Whether no operation is under way: all bytes were written or read, or it was declined.
    bool finished() const { return mode_ == Mode::idle; }
    /// For callers that use only the try_ functions: call this from time to time (kLivenessNs). Returns peer_lost if a
    /// member that this one needs is gone.
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
    bool claimed_ = false;  // writing: this member may fill the block at `block_`
    std::uint32_t writer_ = 0;
    std::uint64_t op_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t passed_ = 0;  // bytes of the operation written or read so far
    std::uint64_t used_ = 0;    // bytes of these in the block at `block_`
    std::uint64_t block_ = 0;   // number of the current block, counted from the first operation; alike on all members
    std::uint64_t end_ = 0;     // the first block after this operation
    std::uint64_t room_until_ = 0;  // blocks below it were free when the positions were last read
};

}  // namespace shunt::node
