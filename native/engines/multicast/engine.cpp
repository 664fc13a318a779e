#include "native/engines/multicast/engine.hpp"

#include "native/engines/multicast/options.hpp"
#include "native/engines/multicast/shared_pace.hpp"
#include "native/engines/multicast/wire_up.hpp"

namespace shunt::multicast {
namespace {

constexpr Parameter accepted[] = {
    {"choose", "model|always",
     "Whether scatter and allgather are left to the host where multicast is not expected to win (model)."},
    {"groups", "auto|static|dynamic",
     "Which nodes receive the data of scatterv: all nodes (static), the nodes with data, in a multicast group made for "
     "the call (dynamic), or whichever suits (auto)."},
};

constinit const OptionGroup* const option_groups[] = {&kOptions};

constexpr int kMostRanks = 65535;                           // a datagram names its sender in 16 bits
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;  // of a broadcast: memory is allocated for all of it

bool is_at_once(const Facts& facts) { return facts.ranks == facts.nodes && facts.ranks <= SharedPace::kMostRoots; }

/// Why multicast is not expected to win; empty: it is.
std::string_view why_not(const Facts& facts, const MulticastOptions& set) {
    switch (facts.operation) {
        case Operation::scatter:
            return facts.block_bytes * facts.ranks > set.scatter_most ? "above multicast.scatter-most" : "";
        case Operation::allgather:
        case Operation::allgatherv: break;
        default: return {};
    }
    // Where roots send one after the other (MulticastTeam::allgather), multicast does not win.
    if (facts.ranks != facts.nodes) return "several ranks share a node";
    if (!is_at_once(facts)) return "too many nodes to send at once";
    if (facts.operation == Operation::allgatherv) return {};
    if (facts.block_bytes < set.allgather_least) return "below multicast.allgather-least";
    return facts.block_bytes > set.allgather_most ? "above multicast.allgather-most" : "";
}

}  // namespace

std::span<const Parameter> MulticastEngine::parameters() const { return accepted; }

std::span<const OptionGroup* const> MulticastEngine::options() const { return option_groups; }

std::optional<std::string_view> MulticastEngine::network(const OptionValues& options) const {
    return options.get<MulticastOptions>().interface;
}

bool MulticastEngine::supports(const Facts& facts) const {
    if (facts.nodes < 2 || facts.ranks > kMostRanks || !begins(facts.operation)) return false;
    switch (facts.operation) {
        case Operation::bcast: return facts.block_bytes <= kMostBytes;
        case Operation::scatter:
        case Operation::allgather: return facts.block_bytes <= kMostBytes / facts.ranks;
        default: return true;
    }
}

bool MulticastEngine::begins(Operation operation) const {
    switch (operation) {
        case Operation::barrier:
        case Operation::bcast:
        case Operation::scatter:
        case Operation::scatterv:
        case Operation::allgather:
        case Operation::allgatherv: return true;
        default: return false;
    }
}

Prospect MulticastEngine::prospect(const Facts& facts, const OptionValues& options) const {
    const std::string_view why = why_not(facts, options.get<MulticastOptions>());
    return {.wins = why.empty(), .bound = why};
}

std::unique_ptr<Team> MulticastEngine::join(const TeamSetup& setup) const { return form_team(setup); }

}  // namespace shunt::multicast
