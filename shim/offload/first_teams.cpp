#include "shim/offload/first_teams.hpp"

#include "native/engines/registry.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

constexpr Operation kOperations[] = {Operation::bcast, Operation::allgather, Operation::alltoall, Operation::allreduce};
constexpr std::int64_t kBytes[] = {1 << 10, 64 << 10, 1 << 20};

/// Whether the engine is expected to be faster with some of those. Equal on all ranks.
bool is_promising(const Session& s, const CommRecord& record, const Engine& engine, Facts& facts) {
    for (const Operation operation : kOperations)
        for (const std::int64_t bytes : kBytes) {
            facts = {operation, record.size, record.nodes, bytes, cores_of(s)};
            if (engine.supports(facts) && engine.prospect(facts, s.options.engines).wins) return true;
        }
    return false;
}

}  // namespace

void make_first_teams(Session& s, CommRecord& world) {
    if (!world.all_ours || world.size == 1) return;
    int index = 0;
    for (const Engine* engine : engines()) {
        index += 1;
        Decision decision;
        if (!is_promising(s, world, *engine, decision.facts)) continue;
        decision.engine = engine;
        decision.index = index;
        team_of(s, world, decision);
    }
}

}  // namespace shunt
