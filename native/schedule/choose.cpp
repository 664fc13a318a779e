#include "native/schedule/choose.hpp"

#include <utility>

#include "native/schedule/all_to_all.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/split.hpp"

namespace shunt::schedule {

const char* name_of(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::all_to_all: return "all-to-all";
        case Algorithm::greedy: return "greedy";
        case Algorithm::split: return "split";
    }
    return "unknown algorithm";
}

namespace {

/// With at most this many messages all tolerances of split are tried, with more only the first, and under uplinks none:
/// more would take longer than it gains.
constexpr std::size_t kFewMessages = 20'000;

/// Lower bound on the cost of a schedule: the bound in bytes, and a phase and a piece for each message of the busiest
/// port.
std::int64_t least_cost_ps(const Pattern& pattern, const Topology& topology, const CostModel& model) {
    Pattern units = pattern;
    for (auto& message : units.messages) message.bytes = 1;
    const std::int64_t phases = bound_bytes(units, topology);
    const auto least =
        static_cast<unsigned __int128>(phases) * static_cast<std::uint64_t>(model.phase_ps + model.piece_ps) +
        static_cast<unsigned __int128>(bound_bytes(pattern, topology)) * static_cast<std::uint64_t>(model.byte_ps);
    return least > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(least);
}

}  // namespace

Choice choose(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes, const CostModel& model) {
    Choice best{all_to_all(pattern, topology, threshold_bytes), Algorithm::all_to_all, 0};
    best.cost_ps = cost_ps(best.schedule, pattern, topology, model);
    const auto consider = [&](Schedule schedule, Algorithm algorithm) {
        const std::int64_t cost = cost_ps(schedule, pattern, topology, model);
        if (cost < best.cost_ps) best = {std::move(schedule), algorithm, cost};
    };
    consider(greedy(pattern, topology, threshold_bytes), Algorithm::greedy);
    if (!topology.is_one_switch() && pattern.messages.size() > kFewMessages) return best;
    const std::int64_t least = least_cost_ps(pattern, topology, model);
    for (const std::int32_t permille : {10, 0, 30, 100}) {
        if (best.cost_ps - least <= least / 100) break;
        consider(split(pattern, topology, permille), Algorithm::split);
        if (pattern.messages.size() > kFewMessages) break;
    }
    return best;
}

}  // namespace shunt::schedule
