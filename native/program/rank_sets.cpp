#include "native/program/rank_sets.hpp"

#include <algorithm>

namespace shunt::program {
namespace {

constexpr std::size_t kMemories = 1u << 14;

std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15u;
    return value ^ (value >> 29);
}

std::uint64_t hash_of(std::span<const RankInterval> set) {
    std::uint64_t hash = set.size();
    for (const auto& interval : set) hash = mixed(hash ^ (std::uint64_t{interval.low} << 32 | interval.high));
    return hash;
}

}  // namespace

RankSets::RankSets() : table_(1024, kNone), memories_(kMemories) {}

RankSets::Set RankSets::interval(std::uint32_t low, std::uint32_t high) {
    const RankInterval interval{low, high};
    return number_of(std::span(&interval, 1));
}

std::optional<RankSets::Set> RankSets::united(Set a, Set b) {
    if (a == b) return a;
    if (a > b) std::swap(a, b);
    Memory& memory = memories_[mixed(std::uint64_t{a} << 32 | b) % kMemories];
    if (memory.a == a && memory.b == b) return memory.united;
    if (is_full()) return std::nullopt;
    work_.clear();
    const auto x = of(a), y = of(b);
    for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
        const bool from_x = j == y.size() || (i < x.size() && x[i].low <= y[j].low);
        const RankInterval next = from_x ? x[i++] : y[j++];
        if (!work_.empty() && next.low <= work_.back().high + 1)
            work_.back().high = std::max(work_.back().high, next.high);
        else work_.push_back(next);
    }
    memory = {a, b, number_of(work_)};
    return memory.united;
}

bool RankSets::overlap(Set a, Set b) const {
    const auto x = of(a), y = of(b);
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
        if (x[i].high < y[j].low) ++i;
        else if (y[j].high < x[i].low) ++j;
        else return true;
    }
    return false;
}

RankSets::Set RankSets::number_of(std::span<const RankInterval> set) {
    const std::uint64_t hash = hash_of(set);
    std::size_t slot = hash & (table_.size() - 1);
    for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1))
        if (sets_[table_[slot]].hash == hash && std::ranges::equal(of(table_[slot]), set)) return table_[slot];
    const auto number = static_cast<Set>(sets_.size());
    sets_.push_back({static_cast<std::uint32_t>(intervals_.size()), static_cast<std::uint32_t>(set.size()), hash});
    intervals_.insert(intervals_.end(), set.begin(), set.end());
    table_[slot] = number;
    if (sets_.size() * 2 > table_.size()) grow();
    return number;
}

void RankSets::grow() {
    table_.assign(table_.size() * 2, kNone);
    for (Set set = 0; set < sets_.size(); ++set) {
        std::size_t slot = sets_[set].hash & (table_.size() - 1);
        while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = set;
    }
}

}  // namespace shunt::program
