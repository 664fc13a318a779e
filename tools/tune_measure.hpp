#pragma once
#include <cstdint>

namespace shunt::tools {

/// What moving data between two processes of this machine costs, as the model of the pipelines takes it.
/// Units: ns; move and combine are for 1 MiB.
struct NodeCosts {
    std::int64_t latency_ns = 0;
    std::int64_t move_ns = 0;
    std::int64_t combine_ns = 0;
};

/// Measures with a second process, which is gone at the end; of many measurements those that others disturbed least.   Blocks: about `seconds`.
/// Fails: std::runtime_error, when there is no memory to share or no process.
NodeCosts measure_node(double seconds);

}  // namespace shunt::tools
