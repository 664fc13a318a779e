#pragma once
#include <memory>

#include "native/engines/contract.hpp"

namespace shunt::pipeline {

/// The team of members that are all on one node, over a SharedRing.   Blocks: collective over the group. Returns null,
/// on all members alike and after one warning, when they cannot share memory.
std::unique_ptr<Team> join_shared(const TeamSetup& setup);

}  // namespace shunt::pipeline
