#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "native/program/network.hpp"
#include "native/program/step_graph.hpp"

namespace shunt::program {

/// When a part of a step is done, from the begin of the call on. A send begins when its first byte leaves, which may be
/// after the sender has done with it.   Units: nanoseconds.
struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// What simulate() predicts.
struct Prediction {
    std::uint64_t time = 0;              ///< until the last rank is done, ns
    std::vector<std::uint64_t> done_at;  ///< by rank
    std::vector<Span> spans;             ///< by StepGraph::node; empty unless asked for
    std::uint64_t messages = 0;
    std::uint64_t bytes_between_nodes = 0;
};

/// Predicts how long a program takes, if all ranks begin at once and an element has `element_bytes` bytes. Steps wait
/// for what they are after, then for their rank's processor (copies, combinations, the begin of messages, and data
/// between ranks of a node), then for earlier messages to the same rank. A message between nodes passes the ports and
/// uplinks on its way as a pipe, and shares each with those that pass it at the same time.   `graph` has been matched
/// and sorted. Cost: O(parts (log parts + messages at once through a port)).
Prediction simulate(const StepGraph& graph, const Network& network, std::uint64_t element_bytes,
                    bool with_spans = false);

/// The same for a program that check() accepts.
Prediction simulate(const Program& program, const Network& network, std::uint64_t element_bytes);

}  // namespace shunt::program
