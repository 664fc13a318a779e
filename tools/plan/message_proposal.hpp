#pragma once
#include <cstddef>
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// Proposes remote write for the messages of communicators whose ranks run on one node with a core each: where profiles
/// have measured both ways, by these; otherwise where long messages, which it carries faster, outweigh short
/// nonblocking ones, which it may carry slower. Changes below `least_ns` a rank are left out.
void propose_messages(const std::vector<PlanProfile>& profiles, std::size_t newest, const ForecastBasis& basis,
                      double least_ns, Proposal& out);

}  // namespace shunt::tools
