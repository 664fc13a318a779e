#pragma once
#include "native/schedule/schedule.hpp"

namespace shunt::schedule {

/// Cuts messages so that all phases together take at most the bound (bound_bytes) plus `tolerance_permille` of it:
/// preemptive open shop. 0 reaches the bound to the byte, at the price of more phases and pieces; a larger tolerance
/// gives fewer. Nothing is cut if greedy is within the tolerance. With uplinks the phases respect them, but the total
/// is only near the bound: choosing pairs under uplinks has no such theorem. Cost: phases x O(M), and a few augmenting
/// paths a phase. Source: Gonzalez, Sahni, "Open shop scheduling to minimize finish time", JACM 1976, section 3.
Schedule split(const Pattern& pattern, const Topology& topology, std::int32_t tolerance_permille);

}  // namespace shunt::schedule
