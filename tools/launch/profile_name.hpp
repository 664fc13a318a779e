#pragma once
#include <string>
#include <string_view>

namespace shunt::tools {

/// The program's name, from a command line in the form that records keep: "/usr/bin/hpcc -v" -> "hpcc",
/// "python3 a/solve.py" -> "solve.py".
std::string program_name(std::string_view command_line);

/// "STEM.shunt", or with the first free number "STEM.2.shunt" when that exists: a profile that the user has not named
/// must not replace another.
std::string free_profile_name(const std::string& stem);

/// `path` as an absolute path.
std::string absolute_path(const std::string& path);

}  // namespace shunt::tools
