#pragma once
#include <cstddef>
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// Proposes remote write for the messages of communicators whose ranks run on one node, where one profile has measured
/// them with the host and another with remote write. Models are not used: which of the two is faster depends on the
/// positions of the ranks' cores. Changes below `least_ns` a rank are left out.
void propose_messages(const std::vector<PlanProfile>& profiles, std::size_t newest, double least_ns, Proposal& out);

}  // namespace shunt::tools
