#pragma once
#include <string>

#include "tools/script/load.hpp"

namespace shunt::tools {

/// load_programs() for an engine: how `wanted.engine` carries the operation of that name, with its options' defaults,
/// ranks on nodes as WantedCalls::network says. Reductions that commute and those that do not come apart where their
/// steps differ.   Fails: throws std::runtime_error, where the engine has no such schedule.
void load_engine_programs(const std::string& operation, const WantedCalls& wanted, const ProgramVisitor& visit);

}  // namespace shunt::tools
