#pragma once
#include <string>

#include "native/program/network.hpp"

namespace shunt::tools {

/// The machine that `text` describes: in the lines of native/program/network.hpp, or as `shunt tune` has measured it.
/// `shunt tune` knows a port and a node; how many ranks a node has, and switches, are as in program::Network.
/// Fails: throws std::runtime_error, "SOURCE:LINE: reason".
program::Network machine_of(const std::string& text, const std::string& source);

}  // namespace shunt::tools
