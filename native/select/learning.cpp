#include "native/select/learning.hpp"

#include <bit>

namespace shunt {

std::int64_t Learning::class_of(std::int64_t bytes) {
    if (bytes < 8) return bytes;
    const int below = std::bit_width(static_cast<std::uint64_t>(bytes)) - 3;  // bits that do not count
    return bytes >> below << below;
}

Trial* Learning::find(Operation operation, std::int64_t bytes, bool exact) {
    const auto found = trials_.find({operation, exact, class_of(bytes)});
    return found == trials_.end() ? nullptr : &found->second;
}

Trial& Learning::trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                          std::span<const int> later, bool exact) {
    if (is_given_up_) first = later = {};
    const Kind kind{operation, exact, class_of(bytes)};
    return trials_.try_emplace(kind, first, synchronises(operation, bytes), later).first->second;
}

Learning::Due Learning::due() {
    for (auto& [kind, trial] : trials_)
        if (trial.state() == Trial::State::combining && trial.needs_calls())
            return {&trial, static_cast<std::uint64_t>(kind.bytes) << 8 |
                                static_cast<std::uint64_t>(kind.operation) << 1 | std::uint64_t{kind.exact}};
    return {};
}

void Learning::for_each(const std::function<void(const Kind&, const Trial&)>& visit) const {
    for (const auto& [kind, trial] : trials_) visit(kind, trial);
}

std::vector<std::uint64_t> Learning::begun() const {
    std::vector<std::uint64_t> all;
    for (const auto& [kind, trial] : trials_) {
        const std::vector<std::uint64_t> times = trial.begun();
        all.insert(all.end(), times.begin(), times.end());
    }
    return all;
}

void Learning::give_up() {
    is_given_up_ = true;
    for (auto& [kind, trial] : trials_) trial = Trial({}, false);
}

}  // namespace shunt
