#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shunt {

/// Who carries which calls of one kind in a round of trying, by the communicator's ordinals alone: from `first` on each
/// block of `length` ordinals has a candidate. A member that has missed a call, as it made another one, is therefore
/// not at another place than the rest. What the calls of each block took is added up.
/// Thread: that of the calls.   Fails: std::bad_alloc.
class Turns {
public:
    struct Block {
        int candidate = 0;
        std::uint32_t calls = 0;    ///< of the kind, whoever carried them
        std::uint32_t carried = 0;  ///< by the candidate
        std::uint64_t ns = 0;       ///< of these, those that do not count left out
    };

    /// Begins a round. `order`: the candidates of the blocks. At least one; `length` is at least 1.
    void plan(std::uint32_t first, std::uint32_t length, std::span<const int> order);
    /// The block of the call with that ordinal; null: none. It is the one that took() is about.
    const Block* at(std::uint32_t ordinal);
    /// The block that at() has found; null: none.
    const Block* current() const { return current_ < blocks_.size() ? &blocks_[current_] : nullptr; }
    /// A call of the block has ended in `ns`; `who` carried it. The first `untimed` by the candidate do not count.
    void took(int who, std::int64_t ns, std::uint32_t untimed);

    std::span<const Block> blocks() const { return blocks_; }
    std::uint32_t first() const { return first_; }
    /// Ordinals of each block.
    std::uint32_t length() const { return length_; }
    /// The last ordinal of the round.
    std::uint32_t last() const { return first_ + length_ * static_cast<std::uint32_t>(blocks_.size()) - 1; }
    /// Calls in all blocks.
    std::uint32_t calls() const;

private:
    std::vector<Block> blocks_;
    std::size_t current_ = SIZE_MAX;
    std::uint32_t first_ = 1, length_ = 1;
};

}  // namespace shunt
