#pragma once
#include <memory>

#include "native/engines/contract.hpp"

namespace shunt::pipeline {

/// The team of members on several nodes, over HopRings.   Blocks: collective over the group.
/// Returns null, on all members alike and after one warning, if no transport connects them.
std::unique_ptr<Team> join_chain(const TeamSetup& setup);

}  // namespace shunt::pipeline
