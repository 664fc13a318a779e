#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/phased/dissemination.hpp"
#include "native/engines/phased/nodes.hpp"
#include "native/engines/phased/options.hpp"
#include "native/engines/phased/phases.hpp"
#include "native/schedule/choose.hpp"

namespace shunt::phased {

class NodeBlocks;

/// The parameter `schedule` of a rule, in the order of its choices.
enum class Order : std::uint8_t { automatic, rotation, greedy, all_to_all, split };

/// What one node does in one operation.
struct Plan {
    std::vector<Move> sends, receives;
    PhaseRules rules;  ///< `separation` is the caller's
    std::uint64_t busiest =
        UINT64_MAX;  ///< bytes of the node that sends or receives most, equal on all; UINT64_MAX: not known to all
};

/// All messages in the order of the all-to-all, whole, empty ones included.   `to`, `from`: bytes by node.
Plan rotation_plan(int own, std::span<const std::uint64_t> to, std::span<const std::uint64_t> from);

/// The longest message between any two nodes where every node can compute it from its own bytes, otherwise 0. `to`,
/// `from`: as above.
std::uint64_t longest_known_to_all(Operation operation, const Nodes& nodes, std::span<const std::uint64_t> to,
                                   std::span<const std::uint64_t> from);

/// The plan if the pattern follows from facts that every node knows, or if only the all-to-all's order is wanted.
Plan plan_without_pattern(const Nodes& nodes, const NodeBlocks& blocks, Operation operation, int root_rank);

/// The part of `own` in the schedule for that pattern, given as the rows of all nodes.   Fails: bug, the rows are no
/// pattern.
Result<Plan> scheduled_plan(int own, std::span<const Row> rows, Order order, const schedule::Topology& topology,
                            std::int64_t threshold_bytes, const schedule::CostModel& model);

/// Bytes that the busiest node must send or receive for a pattern to be worth carrying.
std::uint64_t least_of_busiest(int nodes, const PhasedOptions& options);

/// The sizes of a call, from the `busiest` of its plan. Where not known to all nodes, they are not below the threshold.
SizesFound sizes_found(std::uint64_t busiest, int nodes, const PhasedOptions& options);

/// The phase rules for a call of `plan`, with its separation.
PhaseRules rules_for(const Plan& plan, Operation operation, Separation separation, const PhasedOptions& options);

/// All other nodes to `root`, one after the other; empty messages too.   `bytes`: at the root by node, elsewhere this
/// node's own at its index.
Plan collecting_plan(int own, int root, std::span<const std::uint64_t> bytes);
/// From `root` to all others, one after the other.
Plan dealing_plan(int own, int root, std::span<const std::uint64_t> bytes);

/// The text of `phased.uplink`: "" for one switch, otherwise nodes of a switch and the rate of its uplink relative to
/// that of a port, as "8:2". Nodes are on switches in order of their numbers.   Returns a topology of one switch also
/// if all nodes are on one; nullopt for other texts.
std::optional<schedule::Topology> topology_of(std::string_view text, int nodes);

}  // namespace shunt::phased
