#pragma once
#include "native/schedule/schedule.hpp"

namespace shunt::schedule {

/// Messages cut so that the phases together last no longer than the bound (bound_bytes) and `tolerance_permille` of it:
/// preemptive open shop. 0 reaches the bound to the byte, at the price of more phases and pieces; more tolerance gives
/// fewer. Nothing is cut where greedy comes within the tolerance. With uplinks the phases respect them, but the total
/// is only near the bound: choosing pairs under uplinks has no such theorem. Cost: phases x O(M), and a few augmenting
/// paths a phase. Source: Gonzalez, Sahni, "Open shop scheduling to minimize finish time", JACM 1976, section 3.
Schedule split(const Pattern& pattern, const Topology& topology, std::int32_t tolerance_permille);

}  // namespace shunt::schedule
