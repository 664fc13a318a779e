#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "tools/plan/proposal.hpp"

namespace shunt::tools {

/// The value that an option had in the profile's run, as text; empty: it is not known.
std::string option_of(const record::ProfileFile& file, const std::string& key);

/// Proposes options that a plan may set (`wait`, `progress-thread`, `p2p.channels`), where two profiles differ only in
/// that option and one of the runs was shorter. `profiles`: the newest last.
void propose_settings(const std::vector<PlanProfile>& profiles, Proposal& out);

}  // namespace shunt::tools
