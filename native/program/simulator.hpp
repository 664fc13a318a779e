#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "native/program/network.hpp"
#include "native/program/step_graph.hpp"

namespace shunt::program {

/// Time of a part of a step, from the beginning of the call on. A send begins when its first byte leaves, which may be
/// after the sender has finished with it.   Units: nanoseconds.
struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Result of simulate().
struct Prediction {
    std::uint64_t time = 0;              ///< until the last rank is done, ns
    std::vector<std::uint64_t> done_at;  ///< by rank
    std::vector<Span> spans;             ///< by StepGraph::node; empty unless asked for
    std::uint64_t messages = 0;
    std::uint64_t bytes_between_nodes = 0;
};

/// Predicts the time of a program, if all ranks begin at the same time and an element has `element_bytes` bytes. Steps
/// wait for the steps that they are after, then for their rank's processor (copies, combinations, the beginning of
/// messages, and data between ranks of a node), then for earlier messages to the same rank. A message between nodes
/// passes the ports and uplinks on its path as a pipe, and shares each with messages that pass it at the same time.
/// `graph` must be matched and sorted. Cost: O(parts (log parts + concurrent messages through a port)).
Prediction simulate(const StepGraph& graph, const Network& network, std::uint64_t element_bytes,
                    bool with_spans = false);

/// The same for a program that check() accepts.
Prediction simulate(const Program& program, const Network& network, std::uint64_t element_bytes);

}  // namespace shunt::program
