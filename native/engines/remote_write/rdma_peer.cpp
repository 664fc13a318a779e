#include "native/engines/remote_write/rdma_peer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kBody = RdmaSlot::kBodyBytes;
constexpr std::size_t kPieceBytes = 16 * 1024;  // of written data
constexpr std::uint64_t kSpare = 4;             // of the operations under way: for those of the memory itself

}  // namespace

// ---- to the peer ----------------------------------------------------------------------------------------------------

/// Whether there is room for a body, its cell, and what the memory adds.
bool RdmaPeer::may_post() const { return memory_.room(number_) >= 2 + kSpare; }

/// A run of bytes never wraps.
std::uint64_t RdmaPeer::body_start(std::uint64_t bytes) const {
    const std::uint64_t offset = body_sent_ % kBody;
    return offset + bytes > kBody ? body_sent_ + kBody - offset : body_sent_;
}

bool RdmaPeer::has_room(std::size_t bytes, bool has_body) const {
    if (cells_sent_ - cells_taken_ >= RdmaSlot::kCells) return false;
    if (has_body && body_start(bytes) + RdmaSlot::rounded(bytes) - body_taken_ > kBody) return false;
    return may_post();
}

std::byte* RdmaPeer::reserve(std::size_t bytes) {
    const bool has_body = bytes > kLineFrameBytes;
    if (is_lost || (!controls_.empty() && flush() == Status::peer_lost) || !controls_.empty()) return nullptr;
    if (!has_room(bytes, has_body)) return nullptr;
    reserved_bytes_ = bytes;
    return has_body ? slot.mirror(body_start(bytes)) : short_;
}

/// Requires that there is room, and that the bytes are in place: in the mirror of the body, or in `short_`.
Status RdmaPeer::write(RdmaCell::Kind kind, std::size_t bytes) {
    RdmaCell cell;
    cell.kind = kind;
    cell.bytes = static_cast<std::uint32_t>(bytes);
    std::memcpy(cell.payload, short_, sizeof short_);
    if (cell.has_body()) {
        const std::uint64_t start = body_start(bytes);
        const memory::Place body{there.address + RdmaSlot::body_offset(start), there.key};
        const Status status = memory_.put_at(number_, body, {slot.mirror(start), bytes}, slot.chunk, false);
        if (status != Status::ok) return Status::peer_lost;
        body_sent_ = start + RdmaSlot::rounded(bytes);
    }
    cell.body_end = body_sent_;
    const memory::Place place{there.address + RdmaSlot::cell_offset(cells_sent_), there.key};
    cell.stamp = ++cells_sent_;
    const Status status = memory_.put_at(number_, place, std::as_bytes(std::span(&cell, 1)), nullptr, true);
    return status == Status::ok ? Status::ok : Status::peer_lost;
}

void RdmaPeer::control(RdmaCell::Kind kind, const void* record, std::size_t bytes) {
    Control& made = controls_.emplace_back();
    made.kind = kind;
    made.bytes = static_cast<std::uint32_t>(bytes);
    std::memcpy(made.record, record, bytes);
}

/// Writes the next piece of a transfer; half of the body is reserved for frames.
Status RdmaPeer::write_piece(RdmaOutgoing& transfer) {
    const std::size_t bytes = std::min(transfer.left().size(), kPieceBytes);
    if (body_sent_ - body_taken_ > kBody / 2 || !has_room(bytes, true)) return Status::again;
    std::memcpy(slot.mirror(body_start(bytes)), transfer.left().data(), bytes);
    const std::uint64_t id = transfer.id();
    std::memcpy(short_, &id, sizeof id);
    const Status status = write(RdmaCell::data, bytes);
    if (status == Status::ok) transfer.took(bytes);
    return status;
}

Status RdmaPeer::flush() {
    if (owes_credit_) say_credit();
    while (!controls_.empty()) {
        if (!has_room(0, false)) return Status::again;
        const Control& next = controls_.front();
        std::memcpy(short_, next.record, sizeof short_);
        const Status status = write(next.kind, next.bytes);
        if (status != Status::ok) return status;
        if (next.kind == RdmaCell::moved) way.left();
        if (next.kind == RdmaCell::drained) way.drain();
        controls_.pop_front();
    }
    while (!writing_.empty()) {
        RdmaOutgoing& next = *writing_.front();
        const Status status = write_piece(next);
        if (status != Status::ok) return status;
        writing_.pop_front();  // transfers take turns
        if (!next.left().empty()) writing_.push_back(&next);
    }
    return owes_credit_ ? Status::again : Status::ok;
}

bool RdmaPeer::take_credit(std::uint64_t credit) {
    const auto cells = static_cast<std::uint32_t>(credit >> 32) - static_cast<std::uint32_t>(cells_taken_);
    const auto eights = static_cast<std::uint32_t>(credit) - static_cast<std::uint32_t>(body_taken_ / 8);
    cells_taken_ += cells;
    body_taken_ += std::uint64_t{eights} * 8;
    return cells_taken_ <= cells_sent_ && body_taken_ <= body_sent_;
}

// ---- from the peer --------------------------------------------------------------------------------------------------

const RdmaCell* RdmaPeer::look() const {
    RdmaCell& cell = slot.cell(cells_read_);
    const std::uint64_t stamp = std::atomic_ref(cell.stamp).load(std::memory_order_acquire);
    return stamp == cells_read_ + 1 ? &cell : nullptr;
}

bool RdmaPeer::is_right(const RdmaCell& cell) const {
    if (cell.kind < RdmaCell::message || cell.kind > RdmaCell::drained) return false;
    const bool is_control = cell.kind != RdmaCell::message && cell.kind != RdmaCell::data;
    if (cell.bytes == 0 || cell.bytes > (is_control ? kLineFrameBytes : kMostFrameBytes)) return false;
    const std::uint64_t body = cell.body_end - body_read_;
    if (!cell.has_body()) return body == 0;
    const std::uint64_t bytes = RdmaSlot::rounded(cell.bytes);
    return body >= bytes && body <= kBody && (cell.body_end - bytes) % kBody + bytes <= kBody;
}

void RdmaPeer::pass(const RdmaCell& cell) {
    ++cells_read_;
    body_read_ = cell.body_end;
    if (cells_read_ - cells_told_ >= RdmaSlot::kCells / 4 || body_read_ - body_told_ >= kBody / 4) say_credit();
}

bool RdmaPeer::is_idle() const { return !has_unsent() && memory_.completed(number_) >= memory_.posted(number_); }

void RdmaPeer::say_credit() {
    const std::uint64_t credit = cells_read_ << 32 | static_cast<std::uint32_t>(body_read_ / 8);
    owes_credit_ =
        !may_post() || memory_.put_word(number_, own_line_ + offsetof(RdmaLine, credit), credit) == Status::again;
    if (owes_credit_) return;
    cells_told_ = cells_read_;
    body_told_ = body_read_;
}

}  // namespace shunt::remote_write
