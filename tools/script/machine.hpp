#pragma once
#include <string>

#include "native/program/network.hpp"

namespace shunt::tools {

/// The machine that `text` describes, in the lines of native/program/network.hpp or in the file of `shunt tune`. That
/// file has the times of a port and of a node; the ranks per node and the switches are then the defaults of
/// program::Network.
/// Fails: throws std::runtime_error, "SOURCE:LINE: reason".
program::Network machine_of(const std::string& text, const std::string& source);

}  // namespace shunt::tools
