#include "native/program/step_order.hpp"

#include <algorithm>

namespace shunt::program {
namespace {

constexpr std::size_t kMostKnown = std::size_t{1} << 25;
constexpr std::uint64_t kMostWork = std::uint64_t{1} << 31;

/// The chain of a step that nothing is after: such a step needs none.
constexpr std::uint32_t kNoChain = UINT32_MAX;

}  // namespace

StepOrder::StepOrder(const RankProgram& steps)
    : steps_(steps), has_follower_(steps.steps.size()), places_(steps.steps.size()), lists_(1) {
    for (const Step& step : steps.steps)
        for (const std::uint32_t earlier : steps.after(step)) has_follower_[earlier] = true;
    for (std::uint32_t step = 0; step < places_.size() && is_complete_; ++step) {
        if (has_follower_[step]) lay(step);
        else places_[step].chain = kNoChain;
        is_complete_ = knowns_.size() <= kMostKnown && work_ <= kMostWork;
    }
}

bool StepOrder::is_before(std::uint32_t a, std::uint32_t b) const {
    if (!has_follower_[a]) return false;
    if (has_follower_[b]) return is_before_laid(a, b);
    return std::ranges::any_of(steps_.after(steps_.steps[b]), [&](std::uint32_t direct) {
        return direct == a || (direct > a && is_before_laid(a, direct));
    });
}

bool StepOrder::is_before_laid(std::uint32_t a, std::uint32_t b) const {
    return knows(places_[b], places_[a].chain, places_[a].place);
}

bool StepOrder::knows(const Place& place, std::uint32_t chain, std::uint32_t at) const {
    if (place.chain == chain) return at < place.place;
    const List& list = lists_[place.known];
    const auto begin = knowns_.begin() + static_cast<std::ptrdiff_t>(list.begin);
    const auto end = begin + static_cast<std::ptrdiff_t>(list.count);
    const auto found =
        std::lower_bound(begin, end, chain, [](const Known& known, std::uint32_t c) { return known.chain < c; });
    return found != end && found->chain == chain && at <= found->place;
}

void StepOrder::lay(std::uint32_t step) {
    needed_.assign(steps_.after(steps_.steps[step]).begin(), steps_.after(steps_.steps[step]).end());
    if (needed_.empty()) return begin_chain(step, 0);
    // Often the last one is after all others.
    const std::uint32_t last = *std::ranges::max_element(needed_);
    std::erase_if(needed_, [&](std::uint32_t other) { return other == last || is_before_laid(other, last); });
    if (needed_.empty()) return lay_behind(step, last);
    needed_.push_back(last);
    lay_behind_all(step, needed_);
}

void StepOrder::lay_behind(std::uint32_t step, std::uint32_t before) {
    if (is_tail(before)) return extend_chain(step, before, places_[before].known);
    begin_chain(step, list_of({before}));
}

void StepOrder::lay_behind_all(std::uint32_t step, const std::vector<std::uint32_t>& before) {
    const std::uint32_t list = list_of(before);
    const auto tail = std::ranges::find_if(before, [&](std::uint32_t other) { return is_tail(other); });
    if (tail == before.end()) return begin_chain(step, list);
    extend_chain(step, *tail, list);
}

void StepOrder::begin_chain(std::uint32_t step, std::uint32_t known) {
    places_[step] = {static_cast<std::uint32_t>(tails_.size()), 0, known};
    tails_.push_back(step);
}

void StepOrder::extend_chain(std::uint32_t step, std::uint32_t tail, std::uint32_t known) {
    places_[step] = {places_[tail].chain, places_[tail].place + 1, known};
    tails_[places_[step].chain] = step;
}

std::uint32_t StepOrder::list_of(const std::vector<std::uint32_t>& steps) {
    lasts_.resize(tails_.size());
    chains_.clear();
    // `lasts_` holds place + 1, 0: none.
    const auto note = [&](std::uint32_t chain, std::uint32_t place) {
        if (lasts_[chain] == 0) chains_.push_back(chain);
        lasts_[chain] = std::max(lasts_[chain], place + 1);
    };
    for (const std::uint32_t step : steps) {
        const Place& place = places_[step];
        note(place.chain, place.place);
        const List list = lists_[place.known];
        work_ += list.count;
        for (std::uint64_t i = list.begin; i < list.begin + list.count; ++i) note(knowns_[i].chain, knowns_[i].place);
    }
    std::ranges::sort(chains_);
    lists_.push_back({knowns_.size(), chains_.size()});
    for (const std::uint32_t chain : chains_) {
        knowns_.push_back({chain, lasts_[chain] - 1});
        lasts_[chain] = 0;
    }
    return static_cast<std::uint32_t>(lists_.size() - 1);
}

}  // namespace shunt::program
