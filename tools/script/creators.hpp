#pragma once
#include <vector>

#include "native/base/operation.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {

/// Whether `file` is the name of a Lua script, or of several, separated by commas, of which later ones are newer.
bool is_script(const std::string& file);

/// load_programs() for a script: its programs for the calls wanted, for each operation that it has creators for.
/// WantedCalls::network places ranks on nodes. The address of node N is 10.S.0.N, where S is its switch from 1 on.
/// Calls that all creators pass on are left out. The script's output is shown on standard error.
void load_script(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit);

/// The operations that a script has creators for.   Fails: throws std::runtime_error, "FILE:LINE: reason".
std::vector<Operation> operations_of_script(const std::string& file);

}  // namespace shunt::tools
