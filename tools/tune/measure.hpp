#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace shunt::tools {

/// Costs of moving data between two processes of this machine, as inputs of the pipelines' model.
/// Units: ns; move and combine are for 1 MiB.
struct NodeCosts {
    std::int64_t latency_ns = 0;
    std::int64_t move_ns = 0;
    std::int64_t combine_ns = 0;
    std::int64_t attach_call_ns = 0;  ///< of one call that reads another process's memory; 0: not allowed
    std::int64_t attach_ns = 0;       ///< for 1 MiB read so, without attach_call_ns; 0: not allowed
};

/// The vector length in bytes from which two ranks gain by a pipeline: from there, moving and combining the vector
/// takes longer than notifying each other.
std::int64_t least_bytes_within_node(const NodeCosts& costs);

/// The costs as lines of an options file, section pipeline.
std::string lines_of(const NodeCosts& costs);

/// Receives the name of what is measured next: "the time of a word between two processes".
using StepVisitor = std::function<void(std::string_view)>;

/// Measures with a second process, which has ended on return. Of many measurements it uses those that other processes
/// disturbed least.   Blocks: about `seconds`.   Fails: std::runtime_error if there is no memory to share or no second
/// process.
NodeCosts measure_node(
    double seconds, const StepVisitor& step = [](std::string_view) {});

}  // namespace shunt::tools
