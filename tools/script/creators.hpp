#pragma once
#include <vector>

#include "native/base/operation.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {

/// Whether `file` is a script in Lua by its name, or several with commas, of which later ones are newer.
bool is_script(const std::string& file);

/// load_programs() for a script: what it makes of the calls wanted, for each operation that it has creators for. Ranks
/// lie on nodes as WantedCalls::network says; the address of node N is 10.S.0.N, S being its switch from 1 on. Calls
/// that all creators pass on are left out. What the script prints goes to standard error.
void load_script(const std::string& file, const WantedCalls& wanted, const ProgramVisitor& visit);

/// The operations that a script has creators for.   Fails: throws std::runtime_error, "FILE:LINE: reason".
std::vector<Operation> operations_of_script(const std::string& file);

}  // namespace shunt::tools
