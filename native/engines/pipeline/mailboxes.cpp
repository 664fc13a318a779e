#include "native/engines/pipeline/mailboxes.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "native/base/clock.hpp"

namespace shunt::pipeline {

Mailboxes::Mailboxes(std::shared_ptr<memory::RemoteMemory> memory, int rank, int size, std::uint64_t at,
                     std::int64_t patience_ns, MailboxBacklog::StartThread start_thread)
    : memory_(std::move(memory)), rank_(rank), size_(size), patience_ns_(patience_ns), start_thread_(start_thread) {
    for (int member = 0; member < size; ++member) mailboxes_.push_back(memory_->mapped(member) + at);
}

void Mailboxes::begin(std::uint64_t bytes) {
    word_ = PositionWord::encode(++number_);
    stamp_at_ = stamp_at(number_);
    end_before_ = end_;
    if (bytes <= kWithStamp) {
        start(number_) = end_;
        data_at_ = stamp_at_ + sizeof(Stamp);
        return;
    }
    const std::uint64_t within = end_ % kRingBytes;
    if (within + bytes > kRingBytes) end_ += kRingBytes - within;
    start(number_) = end_;
    data_at_ = kRingAt + end_ % kRingBytes;
    end_ += (bytes + kLine - 1) / kLine * kLine;
}

void Mailboxes::withdraw() {
    number_ -= 1;
    end_ = end_before_;
}

std::optional<std::uint64_t> Mailboxes::tag_posted(int member, std::uint64_t number) const {
    const Stamp& it = *reinterpret_cast<const Stamp*>(mailboxes_[static_cast<std::size_t>(member)] + stamp_at(number));
    if (it.number.load(std::memory_order_acquire) != PositionWord::encode(number)) return std::nullopt;
    return it.tag;
}

void Mailboxes::wake_all() {
    for (int other = 0; other < size_; ++other)
        if (other != rank_) wake(other);
}

Status Mailboxes::poll_room() {
    if (has_room()) return Status::ok;
    std::uint64_t least = number_ - 1;
    for (int other = 0; other < size_; ++other) {
        if (other == rank_) continue;
        const std::optional<std::uint64_t> left = left_by(mailboxes_[static_cast<std::size_t>(other)]);
        if (!left) return Status::bug;
        least = std::min(least, *left);
    }
    if (least < left_by_all_) return Status::bug;  // the counts only grow
    left_by_all_ = least;
    return has_room() ? Status::ok : Status::again;
}

const std::byte* Mailboxes::set_aside(std::uint64_t tag, std::span<const std::byte> vector) {
    if (backlog_) (void)backlog_->drain();
    const std::int64_t now = monotonic_ns();
    if (std::exchange(stuck_at_, left_by_all_) != left_by_all_) stuck_since_ns_ = now;
    if (now - stuck_since_ns_ < patience_ns_) return nullptr;
    try {
        if (!backlog_) backlog_ = std::make_shared<MailboxBacklog>(memory_, mailboxes_, rank_, start_thread_);
        aside_.resize(kMostBytes);
    } catch (const std::bad_alloc&) { return nullptr; }
    if (!backlog_->add({needs_left(), word_, tag, stamp_at_, data_at_, {}}, vector)) return nullptr;
    std::copy(vector.begin(), vector.end(), aside_.begin());
    return aside_.data();
}

/// How many calls all others must have left before the last begun call finds room, by has_room().
std::uint64_t Mailboxes::needs_left() {
    std::uint64_t needs = number_ > kSlots ? number_ - kSlots : 0;
    while (end_ > start(needs + 1) + kRingBytes) ++needs;
    return needs;
}

void Mailboxes::tell_left() {
    told_ = number_;
    told_end_ = end_;
    left(rank_).store(PositionWord::encode(number_), std::memory_order_release);
    wake_all();
}

namespace {

/// Whether every member needs the vectors of all others.
bool reads_everybody(Operation operation) {
    return operation == Operation::barrier || operation == Operation::allreduce ||
           operation == Operation::reduce_scatter || operation == Operation::reduce_scatter_block;
}

}  // namespace

bool is_for_mailboxes(const PipelineOptions& options, Operation operation, int ranks, int cores, std::uint64_t bytes) {
    constexpr int kMostRanks = 16;               // beyond, the hosts' trees have fewer steps
    if (options.short_bytes == 0) return false;  // also excludes barriers, which have no bytes
    if (ranks > kMostRanks || bytes > Mailboxes::kMostBytes) return false;
    if (ranks > cores) return reads_everybody(operation);
    const std::uint64_t read = operation == Operation::bcast ? bytes : bytes * static_cast<std::uint64_t>(ranks - 1);
    return read <= static_cast<std::uint64_t>(options.short_bytes);
}

}  // namespace shunt::pipeline
