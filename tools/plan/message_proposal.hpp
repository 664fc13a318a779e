#pragma once
#include <cstddef>
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// Proposes remote write for the messages of communicators whose ranks run on one node, where one profile has measured
/// them by the host and another by remote write. Nothing is proposed by a model: which way is faster depends on where
/// the cores of the ranks lie. Changes below `least_ns` a rank are left out.
void propose_messages(const std::vector<PlanProfile>& profiles, std::size_t newest, double least_ns, Proposal& out);

}  // namespace shunt::tools
