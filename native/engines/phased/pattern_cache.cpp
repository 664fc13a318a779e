#include "native/engines/phased/pattern_cache.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace shunt::phased {

std::uint64_t PatternCache::places_with(const Row& own, Order order) const {
    std::uint64_t places = 0;
    for (std::size_t i = 0; i < kPlaces; ++i)
        if (entries_[i].plan && entries_[i].order == order && entries_[i].own == own) places |= std::uint64_t{1} << i;
    return places;
}

std::shared_ptr<const Plan> PatternCache::use(std::uint64_t places) {
    Entry& entry = entries_[static_cast<std::size_t>(std::countr_zero(places))];
    entry.used = ++clock_;
    return entry.plan;
}

void PatternCache::put(Row own, Order order, std::shared_ptr<const Plan> plan) {
    Entry& oldest = *std::min_element(entries_.begin(), entries_.end(),
                                      [](const Entry& a, const Entry& b) { return a.used < b.used; });
    oldest = {std::move(own), order, std::move(plan), ++clock_};
}

}  // namespace shunt::phased
