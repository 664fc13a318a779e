#pragma once
// Hand-made runs of a program `steps`, and plans of them.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "shim/observe/record/comm_names.hpp"
#include "tests/unit/tools/hand_made.hpp"
#include "tools/plan/proposal.hpp"

namespace shunt::tools::plan_runs {

using hand_made::add;
using record::Cell;
using record::synthetic::Parts;

inline constexpr unsigned kCall = record::kCall;

/// A rank of a run of `steps`, without calls; the test adds them.
inline Parts rank_of(int rank, int size, std::int64_t start_ns = 0, const char* program = "/opt/steps -v") {
    Parts parts = hand_made::idle_rank(rank, size);
    std::snprintf(parts.header.program, sizeof parts.header.program, "%s", program);
    parts.header.start_unix_ns = start_ns;
    parts.functions.emplace_back("MPI_Bcast collective");
    parts.functions.emplace_back("MPI_Alltoallv collective");
    parts.engines = {"host", "phased", "multicast", "pipeline", "remote_write"};
    record::set_names(parts.comms[0], "MPI_COMM_WORLD", "");
    return parts;
}

using Ranks = std::vector<Parts>;

/// All ranks of a run; `fill(parts)` adds the calls of one rank.
template <class Fill>
record::ProfileFile run_of_steps(int size, Fill&& fill, std::int64_t start_ns = 0, std::uint32_t flags = 0) {
    Ranks ranks;
    for (int rank = 0; rank < size; ++rank) {
        ranks.push_back(rank_of(rank, size, start_ns));
        fill(ranks.back());
    }
    return example::load(ranks, flags);
}

inline Proposal propose_from(const std::vector<const record::ProfileFile*>& files, const ProposalWishes& wishes = {}) {
    std::vector<PlanProfile> profiles;
    for (const record::ProfileFile* file : files)
        profiles.push_back(describe_profile("run" + std::to_string(profiles.size() + 1) + ".shunt", *file));
    return propose(std::move(profiles), wishes);
}

/// A machine that is faster than any engine or host in these runs.
inline program::Network fast_machine() {
    program::Network machine;
    machine.message = machine.local_latency = 1;
    machine.local_rate = machine.combine_rate = machine.copy_rate = 9e11;
    return machine;
}

}  // namespace shunt::tools::plan_runs
