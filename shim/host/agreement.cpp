#include "shim/host/agreement.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <map>
#include <new>

#include "native/base/process.hpp"
#include "shim/host/cores.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// One rank's contribution; after the gathering all ranks have the same bytes.
struct RankFacts {
    std::uint64_t digest = 0;
    std::uint64_t run_id = 0;
    std::uint64_t host = 0;
    std::uint64_t pid_start = 0;
    std::uint32_t pid = 0;
    std::uint32_t pid_space = 0;   ///< process_space(): the namespace that `pid` belongs to
    std::uint32_t core_limit = 0;  ///< of the control group; 0 none
    std::uint32_t host_yields = 0;
    std::uint32_t knows_requests = 0;
    std::uint32_t has_thread = 0;
    FastOps fast_ops{};
    std::uint64_t host_algorithms = 0;
    CoreSet cores;
};

RankFacts rank_facts(const OwnFacts& own) {
    RankFacts facts;
    facts.digest = own.digest;
    facts.run_id = own.run_id;
    facts.host_yields = own.host_yields;
    facts.knows_requests = own.knows_requests;
    facts.has_thread = own.has_thread;
    facts.fast_ops = own.fast_ops;
    facts.host_algorithms = own.host_algorithms;
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    facts.host = record::fnv1a(name, std::strlen(name));
    facts.pid = static_cast<std::uint32_t>(getpid());
    facts.pid_start = process_start(facts.pid);
    facts.pid_space = process_space();
    facts.cores = usable_cores();
    facts.core_limit = core_limit_of_control_group();
    return facts;
}

/// Ranks of one node and the cores they may use together.
struct NodeFacts {
    int ranks = 0;
    std::uint32_t limit = 0;
    CoreSet cores;
    int usable() const { return limit ? std::min<int>(cores.count(), static_cast<int>(limit)) : cores.count(); }
    bool crowded() const { return ranks > usable(); }
};

void conclude(const std::vector<RankFacts>& all, int rank, Agreement& out) {
    std::map<std::uint64_t, int> number_of;
    std::vector<NodeFacts> nodes;
    out.run_id = all[0].run_id;
    out.same_settings = true;
    for (std::size_t r = 0; r < all.size(); ++r) {
        const auto [place, is_new] = number_of.try_emplace(all[r].host, static_cast<int>(nodes.size()));
        if (is_new) nodes.emplace_back();
        NodeFacts& node = nodes[static_cast<std::size_t>(place->second)];
        node.ranks += 1;
        node.limit = std::max(node.limit, all[r].core_limit);
        node.cores.add(all[r].cores);
        out.node_of.push_back(place->second);
        if (all[r].digest == all[0].digest || !out.same_settings) continue;
        out.same_settings = false;
        out.first_different_rank = static_cast<int>(r);
    }
    out.node_count = static_cast<int>(nodes.size());
    out.node = out.node_of[static_cast<std::size_t>(rank)];
    out.node_cores = nodes[static_cast<std::size_t>(out.node)].usable();
    out.own_node_crowded = nodes[static_cast<std::size_t>(out.node)].crowded();
    out.all_hosts_yield =
        std::all_of(all.begin(), all.end(), [](const RankFacts& facts) { return facts.host_yields != 0; });
    const auto unknown =
        std::find_if(all.begin(), all.end(), [](const RankFacts& facts) { return facts.knows_requests == 0; });
    if (unknown != all.end()) out.unknown_requests_rank = static_cast<int>(unknown - all.begin());
    out.all_have_threads =
        std::all_of(all.begin(), all.end(), [](const RankFacts& facts) { return facts.has_thread != 0; });
    const auto other = std::find_if(all.begin(), all.end(), [&](const RankFacts& facts) {
        return facts.host_algorithms != all[0].host_algorithms;
    });
    if (other != all.end()) out.other_algorithms_rank = static_cast<int>(other - all.begin());
    out.same_host_algorithms = other == all.end() && all[0].host_algorithms != 0;
    out.fast_ops.set();
    for (const RankFacts& facts : all) out.fast_ops &= facts.fast_ops;
    out.any_node_crowded =
        std::any_of(nodes.begin(), nodes.end(), [](const NodeFacts& node) { return node.crowded(); });
    for (std::size_t r = 0; r < all.size(); ++r)
        if (out.node_of[r] == out.node && static_cast<int>(r) != rank)
            out.node_peers.push_back(all[r].pid_space == all[static_cast<std::size_t>(rank)].pid_space
                                         ? NodePeer{all[r].pid, all[r].pid_start}
                                         : NodePeer{});
}

}  // namespace

int agree(MPI_Comm comm, const OwnFacts& facts, Agreement& out) {
    int rank = 0, size = 1;
    host.MPI_Comm_rank(comm, &rank);
    host.MPI_Comm_size(comm, &size);
    const RankFacts own = rank_facts(facts);
    std::vector<RankFacts> all(static_cast<std::size_t>(size));
    const int code = host.MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, comm);
    if (code == MPI_SUCCESS) conclude(all, rank, out);
    return code;
}

}  // namespace shunt
