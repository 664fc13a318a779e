#include "native/engines/pipeline/engine.hpp"

#include <algorithm>

#include "native/engines/pipeline/chain_team.hpp"
#include "native/engines/pipeline/mailboxes.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/shared_team.hpp"
#include "native/engines/shared/fabric.hpp"
#include "native/memory/verbs/options.hpp"

namespace shunt::pipeline {
namespace {

constexpr Parameter accepted[] = {
    {"choose", "model|always", "Whether short vectors are left to the host (model)."},
    {"shape", "auto|chain|tree|levels",
     "Among nodes: one chain of all ranks, or two trees for the operations that trees support. levels: ranks that "
     "share a node combine or read there first, and one rank of each node takes part in the chain or the trees. auto: "
     "the fastest by the model."},
};

constinit const OptionGroup* const option_groups[] = {&kOptions, &memory::verbs::kOptions};

constexpr int kMostOnNode = 1024;  // words in each window grow with the members

constexpr std::int64_t kOnAll = 4;

/// Making a team takes some hundred microseconds; a short call gains some hundred nanoseconds.
constexpr std::uint32_t kCallsFirst = 1000;
/// Where members share cores it takes two milliseconds; a call gains one to eight microseconds.
constexpr std::uint32_t kCallsFirstSharing = 500;

bool is_on_one_node(const TeamSetup& setup) {
    return std::all_of(setup.node_of.begin(), setup.node_of.end(), [](int node) { return node == 0; });
}

}  // namespace

std::span<const Parameter> PipelineEngine::parameters() const { return accepted; }

std::span<const OptionGroup* const> PipelineEngine::options() const { return option_groups; }

std::optional<std::string_view> PipelineEngine::network(const OptionValues& options) const {
    return options.get<PipelineOptions>().interface;
}

bool PipelineEngine::begins(Operation operation) const {
    switch (operation) {
        case Operation::barrier:
        case Operation::bcast:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return true;
        default: return false;
    }
}

bool PipelineEngine::supports(const Facts& facts) const {
    if (facts.nodes < 1 || facts.ranks < 2 || !begins(facts.operation)) return false;
    return facts.operation != Operation::barrier || (facts.nodes == 1 && facts.ranks <= kMostOnNode);
}

namespace {

/// Bytes of the whole vector.
std::int64_t vector_bytes(const Facts& facts) {
    return facts.block_bytes * (facts.operation == Operation::reduce_scatter_block ? facts.ranks : 1);
}

bool is_short(const Facts& facts, const PipelineOptions& set) {
    const std::int64_t bytes = vector_bytes(facts);
    return facts.nodes == 1 && (bytes > 0 || facts.operation == Operation::barrier) &&
           is_for_mailboxes(set, facts.operation, facts.ranks, facts.cores, static_cast<std::uint64_t>(bytes));
}

// Each member of a node adds a turn to a reduction, and members that share cores change turns by system calls. So the
// shortest vectors pay only where each member reads those of all others, for which hosts need several successive
// exchanges. Among nodes the hosts' own trees reduce short vectors for all members in as many steps as this engine; for
// other operations hosts send whole vectors, or linearly.
/// Why pipelines are not expected to win; empty: they are.
std::string_view why_not(const Facts& facts, const PipelineOptions& set) {
    const std::int64_t bytes = vector_bytes(facts);
    const auto below = [&](std::int64_t least, std::string_view bound) {
        return bytes < least ? bound : std::string_view();
    };
    if (facts.nodes > 1) {
        const bool on_all = facts.operation == Operation::allreduce || facts.operation == Operation::reduce_scatter ||
                            facts.operation == Operation::reduce_scatter_block;
        return on_all ? below(kOnAll * set.tcp_least_bytes, "below 4 times pipeline.tcp-least")
                      : below(set.tcp_least_bytes, "below pipeline.tcp-least");
    }
    if (is_short(facts, set)) return {};
    if (facts.operation == Operation::barrier) return "too many ranks for mailboxes, or pipeline.short is 0";
    if (facts.ranks > facts.cores) return below(set.least_bytes, "ranks outnumber cores, and below pipeline.least");
    return facts.operation == Operation::bcast
               ? below(set.shm_least, "below pipeline.shm-least")
               : below(set.shm_least * (facts.ranks - 1), "below pipeline.shm-least for each other rank");
}

}  // namespace

Prospect PipelineEngine::prospect(const Facts& facts, const OptionValues& options) const {
    const PipelineOptions& set = options.get<PipelineOptions>();
    const std::string_view why = why_not(facts, set);
    const std::uint32_t calls_first = facts.ranks > facts.cores ? kCallsFirstSharing : kCallsFirst;
    return {.wins = why.empty(), .bound = why, .calls_first = is_short(facts, set) ? calls_first : 0};
}

std::unique_ptr<Team> PipelineEngine::join(const TeamSetup& setup) const {
    return is_on_one_node(setup) && setup.group.size <= kMostOnNode ? join_shared(setup) : join_chain(setup);
}

}  // namespace shunt::pipeline
