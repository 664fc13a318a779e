#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shunt {

/// Assigns the calls of one kind in a round of trying to candidates, by the communicator's ordinals alone: from `first`
/// on each block of `length` ordinals has a candidate. A member that made another call instead of one of the kind is
/// therefore in the same block as the others. Adds up the times of the calls of each block.
/// Thread: that of the calls.   Fails: std::bad_alloc.
class Turns {
public:
    struct Block {
        int candidate = 0;
        std::uint32_t calls = 0;    ///< of the kind, by any carrier
        std::uint32_t carried = 0;  ///< by the candidate
        std::uint64_t ns = 0;       ///< time of the carried calls, without those that do not count
    };

    /// Begins a round. `order`: the candidates of the blocks; at least one. `length` is at least 1.
    void plan(std::uint32_t first, std::uint32_t length, std::span<const int> order);
    /// The block of the call with that ordinal; null: none. The next took() is about this block.
    const Block* at(std::uint32_t ordinal);
    /// The block that at() has found; null: none.
    const Block* current() const { return current_ < blocks_.size() ? &blocks_[current_] : nullptr; }
    /// Records that a call of the block has ended in `ns`, carried by `who`. The first `untimed` calls by the candidate
    /// do not count.
    void took(int who, std::int64_t ns, std::uint32_t untimed);

    std::span<const Block> blocks() const { return blocks_; }
    std::uint32_t first() const { return first_; }
    /// Number of ordinals of each block.
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
