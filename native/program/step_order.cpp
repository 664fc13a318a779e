#include "native/program/step_order.hpp"

#include <algorithm>

namespace shunt::program {
namespace {

constexpr std::uint64_t kMostCost = std::uint64_t{1} << 22;
constexpr std::size_t kFewDirect = 64;
constexpr std::uint64_t kCostOfOne = 8;  // of laying a step, for each that it is after
constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

StepOrder::StepOrder(const RankProgram& steps)
    : steps_(steps), places_(steps.steps.size(), Place{kNone, 0, KnownPlaces::kEmpty}) {
    find_heirs();
    for (std::uint32_t step = 0; step < places_.size() && is_complete_; ++step) {
        // A step that no step is after needs no place where it is after few: queries use these.
        if (heirs_[step] != kNone || is_worth_a_place(step)) lay(step);
        is_complete_ = known_.cost() <= kMostCost && chains_ < KnownPlaces::kMostChains;
    }
}

/// The heir is the follower with the longest path after it: then chains are few, and long.
void StepOrder::find_heirs() {
    heirs_.assign(places_.size(), kNone);
    std::vector<std::uint32_t> way(places_.size());  // length of the longest sequence of steps after it
    for (std::size_t step = places_.size(); step-- > 0;) {
        for (const std::uint32_t earlier : steps_.after(steps_.steps[step])) {
            if (heirs_[earlier] != kNone && way[earlier] > way[step] + 1) continue;
            heirs_[earlier] = static_cast<std::uint32_t>(step);
            way[earlier] = way[step] + 1;
        }
    }
}

bool StepOrder::is_worth_a_place(std::uint32_t step) const {
    const std::size_t direct = steps_.after(steps_.steps[step]).size();
    return direct > kFewDirect && known_.cost() + kCostOfOne * direct < kMostCost;
}

std::uint64_t StepOrder::cost_of_queries(std::uint32_t b) const {
    return places_[b].chain == kNone ? steps_.after(steps_.steps[b]).size() / kFewDirect : 0;
}

bool StepOrder::is_before(std::uint32_t a, std::uint32_t b) const {
    if (heirs_[a] == kNone) return false;
    if (places_[b].chain != kNone) return is_before_laid(a, b);
    return std::ranges::any_of(steps_.after(steps_.steps[b]), [&](std::uint32_t direct) {
        return direct == a || (direct > a && is_before_laid(a, direct));
    });
}

bool StepOrder::is_before_laid(std::uint32_t a, std::uint32_t b) const {
    if (places_[a].chain == places_[b].chain) return places_[a].place < places_[b].place;
    return known_.knows(places_[b].known, places_[a].chain, places_[a].place);
}

void StepOrder::lay(std::uint32_t step) {
    needed_.assign(steps_.after(steps_.steps[step]).begin(), steps_.after(steps_.steps[step]).end());
    Place place{kNone, 0, KnownPlaces::kEmpty};
    if (!needed_.empty()) {
        // Often the last one is after all others.
        const std::uint32_t last = *std::ranges::max_element(needed_);
        std::erase_if(needed_, [&](std::uint32_t other) { return other == last || is_before_laid(other, last); });
        needed_.push_back(last);
    }
    for (const std::uint32_t before : needed_) {
        const Place& other = places_[before];
        place.known = known_.united(place.known, other.known);
        if (heirs_[before] == step && place.chain == kNone) {
            place.chain = other.chain;
            place.place = other.place + 1;
        } else {
            place.known = known_.with(place.known, other.chain, other.place);
        }
    }
    if (place.chain == kNone) place.chain = chains_++;
    places_[step] = place;
}

}  // namespace shunt::program
