#include "native/pipeline/short_lanes.hpp"

#include <algorithm>

namespace shunt::pipeline {

ShortLanes::ShortLanes(remote::RemoteMemory& memory, int rank, int size, std::uint64_t at) : memory_(memory), rank_(rank), size_(size) {
    for (int member = 0; member < size; ++member) lanes_.push_back(memory.mapped(member) + at);
}

void ShortLanes::begin(std::uint64_t bytes) {
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

void ShortLanes::withdraw() {
    number_ -= 1;
    end_ = end_before_;
}

std::optional<std::uint64_t> ShortLanes::tag_posted(int member, std::uint64_t number) const {
    const Stamp& it = *reinterpret_cast<const Stamp*>(lanes_[static_cast<std::size_t>(member)] + stamp_at(number));
    if (it.number.load(std::memory_order_acquire) != PositionWord::encode(number)) return std::nullopt;
    return it.tag;
}

void ShortLanes::wake_all() {
    for (int other = 0; other < size_; ++other)
        if (other != rank_) wake(other);
}

Status ShortLanes::poll_room() {
    if (has_room()) return Status::ok;
    std::uint64_t least = number_ - 1;
    for (int other = 0; other < size_; ++other) {
        if (other == rank_) continue;
        const std::uint64_t word = left(other).load(std::memory_order_acquire);
        if (!PositionWord::is_sound(word)) return Status::bug;
        least = std::min(least, PositionWord::position(word));
    }
    if (least < left_by_all_) return Status::bug;   // they go forward
    left_by_all_ = least;
    return has_room() ? Status::ok : Status::again;
}

void ShortLanes::tell_left() {
    told_ = number_;
    told_end_ = end_;
    left(rank_).store(PositionWord::encode(number_), std::memory_order_release);
    wake_all();
}

bool is_for_lanes(const PipelineSettings& settings, Operation operation, int ranks, int cores, std::uint64_t bytes) {
    constexpr int kMostRanks = 16;   // beyond, the hosts' trees have fewer steps
    if (settings.short_most == 0) return false;   // nor barriers, which have no bytes
    if (ranks > cores || ranks > kMostRanks || bytes > ShortLanes::kMostBytes) return false;
    const std::uint64_t read = operation == Operation::bcast ? bytes : bytes * static_cast<std::uint64_t>(ranks - 1);
    return read <= static_cast<std::uint64_t>(settings.short_most);
}

}  // namespace shunt::pipeline
