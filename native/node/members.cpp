#include "native/node/members.hpp"

#include <unistd.h>

#include <new>

namespace shunt::node {

namespace {
constexpr std::uint32_t kMagic = 0x4d454d42;  // MEMB
enum Presence : std::uint32_t { absent, joining, present, left, finished };
}  // namespace

struct alignas(kLineBytes) Members::Head {
    std::uint32_t magic = kMagic;
    std::uint32_t count = 0;
    std::atomic<std::uint64_t> trouble{0};  // 0, or status in the upper half and member in the lower
};

/// Written only by its member; `presence` releases pid and start.
struct alignas(kLineBytes) Members::Seat {
    std::atomic<std::uint32_t> presence{absent};
    std::uint32_t pid = 0;
    std::uint64_t start = 0;
};

std::size_t Members::bytes_needed(std::uint32_t count) { return sizeof(Head) + std::size_t{count} * sizeof(Seat); }

Status Members::format(std::span<std::byte> memory, std::uint32_t count) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory.data()) % kLineBytes == 0;
    if (count == 0 || !aligned || memory.size() < bytes_needed(count)) return Status::bug;
    auto* head = new (memory.data()) Head;
    head->count = count;
    for (std::uint32_t i = 0; i < count; ++i) new (memory.data() + sizeof(Head) + i * sizeof(Seat)) Seat;
    return Status::ok;
}

Status Members::attach(std::span<std::byte> memory, std::uint32_t count, std::uint32_t index) {
    if (head_ != nullptr || memory.size() < bytes_needed(count) || index >= count) return Status::bug;
    auto* head = reinterpret_cast<Head*>(memory.data());
    if (head->magic != kMagic || head->count != count) return Status::bug;
    auto* seats = reinterpret_cast<Seat*>(memory.data() + sizeof(Head));
    std::uint32_t expected = absent;
    if (!seats[index].presence.compare_exchange_strong(expected, joining, std::memory_order_relaxed))
        return Status::bug;
    const Process self = this_process();
    seats[index].pid = self.pid;
    seats[index].start = self.start;
    seats[index].presence.store(present, std::memory_order_release);
    head_ = head, seats_ = seats, count_ = count, index_ = index, pid_ = self.pid;
    return Status::ok;
}

void Members::leave() {
    // In a forked child the memory is not mapped, and the member is the parent.
    if (head_ == nullptr || pid_ != static_cast<std::uint32_t>(getpid())) return;
    std::uint32_t expected = present;  // a member that has finished stays so
    seats_[index_].presence.compare_exchange_strong(expected, left, std::memory_order_release);
    head_ = nullptr;
}

void Members::finish() {
    if (head_ != nullptr) seats_[index_].presence.store(finished, std::memory_order_release);
}

bool Members::gone(std::uint32_t member) const {
    if (head_ == nullptr) return true;
    const std::uint32_t presence = seats_[member].presence.load(std::memory_order_acquire);
    if (presence == left) return true;
    return presence == present && !alive({seats_[member].pid, seats_[member].start});
}

Status Members::trouble() const {
    if (head_ == nullptr) return Status::bug;
    return static_cast<Status>(head_->trouble.load(std::memory_order_acquire) >> 32);
}

int Members::troubled_member() const {
    if (head_ == nullptr) return -1;
    const std::uint64_t trouble = head_->trouble.load(std::memory_order_acquire);
    return trouble == 0 ? -1 : static_cast<int>(trouble & 0xffffffff);
}

Status Members::report(Status status, std::uint32_t member) {
    if (head_ == nullptr) return Status::bug;
    static_assert(static_cast<int>(Status::ok) == 0);
    std::uint64_t none = 0;
    const std::uint64_t mine = static_cast<std::uint64_t>(status) << 32 | member;
    if (head_->trouble.compare_exchange_strong(none, mine, std::memory_order_acq_rel, std::memory_order_acquire))
        return status;
    return static_cast<Status>(none >> 32);
}

}  // namespace shunt::node
