#include "native/node/arrivals.hpp"

#include <new>

namespace shunt::node {

namespace {
constexpr std::uint32_t kMagic = 0x56525241;  // ARRV
}

struct Arrivals::Head {
    std::uint32_t magic = kMagic;
    std::uint32_t members = 0;
    Doorbell arrived;  // waiting members sleep here, arriving members ring
};

/// Written only by its member; releases all earlier writes of the member.
struct alignas(kLineBytes) Arrivals::Arrival {
    std::atomic<std::uint64_t> op{0};
};

std::size_t Arrivals::bytes_needed(std::uint32_t members) {
    return sizeof(Head) + std::size_t{members} * sizeof(Arrival);
}

Status Arrivals::format(std::span<std::byte> memory, std::uint32_t members) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory.data()) % kLineBytes == 0;
    if (members == 0 || !aligned || memory.size() < bytes_needed(members)) return Status::bug;
    (new (memory.data()) Head)->members = members;
    for (std::uint32_t i = 0; i < members; ++i) new (memory.data() + sizeof(Head) + i * sizeof(Arrival)) Arrival;
    return Status::ok;
}

Status Arrivals::attach(std::span<std::byte> memory, Members& members, WaitPolicy policy) {
    if (head_ != nullptr || memory.size() < bytes_needed(members.count())) return Status::bug;
    auto* head = reinterpret_cast<Head*>(memory.data());
    if (head->magic != kMagic || head->members != members.count()) return Status::bug;
    head_ = head;
    arrivals_ = reinterpret_cast<Arrival*>(memory.data() + sizeof(Head));
    members_ = &members;
    spin_ = Spin(policy);
    return Status::ok;
}

Status Arrivals::arrive(std::uint64_t op) {
    if (head_ == nullptr || op <= own_) return Status::bug;
    own_ = op;
    arrivals_[members_->index()].op.store(op, std::memory_order_seq_cst);
    head_->arrived.ring();
    return Status::ok;
}

Status Arrivals::all_arrived(std::uint64_t op) {
    if (head_ == nullptr) return Status::bug;
    if (op != asked_) asked_ = op, first_ = 0;
    // Arrivals only grow, so those already seen need no second check.
    while (first_ < members_->count() && arrivals_[first_].op.load(std::memory_order_seq_cst) >= op) ++first_;
    if (first_ == members_->count()) return Status::ok;
    const Status trouble = members_->trouble();
    return trouble == Status::ok ? Status::again : trouble;
}

Status Arrivals::wait_all(std::uint64_t op, std::int64_t timeout_ns) {
    if (head_ == nullptr) return Status::bug;
    return await(
        head_->arrived, spin_, timeout_ns, [&] { return all_arrived(op); }, [&] { return check_peers(op); });
}

// A member that is gone does nothing more, so a second check after gone() is conclusive.
Status Arrivals::check_peers(std::uint64_t op) {
    if (head_ == nullptr) return Status::bug;
    const auto missing = [&](std::uint32_t i) { return arrivals_[i].op.load(std::memory_order_seq_cst) < op; };
    for (std::uint32_t i = 0; i < members_->count(); ++i)
        if (i != members_->index() && missing(i) && members_->gone(i) && missing(i))
            return members_->report(Status::peer_lost, i);
    return members_->trouble();
}

}  // namespace shunt::node
