#pragma once
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// Proposes options that a plan may set (`wait`, `progress-thread`), where two profiles differ in one of them alone and
/// the run was shorter with it. `profiles`: the newest last.
void propose_settings(const std::vector<PlanProfile>& profiles, Proposal& out);

}  // namespace shunt::tools
