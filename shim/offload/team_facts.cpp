// What is known about a communicator before a team is made: which engines carry its calls, and on which nodes its
// members are.
#include <algorithm>
#include <tuple>
#include <utility>

#include "native/select/bcast_split.hpp"
#include "native/select/rule_files.hpp"
#include "shim/offload/figures.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

int cores_of(const Session& s) { return std::max(1, static_cast<int>(s.agreement.node_cores)); }

namespace {

/// The cores that `members` of this rank's node may rely on. If its ranks outnumber its cores, that is their share,
/// which may be none: while these members are in a collective, the node's other ranks compute, or wait as busily.
int cores_for(const Session& s, std::int64_t members) {
    const int cores = cores_of(s), ranks = static_cast<int>(s.agreement.node_peers.size()) + 1;
    return ranks <= cores ? cores : static_cast<int>(cores * members / ranks);
}

}  // namespace

int cores_of(const Session& s, const CommRecord& record) {
    return record.nodes == 1 ? cores_for(s, record.size) : cores_of(s);
}

std::vector<int> world_ranks_of(const Session& s, const CommRecord& record) {
    const auto size = static_cast<std::size_t>(record.size);
    std::vector<int> ranks(size), world(size);
    for (int rank = 0; rank < record.size; ++rank) ranks[static_cast<std::size_t>(rank)] = rank;
    host.MPI_Group_translate_ranks(record.peers, record.size, ranks.data(), s.world_group, world.data());
    return world;
}

namespace {

/// The node of every member, numbered in order of lowest rank; and the world's numbers of these nodes.
std::pair<std::vector<int>, std::vector<int>> nodes_of(const Session& s, const CommRecord& record) {
    std::vector<int> seen, nodes;
    for (const int member : world_ranks_of(s, record)) {
        const int node = s.agreement.node_of[static_cast<std::size_t>(member)];
        const auto found = std::find(seen.begin(), seen.end(), node);
        nodes.push_back(static_cast<int>(found - seen.begin()));
        if (found == seen.end()) seen.push_back(node);
    }
    return {nodes, seen};
}

}  // namespace

namespace {

CallFacts facts_of(const Session& s, CommRecord& record, Operation operation, std::int64_t block_bytes, bool exact,
                   Form form) {
    CallFacts facts{.call = {operation, record.size, record.nodes, block_bytes, cores_of(s, record), exact},
                    .ordinal = record.collective_sequence,
                    .all_ours = record.all_ours,
                    .made_before = record.made_before,
                    .communicator = {record.path, record.id_is_agreed ? record.id : 0},
                    .has_own_team = form == Form::persistent,
                    .learning = record.id_is_agreed ? &memory_of(record).learning : nullptr,
                    .may_try = form == Form::blocking,
                    .host_candidates = s.offload->host_candidates[static_cast<std::size_t>(operation)],
                    .knowledge = s.offload->knowledge.known(),
                    .ports = s.ports && record.lies_in_blocks ? &*s.ports : nullptr,
                    .starts_at_once = record.handle == MPI_COMM_WORLD};
    for (const CommTeam* known = record.teams; known; known = known->next) {
        if (known->own_number != 0) continue;
        facts.teams |= std::uint32_t{1} << known->engine;
    }
    if (record.memory) facts.settled_teams = record.memory->settled_teams;
    return facts;
}

/// Whether a member may leave such calls before all have entered, whatever their length.
bool need_not_meet(Operation operation) { return !synchronises(operation, 1); }

}  // namespace

Decision decide(const Session& s, CommRecord& record, Operation operation, std::int64_t block_bytes, bool exact,
                Form form) {
    const CallFacts facts = facts_of(s, record, operation, block_bytes, exact, form);
    if (facts.learning && s.offload->learns && need_not_meet(operation)) plan_exchanges(s, record);
    Decision decision = decide({s.rules, s.options.engines, s.options.auto_reductions}, facts);
    if (decision.choice.is_given()) settle_host_choice(s, decision);
    return decision;
}

bool may_be_measured(const Session& s, CommRecord& record, Operation operation) {
    const CallFacts facts = facts_of(s, record, operation, 0, true, Form::blocking);  // for exact ones, if it combines
    return may_measure({s.rules, s.options.engines, s.options.auto_reductions}, facts, operation);
}

bool may_part(const Session& s, CommRecord& record, int engine) {
    const CallFacts facts = facts_of(s, record, Operation::bcast, 0, false, Form::nonblocking);
    return splits_bcasts({s.rules, s.options.engines, s.options.auto_reductions}, facts, engine);
}

namespace {

/// The texts that the rules give that engine, numbered as in the rules.
std::vector<std::string> texts_for(const Session& s, int engine) {
    std::vector<std::string> texts;
    for (const config::EngineText& each : s.rules.texts)
        texts.push_back(each.engine == engine ? each.text : std::string());
    return texts;
}

}  // namespace

TeamSetup setup_of(const Session& s, const CommRecord& record, int engine) {
    TeamSetup setup;
    setup.group = {record.rank, record.size};
    std::tie(setup.node_of, setup.host_of) = nodes_of(s, record);
    setup.hosts = &s.offload->hosts;
    setup.cores = cores_for(s, std::ranges::count(setup.node_of, setup.node_of[static_cast<std::size_t>(record.rank)]));
    setup.options = &s.options.engines;
    setup.patience_ns = s.options.network.patience_ns;
    setup.texts = texts_for(s, engine);
    setup.folders = folders_for_files(s.options.config, s.start_folder);
    return setup;
}

}  // namespace shunt
