#include "native/engines/script/places.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "native/base/processors.hpp"
#include "native/net/hosts.hpp"

namespace shunt::script_engine {
namespace {

bool fits(std::string_view text, std::string_view pattern) {
    std::size_t at = 0, in = 0, star = std::string_view::npos, after_star = 0;
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') star = in++, after_star = at;
        else if (in < pattern.size() && pattern[in] == text[at]) ++at, ++in;
        else if (star != std::string_view::npos) at = ++after_star, in = star + 1;
        else return false;
    }
    return pattern.find_first_not_of('*', in) == std::string_view::npos;
}

/// The name of a node's host; for the only node, this host's.
std::string host_name(const TeamSetup& setup, std::size_t node) {
    if (setup.hosts && node < setup.host_of.size() && setup.host_of[node] < setup.hosts->count())
        return std::string(setup.hosts->name(setup.host_of[node]));
    char name[64] = {};
    static_cast<void>(gethostname(name, sizeof name - 1));
    return name;
}

}  // namespace

std::string_view switch_of(std::string_view switches, std::string_view host, std::string_view address) {
    while (!switches.empty()) {
        const std::string_view word = switches.substr(0, switches.find(' '));
        switches.remove_prefix(std::min(word.size() + 1, switches.size()));
        const std::size_t equal = word.find('=');
        if (equal == std::string_view::npos) continue;
        const std::string_view pattern = word.substr(equal + 1);
        if (fits(host, pattern) || (!address.empty() && fits(address, pattern))) return word.substr(0, equal);
    }
    return {};
}

int own_core() {
    const std::vector<int> processors = usable_processors();
    return processors.size() == 1 ? processors.front() : -1;
}

script::Topology topology_of(const TeamSetup& setup, const ScriptOptions& options, std::span<const int> cores) {
    script::Topology topology = script::one_node(setup.group.size);
    const auto own = static_cast<std::size_t>(setup.node_of[static_cast<std::size_t>(setup.group.rank)]);
    const bool has_addresses = setup.hosts && setup.host_of.size() > 1;
    const net::Choice chosen =
        has_addresses ? setup.hosts->choose(setup.host_of, own, options.interface) : net::Choice{};
    for (std::size_t rank = 0; rank < topology.places.size(); ++rank) {
        script::Place& place = topology.places[rank];
        const auto node = static_cast<std::size_t>(setup.node_of[rank]);
        place.node = setup.node_of[rank];
        if (rank < cores.size()) place.core = cores[rank];
        if (node < chosen.addresses.size()) {
            place.address = to_text(chosen.addresses[node]);
            const auto subnet = setup.hosts->subnet_of(setup.host_of[node], chosen.addresses[node]);
            if (subnet) place.subnet = to_text(*subnet);
        }
        if (!options.switches.empty())
            place.switch_name = switch_of(options.switches, host_name(setup, node), place.address);
    }
    return topology;
}

}  // namespace shunt::script_engine
