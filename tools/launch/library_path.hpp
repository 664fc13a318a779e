#pragma once
#include <string>
#include <vector>

namespace shunt::tools {

/// The folder of the running `shunt` program.
std::string program_directory();

/// Possible paths of libshunt.so for a `shunt` in `program_directory`, the likeliest first: build tree, prefix,
/// multiarch.
std::vector<std::string> library_candidates(const std::string& program_directory);

/// The libshunt.so to preload: `wanted` (from --library or SHUNT_LIBRARY) when not empty, else the first candidate that
/// exists. Empty when there is none; `error` then lists the paths tried.
std::string find_library(const std::string& wanted, std::string& error);

}  // namespace shunt::tools
