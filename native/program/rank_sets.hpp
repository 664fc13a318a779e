#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shunt::program {

/// Ranks from `low` to `high`, inclusive.
struct RankInterval {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    friend bool operator==(const RankInterval&, const RankInterval&) = default;
};

/// Sets of ranks, identified by numbers: equal sets have equal numbers, so comparing them is free.   Threads: any one
/// at a time.
class RankSets {
public:
    using Set = std::uint32_t;

    RankSets();

    /// The set of all ranks from `low` to `high`.
    Set interval(std::uint32_t low, std::uint32_t high);

    /// The union of both.   Returns: nothing if there are too many sets to store (is_full()).
    std::optional<Set> united(Set a, Set b);

    bool overlap(Set a, Set b) const;

    /// The set in ascending order, no two intervals adjacent.   Owner: this, until the next set is made.
    std::span<const RankInterval> of(Set set) const {
        return std::span(intervals_).subspan(sets_[set].begin, sets_[set].count);
    }

    bool is_full() const { return intervals_.size() >= kMostIntervals; }

private:
    static constexpr std::size_t kMostIntervals = std::size_t{1} << 25;
    static constexpr std::uint32_t kNone = UINT32_MAX;
    struct Entry {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
        std::uint64_t hash = 0;
    };
    struct Memory {
        Set a = kNone, b = kNone, united = kNone;
    };

    Set number_of(std::span<const RankInterval> set);
    void grow();

    std::vector<RankInterval> intervals_;  ///< of all sets, one after the other
    std::vector<Entry> sets_;
    std::vector<Set> table_;        ///< open addressing by hash; a power of two
    std::vector<Memory> memories_;  ///< recent unions
    std::vector<RankInterval> work_;
};

}  // namespace shunt::program
