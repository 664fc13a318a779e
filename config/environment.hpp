#pragma once
#include <string>
#include <vector>

namespace shunt::config {

/// The variables of this process that the reader looks at (SHUNT, SHUNT_*, TMPDIR), as "NAME=value".
/// Thread: not while another changes the environment (setenv, putenv).   Fails: std::bad_alloc.
std::vector<std::string> process_environment();

/// The value of the variable `name`, or nullptr: for facts a launcher leaves behind. Settings of ours come through
/// Options. Owner: the environment; copy it.   Thread: as process_environment().
const char* environment_value(const char* name);

}  // namespace shunt::config
