#include "native/engines/remote_write/frame_ring.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kMagic = 0x474e495257524853;  // SHRWRING

}  // namespace

struct FrameRing::Head {
    std::uint64_t magic;
    std::uint64_t bytes;
    std::uint64_t key;
    std::atomic<std::uint32_t> accepted{0};
    std::atomic<std::uint32_t> is_fast{0};                         // written by the sender, rarely
    alignas(node::kLineBytes) Word read_until{0};                  // written by the receiver
    alignas(node::kLineBytes) std::atomic<std::uint32_t> asks{0};  // the sender sleeps until there is room
};

std::size_t FrameRing::bytes_needed(std::uint64_t ring_bytes) { return sizeof(Head) + ring_bytes; }

Status FrameRing::format(std::span<std::byte> memory, std::uint64_t ring_bytes, std::uint64_t key) {
    return format_frames<Head>(memory, kMagic, ring_bytes, key);
}

Status FrameRing::attach(std::span<std::byte> memory, std::uint64_t key) {
    std::uint64_t bytes = 0;
    auto* const head = head_in<Head>(memory, kMagic, key, bytes);
    if (!head) return Status::bug;
    head_ = head;
    data_ = memory.data() + sizeof(Head);
    bytes_ = bytes;
    key_ = key;
    return Status::ok;
}

void FrameRing::accept() { head_->accepted.store(1, std::memory_order_seq_cst); }

bool FrameRing::accepted() const { return head_->accepted.load(std::memory_order_seq_cst) == 1; }

/// Whether the receiver has released all memory that bytes below `end` would use.
bool RingWriter::look_for_room(std::uint64_t end) {
    if (end <= room_until_) return true;
    const std::uint64_t read = head_->read_until.load(std::memory_order_seq_cst);
    if (read > position_ || position_ - read > bytes_) {
        is_broken_ = true;  // a stray write: no receiver reads bytes that are not written yet
        return false;
    }
    room_until_ = read + bytes_;
    return end <= room_until_;
}

bool RingWriter::make_room(std::uint64_t needed) {
    const std::uint64_t left = bytes_ - at(position_);
    const std::uint64_t skipped = needed > left ? left : 0;
    if (!look_for_room(position_ + skipped + needed + kCellBytes)) return false;
    if (skipped > 0) {
        word_at(data_).store(0, std::memory_order_relaxed);
        word_at(data_ + at(position_))
            .store(FrameWord::encode(FrameKind::skip, 0, position_, key_), std::memory_order_release);
        position_ += skipped;
    }
    return true;
}

bool RingWriter::ask_for_room() {
    // Room for two, as the first may not fit before the end.
    const std::uint64_t enough = 2 * whole_cells(sizeof(Word) + kMostPayloadBytes) + kCellBytes;
    if (look_for_room(position_ + enough)) return true;
    head_->asks.store(1, std::memory_order_seq_cst);
    return look_for_room(position_ + enough);
}

void RingWriter::say_fast(bool is_fast) {
    const std::uint32_t said = is_fast ? 1 : 0;
    if (head_->is_fast.load(std::memory_order_relaxed) != said) head_->is_fast.store(said, std::memory_order_relaxed);
}

bool RingReader::is_fast() const { return head_->is_fast.load(std::memory_order_relaxed) != 0; }

bool RingReader::tell() {
    told_ = position();
    head_->read_until.store(told_, std::memory_order_seq_cst);
    return head_->asks.load(std::memory_order_seq_cst) != 0 && head_->asks.exchange(0) != 0;
}

}  // namespace shunt::remote_write
