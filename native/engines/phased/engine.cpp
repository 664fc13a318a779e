#include "native/engines/phased/engine.hpp"

#include "native/engines/phased/options.hpp"
#include "native/engines/phased/plan.hpp"
#include "native/engines/phased/wire_up.hpp"

namespace shunt::phased {
namespace {

constexpr Parameter accepted[] = {
    {"schedule", "auto|rotation|greedy|all_to_all|split",
     "Order of the messages between nodes: that of the all-to-all (rotation), one made for the pattern, or the best of "
     "these (auto)."},
    {"separate", "auto|tokens|barrier|none",
     "What separates phases: each receiver asks its next sender to start (tokens), a barrier of all nodes (barrier), "
     "one of these by the length of the messages (auto), or nothing (none)."},
    {"choose", "model|always", "Whether calls are left to the host where streams are not expected to win (model)."},
};

constinit const OptionGroup* const option_groups[] = {&kOptions};

std::int64_t ranks_of_node(const Facts& facts) { return (facts.ranks + facts.nodes - 1) / facts.nodes; }

/// Why streams are not expected to win; empty: they are. Bytes between nodes count, as a node's links carry those;
/// where they are not known to all, streams are expected to win.
std::string_view why_not(const Facts& facts, const PhasedOptions& set) {
    if (facts.nodes < 2) return "all ranks are on one node";
    if (facts.block_bytes == kBytesDiffer) return {};
    const std::int64_t per_node = ranks_of_node(facts);
    const auto below = [](bool is_below, std::string_view bound) { return is_below ? bound : std::string_view(); };
    switch (facts.operation) {
        case Operation::alltoall:
            return below(facts.block_bytes * per_node * per_node < set.alltoall_least, "below phased.alltoall-least");
        case Operation::allgather:
            return below(facts.block_bytes * per_node < set.allgather_least, "below phased.allgather-least");
        default: return below(facts.block_bytes * per_node < set.gather_least, "below phased.gather-least");
    }
}

/// Least bytes of the busiest rank, as ranks of a node share its port.
std::uint64_t least_of_rank(const Facts& facts, const PhasedOptions& set) {
    const auto per_node = static_cast<std::uint64_t>(ranks_of_node(facts));
    return (least_of_busiest(facts.nodes, set) + per_node - 1) / per_node;
}

}  // namespace

std::span<const Parameter> PhasedEngine::parameters() const { return accepted; }

std::span<const OptionGroup* const> PhasedEngine::options() const { return option_groups; }

std::optional<std::string_view> PhasedEngine::network(const OptionValues& options) const {
    return options.get<PhasedOptions>().interface;
}

// The engine's thread continues every operation that it carries.
bool PhasedEngine::begins(Operation operation) const {
    switch (operation) {
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw:
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::gather:
        case Operation::gatherv:
        case Operation::scatter:
        case Operation::scatterv: return true;
        default: return false;
    }
}

bool PhasedEngine::supports(const Facts& facts) const { return facts.ranks >= 1 && begins(facts.operation); }

Prospect PhasedEngine::prospect(const Facts& facts, const OptionValues& options) const {
    const PhasedOptions& set = options.get<PhasedOptions>();
    const bool is_looked_at = facts.operation == Operation::alltoallv || facts.operation == Operation::alltoallw;
    const std::string_view why = why_not(facts, set);
    if (!why.empty() || !is_looked_at) return {.wins = why.empty(), .bound = why};
    return {.bound = "below phased.alltoallv-least", .least_bytes = least_of_rank(facts, set)};
}

std::unique_ptr<Team> PhasedEngine::join(const TeamSetup& setup) const { return form_team(setup); }

}  // namespace shunt::phased
