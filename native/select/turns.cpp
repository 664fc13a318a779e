#include "native/select/turns.hpp"

namespace shunt {

void Turns::plan(std::uint32_t first, std::uint32_t length, std::span<const int> order) {
    first_ = first;
    length_ = length;
    current_ = SIZE_MAX;
    blocks_.clear();
    for (const int candidate : order) blocks_.push_back({candidate, 0, 0, 0});
}

const Turns::Block* Turns::at(std::uint32_t ordinal) {
    current_ = ordinal < first_ ? SIZE_MAX : (ordinal - first_) / length_;
    return current();
}

void Turns::took(int who, std::int64_t ns, std::uint32_t untimed) {
    if (!current()) return;
    Block& block = blocks_[current_];
    block.calls += 1;
    if (who != block.candidate) return;
    block.carried += 1;
    if (block.carried > untimed && ns > 0) block.ns += static_cast<std::uint64_t>(ns);
}

std::uint32_t Turns::calls() const {
    std::uint32_t all = 0;
    for (const Block& block : blocks_) all += block.calls;
    return all;
}

}  // namespace shunt
