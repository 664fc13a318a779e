#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// For each rank that had not finished, one line with its last call: "rank 3 (node1): in MPI_Recv from rank 2 of
/// MPI_COMM_WORLD for 4.2 s". `end_ns`: when the run ended, on this host's CLOCK_MONOTONIC; 0: not known. In that case
/// the time ends at the last recorded activity of any rank of that host, and is shown as a lower bound.
std::vector<std::string> last_places(const std::vector<record::Image>& images, std::int64_t end_ns = 0);

}  // namespace shunt::tools
