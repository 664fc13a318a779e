#pragma once
#include <cstdint>
#include <string>

namespace shunt {

/// The command line of this process, its words joined by spaces.
std::string command_line();

/// A short name for it: the program's file name, or the script's for an interpreter ("python3 a/solve.py" -> "solve.py").
std::string program_name();

std::string host_name();

/// 64 bits nobody else has.
std::uint64_t random_id();

}  // namespace shunt
