#include "native/select/learning.hpp"

#include <bit>

namespace shunt {

std::int64_t Learning::class_of(std::int64_t bytes) {
    if (bytes < 8) return bytes;
    const int below = std::bit_width(static_cast<std::uint64_t>(bytes)) - 3;  // bits that do not count
    return bytes >> below << below;
}

Trial* Learning::find(Operation operation, std::int64_t bytes) {
    const auto found = trials_.find(key(operation, bytes));
    return found == trials_.end() ? nullptr : &found->second;
}

Trial& Learning::trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                          std::span<const int> later) {
    if (is_given_up_) first = later = {};
    return trials_.try_emplace(key(operation, bytes), first, synchronises(operation, bytes), later).first->second;
}

Learning::Due Learning::due() {
    for (auto& [key, trial] : trials_)
        if (trial.state() == Trial::State::combining && trial.needs_calls())
            return {&trial, static_cast<std::uint64_t>(key.second) << 8 | static_cast<std::uint64_t>(key.first)};
    return {};
}

void Learning::for_each(const std::function<void(Operation, std::int64_t bytes, const Trial&)>& visit) const {
    for (const auto& [key, trial] : trials_) visit(key.first, key.second, trial);
}

void Learning::give_up() {
    is_given_up_ = true;
    for (auto& [key, trial] : trials_) trial = Trial({}, false);
}

}  // namespace shunt
