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

Trial& Learning::trial_of(Operation operation, std::int64_t bytes, std::span<const int> engines) {
    return trials_.try_emplace(key(operation, bytes), engines, synchronises(operation, bytes)).first->second;
}

Trial* Learning::due() {
    for (auto& [key, trial] : trials_)
        if (trial.state() == Trial::State::combining) return &trial;
    return nullptr;
}

}  // namespace shunt
