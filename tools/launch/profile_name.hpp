#pragma once
#include <string>
#include <string_view>

namespace shunt::tools {

/// The program's own name in a command line as records keep it: "/usr/bin/hpcc -v" -> "hpcc",
/// "python3 a/solve.py" -> "solve.py".
std::string program_name(std::string_view command_line);

/// "STEM.shunt", or with the first free number "STEM.2.shunt" when that exists: a profile nobody named replaces none.
std::string free_profile_name(const std::string& stem);

/// `path` from the root of the file system.
std::string absolute_path(const std::string& path);

}  // namespace shunt::tools
