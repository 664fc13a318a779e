#pragma once
#include "native/schedule/schedule.hpp"

namespace shunt::schedule {

/// Whole messages in the phases of the all-to-all. Each phase starts with the all-to-all phase that contains the
/// largest message left, then adds whatever fits, from large to small. Once all messages left are below
/// `threshold_bytes`, they share one last phase. Phases: at most nodes - 1 without uplinks. A regular all-to-all
/// becomes the rotation. Cost: O(M log M + phases x messages tried); a phase stops trying when no sender or no receiver
/// is left. Source: CC-MPI 3.2, Figure 3.4.
Schedule all_to_all(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes);

}  // namespace shunt::schedule
