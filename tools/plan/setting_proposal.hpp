#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// The value that an option had in the profile's run, as text; empty: it is not known.
std::string option_of(const record::ProfileFile& file, const std::string& key);

/// Proposes options that a plan may set (config::kPlanOptions), where two profiles differ only in that option and one
/// of the runs was shorter. `profiles`: the newest last. `with_reductions`: the last bits of sums may change.
void propose_settings(const std::vector<PlanProfile>& profiles, bool with_reductions, Proposal& out);

}  // namespace shunt::tools
