#include "native/phased/engine.hpp"

#include "native/phased/formation.hpp"
#include "native/phased/options.hpp"
#include "native/phased/plan.hpp"

namespace shunt::phased {
namespace {

constexpr Parameter accepted[] = {
    {"schedule", "auto|rotation|greedy|all_to_all|split",
     "Order of the messages between nodes: that of the all-to-all (rotation), one made for the pattern, or the best of these (auto)."},
    {"separate", "auto|tokens|barrier|none",
     "What keeps phases apart: each receiver calls its next sender (tokens), all nodes meet between phases (barrier), either by the "
     "length of the messages (auto), or nothing."},
    {"choose", "model|always", "Whether calls are left to the host where streams are not expected to win (model)."},
};

constinit const OptionGroup* const option_groups[] = {&kOptions};

}  // namespace

std::span<const Parameter> PhasedEngine::parameters() const { return accepted; }

std::span<const OptionGroup* const> PhasedEngine::options() const { return option_groups; }

std::optional<std::string_view> PhasedEngine::network(const OptionValues& options) const {
    return options.get<PhasedOptions>().interface;
}

bool PhasedEngine::supports(const Facts& facts) const {
    if (facts.ranks < 1) return false;
    switch (facts.operation) {
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

/// Bytes that nodes have for each other count, since those are what its links carry; where they are not known to all,
/// streams are taken to win.
bool PhasedEngine::wins(const Facts& facts, const OptionValues& options) const {
    if (facts.nodes < 2) return false;
    if (facts.block_bytes == kBytesDiffer) return true;
    const PhasedOptions& set = options.get<PhasedOptions>();
    const std::int64_t per_node = (facts.ranks + facts.nodes - 1) / facts.nodes;
    switch (facts.operation) {
        case Operation::alltoall: return facts.block_bytes * per_node * per_node >= set.alltoall_least;
        case Operation::allgather: return facts.block_bytes * per_node >= set.allgather_least;
        default: return facts.block_bytes * per_node >= set.gather_least;
    }
}

/// Ranks of a node share its port.
bool PhasedEngine::is_worth_a_team(const Facts& facts, std::uint64_t busiest_bytes, const OptionValues& options) const {
    const int per_node = (facts.ranks + facts.nodes - 1) / facts.nodes;
    return busiest_bytes * static_cast<std::uint64_t>(per_node) >= least_of_busiest(facts.nodes, options.get<PhasedOptions>());
}

std::unique_ptr<Team> PhasedEngine::join(const TeamSetup& setup) const { return form_team(setup); }

}  // namespace shunt::phased
