#include "native/engines/remote_write/inbox.hpp"

#include <new>

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kMagic = 0x31584f424e494853;  // SHINBOX1

}  // namespace

struct Inbox::Head {
    std::uint64_t magic;
    InboxShape shape;
    std::uint64_t key;
    std::atomic<std::uint32_t> finished;
    node::Doorbell bell;
    alignas(node::kLineBytes) Word events;
};

constexpr std::size_t Inbox::kBeforeMailbox =
    sizeof(Head) + kRecords * sizeof(TransferRecord) + kOfferGates * sizeof(Gate);

std::size_t Inbox::bytes_needed(const InboxShape& shape) {
    return kBeforeMailbox + CommonMailbox::bytes_needed(shape.mailbox_bytes);
}

Status Inbox::format(std::span<std::byte> memory, const InboxShape& shape, std::uint64_t key) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory.data()) % node::kLineBytes == 0;
    const bool possible = shape.block_bytes > 0 && shape.block_bytes <= 16 << 10 && shape.block_bytes % kCellBytes == 0;
    if (!aligned || !possible || memory.size() < bytes_needed(shape)) return Status::bug;
    auto* const head = new (memory.data()) Head;
    head->magic = kMagic;
    head->shape = shape;
    head->key = key;
    head->finished = 0;
    head->events = 0;
    std::byte* at = memory.data() + sizeof(Head);
    for (std::uint32_t i = 0; i < kRecords; ++i, at += sizeof(TransferRecord)) new (at) TransferRecord;
    for (std::uint32_t i = 0; i < kOfferGates; ++i, at += sizeof(Gate)) new (at) Gate;
    return CommonMailbox::format(memory.subspan(kBeforeMailbox), shape.mailbox_bytes, key);
}

Status Inbox::attach(std::span<std::byte> memory, const InboxShape& shape, std::uint64_t key) {
    if (memory.size() < bytes_needed(shape)) return Status::bug;
    auto* const head = reinterpret_cast<Head*>(memory.data());
    if (head->magic != kMagic || head->key != key || !(head->shape == shape)) return Status::bug;
    head_ = head;
    records_ = reinterpret_cast<TransferRecord*>(memory.data() + sizeof(Head));
    gates_ = reinterpret_cast<Gate*>(records_ + kRecords);
    return mailbox.attach(memory.subspan(kBeforeMailbox), key);
}

node::Doorbell& Inbox::bell() const { return head_->bell; }
Word& Inbox::events() const { return head_->events; }
void Inbox::finish() { head_->finished.store(1, std::memory_order_release); }
bool Inbox::is_finished() const { return head_->finished.load(std::memory_order_acquire) != 0; }

}  // namespace shunt::remote_write
