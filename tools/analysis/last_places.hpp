#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// For each rank that had not finished, one line that says where it was: "rank 3 (node1): in MPI_Recv from rank 2 of
/// MPI_COMM_WORLD for 4.2 s". `end_ns` is when the run ended on this host's CLOCK_MONOTONIC; 0 when not known, then the
/// time is counted to the latest sign of life of any rank of that host, and said to be the least.
std::vector<std::string> last_places(const std::vector<record::Image>& images, std::int64_t end_ns = 0);

}  // namespace shunt::tools
