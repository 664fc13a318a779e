#pragma once
#include <memory>

#include "native/engines/contract.hpp"

namespace shunt::phased {

/// Wires up the members of a communicator: opens a listener on each leader, shares memory among the ranks of a node,
/// and tries whether each leader reaches its partners of the dissemination rounds. Blocks: collective; two
/// exchanges, and at most 5 s for the trial (TrialClock). Returns null, on all members alike, if any member lacks
/// something; rank 0 has warned, naming the remedy.
std::unique_ptr<Team> form_team(const TeamSetup& setup);

}  // namespace shunt::phased
