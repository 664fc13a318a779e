#include "shim/offload/first_teams.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "native/engines/registry.hpp"
#include "native/select/auto.hpp"
#include "shim/host/log.hpp"
#include "shim/observe/port_measure.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

/// The engines that `auto` may choose, if a rule says so, and those that lines of the plan name for MPI_COMM_WORLD.
/// (For calls that are not in the profile a plan lets `auto` decide; such calls may never occur.)
std::vector<int> engines_for(const Session& s, const CommRecord& world, const Facts& facts) {
    std::vector<int> found;
    const auto own = std::span(s.rules.rules).subspan(s.rules.planned);
    if (std::ranges::count(own, config::kAutoEngine, &config::Rule::engine) != 0)
        found = promising_engines(s.options.engines, facts);
    const config::CommunicatorName name{world.path, world.id_is_agreed ? world.id : 0};
    for (const config::Rule& rule : std::span(s.rules.rules).first(s.rules.planned)) {
        const bool is_meant = rule.engine > 0 && rule.ranks.contains(world.size) && rule.nodes.contains(world.nodes) &&
                              rule.communicator.fits(name);
        if (is_meant && std::ranges::find(found, rule.engine) == found.end()) found.push_back(rule.engine);
    }
    return found;
}

}  // namespace

void measure_ports_first(Session& s) {
    const bool is_any_auto = std::ranges::count(s.rules.rules, config::kAutoEngine, &config::Rule::engine) != 0;
    if (s.agreement.node_count < 2 || !is_any_auto) return;
    Deadline never = Deadline::never(s);
    if (!measure_ports(s, never)) {
        SHUNT_WARN("MPI_Init cannot continue: a rank of this host has ended, or the MPI's messages fail");
        host.MPI_Abort(MPI_COMM_WORLD, 1);
    }
    note_ports(s);
}

void make_first_teams(Session& s, CommRecord& world) {
    if (!world.all_ours || world.size == 1) return;
    const Facts facts{Operation::barrier, world.size, world.nodes, 0, cores_of(s)};
    for (const int index : engines_for(s, world, facts)) {
        Decision decision;
        decision.engine = engines()[static_cast<std::size_t>(index) - 1];
        decision.index = index;
        decision.facts = facts;
        team_of(s, world, decision);
        memory_of(world).settled_teams |= std::uint32_t{1} << index;
    }
}

}  // namespace shunt
