#include "shim/offload/first_teams.hpp"

#include "native/engines/registry.hpp"
#include "native/select/auto.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

void make_first_teams(Session& s, CommRecord& world) {
    if (!world.all_ours || world.size == 1) return;
    const Facts facts{Operation::barrier, world.size, world.nodes, 0, cores_of(s)};
    for (const int index : promising_engines(s.options.engines, facts)) {
        Decision decision;
        decision.engine = engines()[static_cast<std::size_t>(index) - 1];
        decision.index = index;
        decision.facts = facts;
        team_of(s, world, decision);
        memory_of(world).settled_teams |= std::uint32_t{1} << index;
    }
}

}  // namespace shunt
