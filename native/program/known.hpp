#pragma once
#include <cstdint>
#include <vector>

#include "native/program/program.hpp"

namespace shunt::program {

// Algorithms of MPI libraries, as programs, for comparisons and tests. `ranks` >= 1; `chunk` as in Step.

/// A tree over the ranks counted from the root: rank v receives from v without its lowest bit.
Program binomial_bcast(int ranks, int root, std::uint64_t count, std::uint64_t chunk = 0);
/// Each rank sends to the next one, counted from the root.
Program chain_bcast(int ranks, int root, std::uint64_t count, std::uint64_t chunk = 0);
/// A tree as binomial_bcast. In order of rank only for root 0; other roots are for operations that commute.
Program binomial_reduce(int ranks, int root, std::uint64_t count, std::uint64_t chunk = 0);
/// Whole vectors are exchanged at distances 1, 2, 4, ...; ranks beyond a power of two send theirs to a neighbour first.
Program recursive_doubling_allreduce(int ranks, std::uint64_t count);
/// Halves, quarters, ... are exchanged at distances 1, 2, 4, ... and gathered on the way back.
/// Source: Rabenseifner 2004.
Program recursive_halving_allreduce(int ranks, std::uint64_t count);
/// Blocks travel around the ring twice: first combined, then whole. For operations that commute.   Source: Patarasuk,
/// Yuan 2009.
Program ring_allreduce(int ranks, std::uint64_t count);
/// Blocks travel around the ring once, and each rank has its own at the end. For operations that commute. `counts`: by
/// rank.
Program ring_reduce_scatter(const std::vector<std::uint64_t>& counts);
/// In phase k each rank notifies the one at distance 2^k.   Source: Hensgen, Finkel, Manber 1988.
Program dissemination_barrier(int ranks);
/// Each rank passes on the blocks it has received from the previous rank.
Program ring_allgatherv(const std::vector<std::uint64_t>& counts);
/// One rank after the other combines its own vector with the received one. `exclusive`: exscan.
Program chain_scan(int ranks, std::uint64_t count, bool exclusive);
/// The root receives from or sends to every other rank; v or not.
Program linear_gather(int ranks, int root, std::uint64_t count);
Program linear_gatherv(const std::vector<std::uint64_t>& counts, int root);
Program linear_scatter(int ranks, int root, std::uint64_t count);
Program linear_scatterv(const std::vector<std::uint64_t>& counts, int root);
/// In phase i rank r sends to r + i and receives from r - i. `counts` as Program::counts of alltoallv.
Program pairwise_alltoall(int ranks, std::uint64_t count);
Program pairwise_alltoallv(int ranks, const std::vector<std::uint64_t>& counts);

/// One of them by name.   Owner: static storage.
struct KnownAlgorithm {
    std::string_view name;  ///< "ring-allreduce"
    Operation operation;
    Program (*make)(int ranks, int root, std::uint64_t count);  ///< `root` is ignored if the operation has none
};

/// The algorithms for operations whose blocks have one length.   Owner: static storage.
std::span<const KnownAlgorithm> known_algorithms();

/// The algorithm called `name`, or nullptr.
const KnownAlgorithm* find_known(std::string_view name);

}  // namespace shunt::program
