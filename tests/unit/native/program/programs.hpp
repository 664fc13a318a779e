#pragma once
#include <string>
#include <utility>
#include <vector>

#include "native/program/known.hpp"
#include "native/program/program.hpp"

namespace shunt::program {

/// Parses a program, which must be valid.
inline Program read(std::string_view text) {
    Parsed parsed = parse(text, "test.program");
    if (!parsed.program) throw std::runtime_error(parsed.error);
    return std::move(*parsed.program);
}

/// Counts by rank, some of them zero.
inline std::vector<std::uint64_t> uneven_counts(int ranks) {
    std::vector<std::uint64_t> counts;
    for (int rank = 0; rank < ranks; ++rank) counts.push_back(static_cast<std::uint64_t>(rank * 7 % 5));
    return counts;
}

/// Counts of pairs; `symmetric`: equal in both directions.
inline std::vector<std::uint64_t> pair_counts(int ranks, bool symmetric) {
    std::vector<std::uint64_t> counts;
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
            counts.push_back(static_cast<std::uint64_t>(symmetric ? (from + to) % 4 : (from * 3 + to) % 4));
    return counts;
}

/// All known programs over `ranks` ranks.
inline std::vector<Program> known_programs(int ranks, int root, std::uint64_t count, std::uint64_t chunk) {
    const auto counts = uneven_counts(ranks);
    std::vector<Program> all = {
        binomial_bcast(ranks, root, count, chunk),
        chain_bcast(ranks, root, count, chunk),
        binomial_reduce(ranks, root, count, chunk),
        recursive_doubling_allreduce(ranks, count),
        recursive_halving_allreduce(ranks, count),
        ring_allreduce(ranks, count),
        ring_reduce_scatter(counts),
        dissemination_barrier(ranks),
        ring_allgatherv(counts),
        chain_scan(ranks, count, false),
        chain_scan(ranks, count, true),
        linear_gather(ranks, root, count),
        linear_gatherv(counts, root),
        linear_scatter(ranks, root, count),
        linear_scatterv(counts, root),
        pairwise_alltoall(ranks, count),
        pairwise_alltoallv(ranks, pair_counts(ranks, false)),
        pairwise_alltoallv(ranks, pair_counts(ranks, true)),
    };
    for (const char* name : {"ring-allgather", "ring-reduce_scatter_block"})
        all.push_back(find_known(name)->make(ranks, root, count));
    return all;
}

}  // namespace shunt::program
