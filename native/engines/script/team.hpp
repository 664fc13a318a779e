#pragma once
#include <memory>

#include "native/engines/contract.hpp"

namespace shunt::script_engine {

/// The team that carries programs.   Blocks: collective over the group.   Returns null, on all members alike and after
/// a warning, where no script can be used, or the members cannot reach each other.
std::unique_ptr<Team> join_script(const TeamSetup& setup);

}  // namespace shunt::script_engine
