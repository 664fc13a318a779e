#pragma once
#include <string>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools::html {

/// Activity of the ranks over time: time by kind of call, bytes, phases, loops, and each rank's share in MPI.
std::string over_time(const Analysis& run);

}  // namespace shunt::tools::html
