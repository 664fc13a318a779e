#include "native/engines/phased/preparation.hpp"

#include <utility>
#include <vector>

namespace shunt::phased {
namespace {

/// The rows of nodes, from the pattern of their ranks.
std::vector<Row> rows_of(const Nodes& nodes, std::span<const std::uint64_t> pattern) {
    const auto count = static_cast<std::size_t>(nodes.count()), size = static_cast<std::size_t>(nodes.size());
    const auto node = [&](std::size_t rank) { return static_cast<std::size_t>(nodes.node_of[rank]); };
    std::vector<std::uint64_t> bytes(count * count);
    for (std::size_t from = 0; from < size; ++from)
        for (std::size_t to = 0; to < size; ++to) bytes[node(from) * count + node(to)] += pattern[from * size + to];
    std::vector<Row> rows(count);
    for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to)
            if (from != to && bytes[from * count + to] > 0)
                rows[from].entries.emplace_back(static_cast<std::uint32_t>(to), bytes[from * count + to]);
    return rows;
}

}  // namespace

std::unique_ptr<PhasedPrepared> prepared_for(const Nodes& nodes, std::uint64_t team, const Wires* wires,
                                             std::span<const std::uint64_t> pattern, Order order) {
    auto made = std::make_unique<PhasedPrepared>();
    made->team = team;
    if (wires == nullptr) return made;
    const std::vector<Row> rows = rows_of(nodes, pattern);
    made->own = rows[static_cast<std::size_t>(nodes.own())];
    auto plan = scheduled_plan(nodes.own(), rows, order, wires->topology, wires->options.small_bytes + 1, wires->model);
    if (plan.ok()) made->plan = std::make_shared<Plan>(std::move(plan.value()));
    return made;
}

}  // namespace shunt::phased
