#pragma once
#include <string>

#include "tools/script/load.hpp"

namespace shunt::tools {

/// load_programs() for an engine: the programs by which `wanted.engine` carries the operation of that name, with
/// default options. WantedCalls::network places ranks on nodes. Commutative and other reductions are two programs if
/// their steps differ.   Fails: throws std::runtime_error if the engine has no such schedule.
void load_engine_programs(const std::string& operation, const WantedCalls& wanted, const ProgramVisitor& visit);

}  // namespace shunt::tools
