#pragma once
#include "native/schedule/schedule.hpp"

namespace shunt::schedule {

/// Whole messages from large to small, each phase taking every message that fits. Once all messages left are below
/// `threshold_bytes`, they share one last phase.   Cost: O(M log M + M d / 64), d the largest number of messages at a
/// port. Phases: at most in + out - 1 of the busiest pair of ports, without uplinks.   Source: CC-MPI 3.2, greedy
/// scheduling.
Schedule greedy(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes);

}  // namespace shunt::schedule
