#include "native/node/broadcast_ring.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace shunt::node {
namespace {

constexpr std::uint32_t kMagic = 0x474e4952;  // RING

// Bits of BlockHead::filled: number of the block, whether the writer gave up, bytes in it.
constexpr int kBytesBits = 24;
constexpr std::uint64_t kBytesMask = (std::uint64_t{1} << kBytesBits) - 1;
constexpr std::uint64_t kGivenUp = std::uint64_t{1} << kBytesBits;
constexpr int kNumberShift = kBytesBits + 1;
constexpr std::uint64_t kNumberMask = ~std::uint64_t{0} >> kNumberShift;

constexpr std::uint64_t filled_word(std::uint64_t block, bool given_up, std::uint64_t bytes) {
    return (block & kNumberMask) << kNumberShift | (given_up ? kGivenUp : 0) | bytes;
}
constexpr bool is_block(std::uint64_t word, std::uint64_t block) {
    return word >> kNumberShift == (block & kNumberMask);
}

}  // namespace

struct BroadcastRing::Head {
    std::uint32_t magic = kMagic;
    RingShape shape;
    Doorbell data;  // readers sleep here, the writer rings
    Doorbell room;  // the writer sleeps here; readers and the previous writer ring
};

/// The blocks below `passed` are finished for one member: read, or written. Written only by that member.
struct alignas(kLineBytes) BroadcastRing::Position {
    std::atomic<std::uint64_t> passed{0};
};

/// `filled` releases op, total, writer and the bytes it counts. Written only by the writer of the block.
struct alignas(kLineBytes) BroadcastRing::BlockHead {
    std::atomic<std::uint64_t> filled{filled_word(kNumberMask, false, 0)};
    std::uint64_t op = 0;
    std::uint64_t total = 0;
    std::uint32_t writer = 0;
    std::atomic<std::uint64_t> claimed{
        0};  // number of the block after the last one claimed here, which detects two writers
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

std::size_t BroadcastRing::bytes_needed(const RingShape& shape) {
    const bool allowed = shape.members > 0 && shape.blocks > 1 && shape.block_bytes > 0 &&
                         shape.block_bytes % kLineBytes == 0 && shape.block_bytes <= kBytesMask;
    if (!allowed) return 0;
    return sizeof(Head) + shape.members * sizeof(Position) + shape.blocks * (sizeof(BlockHead) + shape.block_bytes);
}

Status BroadcastRing::format(std::span<std::byte> memory, const RingShape& shape) {
    const std::size_t needed = bytes_needed(shape);
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory.data()) % kLineBytes == 0;
    if (needed == 0 || memory.size() < needed || !aligned) return Status::bug;
    std::byte* at = memory.data();
    (new (at) Head)->shape = shape;
    at += sizeof(Head);
    for (std::uint32_t i = 0; i < shape.members; ++i, at += sizeof(Position)) new (at) Position;
    for (std::uint32_t i = 0; i < shape.blocks; ++i, at += sizeof(BlockHead)) new (at) BlockHead;
    return Status::ok;
}

Status BroadcastRing::attach(std::span<std::byte> memory, const RingShape& shape, Members& members, WaitPolicy policy) {
    const std::size_t needed = bytes_needed(shape);
    if (head_ != nullptr || needed == 0 || memory.size() < needed || members.count() != shape.members)
        return Status::bug;
    auto* head = reinterpret_cast<Head*>(memory.data());
    const bool same = head->magic == kMagic && head->shape.members == shape.members &&
                      head->shape.blocks == shape.blocks && head->shape.block_bytes == shape.block_bytes;
    if (!same) return Status::bug;
    head_ = head;
    positions_ = reinterpret_cast<Position*>(memory.data() + sizeof(Head));
    block_heads_ = reinterpret_cast<BlockHead*>(positions_ + shape.members);
    blocks_ = reinterpret_cast<std::byte*>(block_heads_ + shape.blocks);
    members_ = &members;
    shape_ = shape;
    spin_ = Spin(policy);
    return Status::ok;
}

// ---- both sides
// ---------------------------------------------------------------------------------------------------------------

Status BroadcastRing::begin(Mode mode, std::uint64_t op, std::uint64_t total) {
    if (head_ == nullptr || mode_ != Mode::idle || op <= op_) return Status::bug;
    mode_ = mode;
    op_ = op;
    set_total(total);
    passed_ = used_ = 0;
    claimed_ = false;
    return Status::ok;
}

/// Call this at the operation's first block. An operation of 0 bytes takes a block too: its head announces the
/// operation.
void BroadcastRing::set_total(std::uint64_t total) {
    total_ = total;
    end_ = block_ + std::max<std::uint64_t>(1, total / shape_.block_bytes + (total % shape_.block_bytes != 0));
}

std::uint64_t BroadcastRing::block_capacity() const {
    return std::min<std::uint64_t>(shape_.block_bytes, total_ - (passed_ - used_));
}

void BroadcastRing::pass(std::uint64_t block) {
    block_ = block;
    used_ = 0;
    claimed_ = false;
    if (block == end_) mode_ = Mode::idle;
    // Releases the reads (or writes) of earlier blocks to the next writer of these.
    positions_[members_->index()].passed.store(block, std::memory_order_seq_cst);
    head_->room.ring();
}

void BroadcastRing::next_block() { pass(block_ + 1); }

void BroadcastRing::jump_to_end() { pass(end_); }

Status BroadcastRing::fail(Status status, std::uint32_t member) { return members_->report(status, member); }

// ---- the writer
// ---------------------------------------------------------------------------------------------------------------

Status BroadcastRing::begin_write(std::uint64_t op, std::uint64_t total) {
    const Status begun = begin(Mode::writing, op, total);
    if (begun == Status::ok) writer_ = members_->index();
    return begun;
}

bool BroadcastRing::room() {
    if (block_ < room_until_) return true;
    // The slot of block b held block b - blocks; each other member, including its writer, must have passed that.
    // Acquires their accesses to it.
    std::uint64_t least = ~std::uint64_t{0} - shape_.blocks;
    for (std::uint32_t i = 0; i < shape_.members; ++i)
        if (i != members_->index()) least = std::min(least, positions_[i].passed.load(std::memory_order_seq_cst));
    room_until_ = least + shape_.blocks;
    return block_ < room_until_;
}

Status BroadcastRing::poll_room() {
    if (room()) return Status::ok;
    const Status trouble = members_->trouble();
    return trouble == Status::ok ? Status::again : trouble;
}

Status BroadcastRing::claim() {
    if (claimed_) return Status::ok;
    const Status status = poll_room();
    if (status != Status::ok) return status;
    BlockHead& head = block_heads_[block_ % shape_.blocks];
    if (head.claimed.exchange(block_ + 1, std::memory_order_relaxed) == block_ + 1)
        return fail(Status::bug, members_->index());
    head.op = op_;
    head.total = total_;
    head.writer = writer_;
    claimed_ = true;
    return Status::ok;
}

void BroadcastRing::publish(bool given_up) {
    const std::uint64_t word = filled_word(block_, given_up, used_);
    block_heads_[block_ % shape_.blocks].filled.store(word, std::memory_order_seq_cst);
    head_->data.ring();
}

Status BroadcastRing::try_write(std::span<const std::byte> data, std::size_t& taken) {
    taken = 0;
    if (mode_ != Mode::writing || data.size() > total_ - passed_) return Status::bug;
    while (taken < data.size() || total_ == 0) {
        const Status status = claim();
        if (status != Status::ok) return status;
        const std::uint64_t capacity = block_capacity();
        const std::size_t piece = std::min<std::size_t>(capacity - used_, data.size() - taken);
        std::byte* place = blocks_ + block_ % shape_.blocks * shape_.block_bytes + used_;
        if (piece > 0) std::memcpy(place, data.data() + taken, piece);
        taken += piece;
        passed_ += piece;
        used_ += piece;
        publish(false);
        if (used_ == capacity) next_block();
        if (mode_ == Mode::idle) break;
    }
    return Status::ok;
}

Status BroadcastRing::write(std::span<const std::byte> data, std::size_t& taken, std::int64_t timeout_ns) {
    const std::int64_t start = monotonic_ns();
    taken = 0;
    while (true) {
        std::size_t piece = 0;
        Status status = try_write(data.subspan(taken), piece);
        taken += piece;
        if (status != Status::again) return status;
        const std::int64_t left = timeout_ns == kForever ? kForever : timeout_ns - (monotonic_ns() - start);
        status = await(
            head_->room, spin_, left, [this] { return poll_room(); }, [this] { return check_peers(); });
        if (status != Status::ok) return status;
    }
}

Status BroadcastRing::give_up(std::int64_t timeout_ns) {
    if (mode_ != Mode::writing) return Status::bug;
    if (!claimed_) {
        Status status = await(
            head_->room, spin_, timeout_ns, [this] { return poll_room(); }, [this] { return check_peers(); });
        if (status == Status::ok) status = claim();
        if (status != Status::ok) return status;
    }
    publish(true);
    jump_to_end();
    return Status::ok;
}

// ---- the readers
// --------------------------------------------------------------------------------------------------------------

Status BroadcastRing::begin_read(std::uint64_t op, std::uint64_t total, std::uint32_t writer) {
    if (head_ != nullptr && (writer >= shape_.members || writer == members_->index())) return Status::bug;
    const Status begun = begin(Mode::reading, op, total);
    if (begun == Status::ok) writer_ = writer;
    return begun;
}

/// Whether the current block has data to read: `ok` also at its end, if no further bytes of it are to come.
/// `other_length`: it is the operation's first block, and its total differs.
Status BroadcastRing::next_data(std::uint64_t& available) {
    available = 0;
    const BlockHead& head = block_heads_[block_ % shape_.blocks];
    const std::uint64_t word = head.filled.load(std::memory_order_seq_cst);
    if (is_block(word, block_)) {
        const bool is_other = head.op != op_ || head.writer != writer_ || (head.total != total_ && passed_ > 0);
        if (is_other) return fail(Status::bug, members_->index());
        if (head.total != total_) return Status::other_length;
        available = (word & kBytesMask) - used_;
        if (available > 0) return Status::ok;
        if (word & kGivenUp) return Status::declined;
        if (block_capacity() == 0) return Status::ok;
    }
    const Status trouble = members_->trouble();
    return trouble == Status::ok ? Status::again : trouble;
}

Status BroadcastRing::poll_data() {
    std::uint64_t available = 0;
    return next_data(available);
}

Status BroadcastRing::try_read(std::span<std::byte> out, std::size_t& got) {
    got = 0;
    if (mode_ != Mode::reading || out.size() > total_ - passed_) return Status::bug;
    while (got < out.size() || total_ == 0) {
        std::uint64_t available = 0;
        const Status status = next_data(available);
        if (status == Status::declined) jump_to_end();
        if (status == Status::other_length) set_total(block_heads_[block_ % shape_.blocks].total);
        if (status != Status::ok) return status;
        const std::uint64_t capacity = block_capacity();
        const std::size_t piece = std::min<std::size_t>(available, out.size() - got);
        const std::byte* place = blocks_ + block_ % shape_.blocks * shape_.block_bytes + used_;
        if (piece > 0) std::memcpy(out.data() + got, place, piece);
        got += piece;
        passed_ += piece;
        used_ += piece;
        if (used_ == capacity) next_block();
        if (mode_ == Mode::idle) break;
    }
    return Status::ok;
}

Status BroadcastRing::read(std::span<std::byte> out, std::size_t& got, std::int64_t timeout_ns) {
    const std::int64_t start = monotonic_ns();
    got = 0;
    while (true) {
        std::size_t piece = 0;
        Status status = try_read(out.subspan(got), piece);
        got += piece;
        if (status != Status::again) return status;
        const std::int64_t left = timeout_ns == kForever ? kForever : timeout_ns - (monotonic_ns() - start);
        status = await(
            head_->data, spin_, left, [this] { return poll_data(); }, [this] { return check_peers(); });
        // Only try_read handles the end of an operation, or a different total.
        if (status != Status::ok && status != Status::declined && status != Status::other_length) return status;
    }
}

// A member that is gone does nothing more, so a second check after gone() is conclusive.
Status BroadcastRing::check_peers() {
    if (mode_ == Mode::reading && members_->gone(writer_) && poll_data() == Status::again)
        return fail(Status::peer_lost, writer_);
    if (mode_ == Mode::writing && !room())
        for (std::uint32_t i = 0; i < shape_.members; ++i)
            if (i != members_->index() && keeps_waiting(i) && members_->gone(i) && keeps_waiting(i))
                return fail(Status::peer_lost, i);
    return members_->trouble();
}

bool BroadcastRing::keeps_waiting(std::uint32_t member) const {
    return positions_[member].passed.load(std::memory_order_seq_cst) + shape_.blocks <= block_;
}

}  // namespace shunt::node
