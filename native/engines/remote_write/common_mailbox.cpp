#include "native/engines/remote_write/common_mailbox.hpp"

#include "native/engines/remote_write/frame_memory.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kMagic = 0x584f424d4d4f4353;  // SCOMMBOX

}  // namespace

struct CommonMailbox::Head {
    std::uint64_t magic;
    std::uint64_t bytes;
    std::uint64_t key;
    alignas(node::kLineBytes) Word claimed{0};     // written by the senders
    alignas(node::kLineBytes) Word read_until{0};  // written by the receiver
};

/// Precedes each payload.
struct CommonMailbox::FrameHead {
    Word word;
    std::uint32_t sender;
    std::uint32_t sender_again;  // inverted: detects stray writes
};

std::size_t CommonMailbox::bytes_needed(std::uint64_t mailbox_bytes) { return sizeof(Head) + mailbox_bytes; }

Status CommonMailbox::format(std::span<std::byte> memory, std::uint64_t mailbox_bytes, std::uint64_t key) {
    return format_frames<Head>(memory, kMagic, mailbox_bytes, key);
}

Status CommonMailbox::attach(std::span<std::byte> memory, std::uint64_t key) {
    std::uint64_t bytes = 0;
    auto* const head = head_in<Head>(memory, kMagic, key, bytes);
    if (!head) return Status::bug;
    head_ = head;
    data_ = memory.data() + sizeof(Head);
    bytes_ = bytes;
    key_ = key;
    return Status::ok;
}

/// Claims `needed` bytes that do not wrap. If the rest before the end is too small, it becomes a frame to skip.
bool CommonMailbox::claim(std::uint64_t needed) {
    std::uint64_t start = head_->claimed.load(std::memory_order_relaxed);
    while (true) {
        const std::uint64_t left = bytes_ - at(start);
        const std::uint64_t skipped = needed > left ? left : 0;
        const std::uint64_t end = start + skipped + needed;
        // Acquires the zeroes that the receiver has written there.
        if (end > head_->read_until.load(std::memory_order_seq_cst) + bytes_) return false;
        if (!head_->claimed.compare_exchange_weak(start, end, std::memory_order_relaxed)) continue;
        position_.store(start + skipped, std::memory_order_relaxed);
        if (skipped == 0) return true;
        word_at(data_ + at(start)).store(FrameWord::encode(FrameKind::skip, 0, start, key_), std::memory_order_release);
        return true;
    }
}

bool CommonMailbox::has_room(std::uint64_t bytes) const {
    // Twice, as the rest before the end may be too small.
    const std::uint64_t needed = 2 * whole_cells(sizeof(FrameHead) + bytes);
    return head_->claimed.load(std::memory_order_relaxed) + needed <=
           head_->read_until.load(std::memory_order_relaxed) + bytes_;
}

std::byte* CommonMailbox::reserve(int sender, std::uint64_t bytes) {
    if (!claim(whole_cells(sizeof(FrameHead) + bytes))) return nullptr;
    auto* const frame = reinterpret_cast<FrameHead*>(data_ + at(position()));
    frame->sender = static_cast<std::uint32_t>(sender);
    frame->sender_again = ~frame->sender;
    reserved_ = bytes;
    return reinterpret_cast<std::byte*>(frame + 1);
}

void CommonMailbox::publish(FrameKind kind) {
    word_at(data_ + at(position()))
        .store(FrameWord::encode(kind, reserved_, position(), key_), std::memory_order_release);
}

bool CommonMailbox::has_news() const { return word_at(data_ + at(position())).load(std::memory_order_acquire) != 0; }

Status CommonMailbox::look(Frame& into) const {
    const std::uint64_t found = word_at(data_ + at(position())).load(std::memory_order_acquire);
    if (found == 0) return Status::again;
    const std::uint64_t left = bytes_ - at(position());
    auto* const frame = reinterpret_cast<FrameHead*>(data_ + at(position()));
    if (!FrameWord::decode(found, position(), key_, into.word)) return Status::bug;
    if (into.word.kind == FrameKind::skip) return Status::ok;
    into.sender = static_cast<int>(frame->sender);
    into.payload = reinterpret_cast<std::byte*>(frame + 1);
    const bool sound = frame->sender_again == ~frame->sender && sizeof(FrameHead) + into.word.bytes <= left;
    return sound ? Status::ok : Status::bug;
}

void CommonMailbox::pass(const Frame& frame) {
    const bool skips = frame.word.kind == FrameKind::skip;
    const std::uint64_t cells = skips ? bytes_ - at(position()) : whole_cells(sizeof(FrameHead) + frame.word.bytes);
    for (std::uint64_t cell = 0; cell < cells; cell += kCellBytes)
        word_at(data_ + at(position()) + cell).store(0, std::memory_order_relaxed);
    position_.store(position() + cells, std::memory_order_relaxed);
    head_->read_until.store(position(), std::memory_order_seq_cst);
}

}  // namespace shunt::remote_write
