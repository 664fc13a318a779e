#pragma once
#include <cstdint>
#include <string>

namespace shunt::tools {

/// What moving data between two processes of this machine costs, as the model of the pipelines takes it.
/// Units: ns; move and combine are for 1 MiB.
struct NodeCosts {
    std::int64_t latency_ns = 0;
    std::int64_t move_ns = 0;
    std::int64_t combine_ns = 0;
    std::int64_t attach_call_ns = 0;  ///< of reaching into another process's memory, once; 0: it is not allowed
    std::int64_t attach_ns = 0;       ///< and for 1 MiB, without that; likewise
};

/// From how many bytes on two ranks win by a pipeline: when a vector takes longer to move and to combine than telling
/// each other of it does.
std::int64_t least_bytes_within_node(const NodeCosts& costs);

/// Its lines of a file of options, section pipeline.
std::string lines_of(const NodeCosts& costs);

/// Measures with a second process, which is gone at the end; of many measurements those that others disturbed least.
/// Blocks: about `seconds`. Fails: std::runtime_error, when there is no memory to share or no process.
NodeCosts measure_node(double seconds);

}  // namespace shunt::tools
