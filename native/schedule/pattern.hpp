#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/base/status.hpp"

namespace shunt::schedule {

/// The message of one node for another in one operation.   Units: nodes count from 0.
struct Message {
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const Message&, const Message&) = default;
};

/// All messages of one operation in canonical form: sorted by (from, to), one message a pair, none empty, none to its
/// own node. A schedule refers to a message by its index here, so ranks with equal patterns mean the same message.
struct Pattern {
    std::int32_t nodes = 0;
    std::vector<Message> messages;
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// Two levels of switches: the switch of each node, and how many pairs at full node rate the uplink of a switch carries
/// at the same time in each direction (its rate over a node's port rate, rounded down, at least 1). Empty: one switch,
/// no uplinks.
struct Topology {
    std::vector<std::int32_t> switch_of;
    std::vector<std::int32_t> uplink_pairs;

    bool is_one_switch() const { return switch_of.empty(); }
    std::int32_t switches() const { return static_cast<std::int32_t>(uplink_pairs.size()); }
    /// True if `message` passes uplinks: that of its sender's switch upwards, that of its receiver's switch downwards.
    bool crosses(const Message& message) const {
        return !is_one_switch() && switch_at(message.from) != switch_at(message.to);
    }
    std::int32_t switch_at(std::int32_t node) const { return switch_of[static_cast<std::size_t>(node)]; }
};

/// Brings messages, given in any order, into canonical form: messages of one pair are added up, empty and self-messages
/// are removed. Fails: `bug` a node outside 0..nodes-1, negative bytes, or more than 2^62 bytes in all.
Result<Pattern> canonical(std::int32_t nodes, std::vector<Message> messages);

/// Whether `topology` describes `nodes` nodes: empty, or a valid switch for each node and an uplink of at least one
/// pair for each switch.
bool describes(const Topology& topology, std::int32_t nodes);

/// Bytes of each port of a pattern, and of each uplink (empty if there is one switch).
struct Loads {
    std::vector<std::int64_t> out, in;   ///< by node
    std::vector<std::int64_t> up, down;  ///< by switch
};
Loads loads_of(const Pattern& pattern, const Topology& topology);

/// Lower bound on the bytes of any schedule: the largest load of a port, or of an uplink divided by the pairs it
/// carries (rounded up).
std::int64_t bound_bytes(const Pattern& pattern, const Topology& topology);

/// The phase of the all-to-all of `nodes` nodes (rotation.hpp) that contains `message`: 0-based.   Source: CC-MPI 3.2,
/// Figure 3.2.
constexpr std::int32_t rotation_phase_of(const Message& message, std::int32_t nodes) {
    const std::int32_t distance = message.to - message.from;
    return (distance > 0 ? distance : distance + nodes) - 1;
}

/// The messages' indices from large to small; equal sizes by all-to-all phase, then by sender: a total order, the same
/// on all ranks. The paper's worked example lists its messages in this order.
std::vector<std::uint32_t> by_size(const Pattern& pattern);

}  // namespace shunt::schedule
