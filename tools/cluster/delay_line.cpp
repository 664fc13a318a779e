#include "tools/cluster/delay_line.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kAddressBytes = 6;
constexpr std::size_t kMostAddresses = 4096;  // limits the table if hosts invent addresses

std::uint64_t ethernet_address(std::span<const std::byte> frame, std::size_t at) {
    std::uint64_t address = 0;
    for (std::size_t i = 0; i < kAddressBytes; ++i)
        address = address << 8 | std::to_integer<std::uint64_t>(frame[at + i]);
    return address;
}

bool is_group(std::uint64_t address) { return (address >> 40 & 1) != 0; }

}  // namespace

DelayLine::DelayLine(std::size_t most_frames, std::size_t most_bytes)
    : most_bytes_(most_bytes),
      slots_(most_frames),
      memory_(std::make_unique_for_overwrite<std::byte[]>(most_frames * most_bytes)) {}

std::span<std::byte> DelayLine::slot(std::size_t ahead) {
    return {memory_.get() + place(count_ + ahead) * most_bytes_, most_bytes_};
}

void DelayLine::push(std::size_t bytes, std::int64_t due_ns) {
    slots_[place(count_)] = {bytes, due_ns};
    ++count_;
}

DelayLine::Frame DelayLine::front() {
    const Slot& slot = slots_[first_];
    return {{memory_.get() + first_ * most_bytes_, slot.bytes}, slot.due_ns};
}

void DelayLine::pop() {
    --count_;
    first_ = count_ == 0 ? 0 : place(1);  // start again with memory that is in the CPU cache
}

void AddressTable::learn(std::span<const std::byte> frame, int link) {
    const std::uint64_t source = ethernet_address(frame, kAddressBytes);
    if (is_group(source)) return;
    if (links_.size() < kMostAddresses || links_.contains(source)) links_[source] = link;
}

int AddressTable::link_of(std::span<const std::byte> frame) const {
    const auto found = links_.find(ethernet_address(frame, 0));
    return found == links_.end() ? kEverywhere : found->second;
}

}  // namespace shunt::tools
