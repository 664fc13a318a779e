#include "native/engines/phased/plan.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "native/engines/phased/blocks.hpp"
#include "native/schedule/all_to_all.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/rotation.hpp"
#include "native/schedule/split.hpp"

namespace shunt::phased {
namespace {

constexpr std::int32_t kSplitPermille = 10;

schedule::Schedule schedule_by(Order order, const schedule::Pattern& pattern, const schedule::Topology& topology,
                               std::int64_t threshold, const schedule::CostModel& model) {
    switch (order) {
        case Order::greedy: return schedule::greedy(pattern, topology, threshold);
        case Order::all_to_all: return schedule::all_to_all(pattern, topology, threshold);
        case Order::split: return schedule::split(pattern, topology, kSplitPermille);
        case Order::automatic:
        case Order::rotation: break;
    }
    return schedule::choose(pattern, topology, threshold, model).schedule;
}

/// The root's order: the next node after it first.
std::uint32_t place_after(int root, int node, int nodes) {
    return static_cast<std::uint32_t>((node + nodes - root) % nodes - 1);
}

}  // namespace

Plan rotation_plan(int own, std::span<const std::uint64_t> to, std::span<const std::uint64_t> from) {
    Plan plan;
    const int nodes = static_cast<int>(to.size());
    plan.rules.phases = static_cast<std::uint32_t>(schedule::rotation_phases(nodes));
    for (int phase = 0; phase < schedule::rotation_phases(nodes); ++phase) {
        const auto peers = schedule::rotation_peers(own, nodes, phase);
        const auto number = static_cast<std::uint32_t>(phase);
        plan.sends.push_back({number, peers.to, 0, to[static_cast<std::size_t>(peers.to)]});
        plan.receives.push_back({number, peers.from, 0, from[static_cast<std::size_t>(peers.from)]});
    }
    return plan;
}

std::uint64_t longest_known_to_all(Operation operation, const Nodes& nodes, std::span<const std::uint64_t> to,
                                   std::span<const std::uint64_t> from) {
    const std::uint64_t longest =
        std::max(*std::max_element(to.begin(), to.end()), *std::max_element(from.begin(), from.end()));
    switch (operation) {
        case Operation::allgather:
        case Operation::allgatherv: return longest;  // of every node's blocks, including this one's
        case Operation::alltoall: {
            const auto differs = [&](const std::vector<int>& ranks) { return ranks.size() != nodes.local().size(); };
            return std::any_of(nodes.ranks.begin(), nodes.ranks.end(), differs) ? 0 : longest;
        }
        default: return 0;
    }
}

Plan plan_without_pattern(const Nodes& nodes, const NodeBlocks& blocks, Operation operation, int root_rank) {
    const int own = nodes.own(), root = nodes.node(root_rank);
    std::vector<std::uint64_t> to(static_cast<std::size_t>(nodes.count())), from(to.size());
    for (int node = 0; node < nodes.count(); ++node) {
        if (node == own) continue;
        to[static_cast<std::size_t>(node)] = blocks.outgoing(node).bytes;
        from[static_cast<std::size_t>(node)] = blocks.incoming(node).bytes;
    }
    const Shape shape = shape_of(operation);
    if (shape == Shape::collect) {
        if (own != root) from[static_cast<std::size_t>(own)] = to[static_cast<std::size_t>(root)];
        return collecting_plan(own, root, from);
    }
    if (shape == Shape::deal) {
        if (own != root) to[static_cast<std::size_t>(own)] = from[static_cast<std::size_t>(root)];
        return dealing_plan(own, root, to);
    }
    Plan plan = rotation_plan(own, to, from);
    plan.rules.longest = longest_known_to_all(operation, nodes, to, from);
    return plan;
}

Result<Plan> scheduled_plan(int own, std::span<const Row> rows, Order order, const schedule::Topology& topology,
                            std::int64_t threshold_bytes, const schedule::CostModel& model) {
    const auto nodes = static_cast<std::int32_t>(rows.size());
    std::vector<schedule::Message> messages;
    for (std::int32_t from = 0; from < nodes; ++from)
        for (const auto& [to, bytes] : rows[static_cast<std::size_t>(from)].entries)
            messages.push_back({from, static_cast<std::int32_t>(to), static_cast<std::int64_t>(bytes)});
    const auto pattern = schedule::canonical(nodes, std::move(messages));
    if (!pattern.ok()) return Status::bug;
    const schedule::Schedule made = schedule_by(order, pattern.value(), topology, threshold_bytes, model);
    Plan plan;
    plan.rules.phases = made.phases();
    plan.rules.last_is_contended = made.last_is_contended;
    for (const schedule::Message& message : pattern.value().messages)
        plan.rules.longest = std::max(plan.rules.longest, static_cast<std::uint64_t>(message.bytes));
    plan.busiest = static_cast<std::uint64_t>(schedule::bound_bytes(pattern.value(), {}));
    for (const auto& piece : schedule::own_pieces(made, pattern.value(), own)) {
        auto& moves = piece.sends ? plan.sends : plan.receives;
        moves.push_back({piece.phase, piece.peer, static_cast<std::uint64_t>(piece.offset),
                         static_cast<std::uint64_t>(piece.bytes)});
    }
    return plan;
}

std::uint64_t least_of_busiest(int nodes, const PhasedOptions& options) {
    return static_cast<std::uint64_t>(std::max(1, nodes - 1)) * static_cast<std::uint64_t>(options.alltoallv_least);
}

SizesFound sizes_found(std::uint64_t busiest, int nodes, const PhasedOptions& options) {
    return {busiest < least_of_busiest(nodes, options), busiest};
}

PhaseRules rules_for(const Plan& plan, Operation operation, Separation separation, const PhasedOptions& options) {
    PhaseRules rules = plan.rules;
    const bool is_long = rules.longest >= static_cast<std::uint64_t>(options.meet_from);
    rules.separation = separation != Separation::automatic ? separation
                       : is_long                           ? Separation::barrier
                                                           : Separation::tokens;
    if (shape_of(operation) == Shape::deal) rules.separation = Separation::none;  // receivers receive nothing else
    if (shape_of(operation) == Shape::collect && rules.separation == Separation::barrier)
        rules.separation = Separation::tokens;
    rules.small_bytes = static_cast<std::uint64_t>(options.small_bytes);
    rules.early_bytes = static_cast<std::uint64_t>(options.early_bytes);
    return rules;
}

Plan collecting_plan(int own, int root, std::span<const std::uint64_t> bytes) {
    Plan plan;
    const int nodes = static_cast<int>(bytes.size());
    plan.rules.phases = static_cast<std::uint32_t>(nodes - 1);
    for (int node = 0; node < nodes; ++node) {
        if (node == root || (own != root && own != node)) continue;
        auto& moves = own == root ? plan.receives : plan.sends;
        moves.push_back(
            {place_after(root, node, nodes), own == root ? node : root, 0, bytes[static_cast<std::size_t>(node)]});
    }
    std::sort(plan.receives.begin(), plan.receives.end(),
              [](const Move& a, const Move& b) { return a.phase < b.phase; });
    return plan;
}

Plan dealing_plan(int own, int root, std::span<const std::uint64_t> bytes) {
    Plan plan = collecting_plan(own, root, bytes);
    std::swap(plan.sends, plan.receives);
    return plan;
}

std::optional<schedule::Topology> topology_of(std::string_view text, int nodes) {
    schedule::Topology topology;
    if (text.empty()) return topology;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    int per_switch = 0, pairs = 0;
    const auto first = std::from_chars(text.data(), text.data() + colon, per_switch);
    const auto second = std::from_chars(text.data() + colon + 1, text.data() + text.size(), pairs);
    const bool whole = first.ptr == text.data() + colon && second.ptr == text.data() + text.size();
    if (!whole || per_switch < 1 || pairs < 1) return std::nullopt;
    if (per_switch >= nodes) return topology;
    for (int node = 0; node < nodes; ++node) topology.switch_of.push_back(node / per_switch);
    topology.uplink_pairs.assign(static_cast<std::size_t>((nodes + per_switch - 1) / per_switch), pairs);
    return topology;
}

}  // namespace shunt::phased
