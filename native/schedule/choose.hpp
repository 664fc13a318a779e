#pragma once
#include "native/schedule/cost.hpp"

namespace shunt::schedule {

enum class Algorithm { all_to_all, greedy, split };

/// The lower-case name of `algorithm`, for options and messages.   Owner: static storage.
const char* name_of(Algorithm algorithm);

struct Choice {
    Schedule schedule;
    Algorithm algorithm = Algorithm::all_to_all;
    std::int64_t cost_ps = 0;
};

/// `auto`: makes the schedules of all algorithms and chooses the cheapest by `model`; among equals the one named first
/// above. Only integers are compared, so ranks with equal pattern, topology, threshold and model choose the same.
Choice choose(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes, const CostModel& model);

}  // namespace shunt::schedule
