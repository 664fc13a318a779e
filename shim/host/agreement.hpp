#pragma once
#include <mpi.h>

#include <bitset>
#include <cstdint>
#include <vector>

namespace shunt {

/// A process on this node.
struct NodePeer {
    std::uint32_t pid = 0;    ///< 0: in another pid namespace, so this rank cannot see whether it lives
    std::uint64_t start = 0;  ///< its process_start
};

/// Operations that a rank combines without the host (see fast_ops.hpp).
inline constexpr std::size_t kMostFastOps = 320;
using FastOps = std::bitset<kMostFastOps>;

/// What all ranks found out together at MPI_Init. All fields but `node` and `node_peers` are equal on all ranks,
/// because each rank computes them from the same gathered facts.
struct Agreement {
    bool same_settings = false;     ///< digests equal on all ranks
    int first_different_rank = -1;  ///< if the digests differ; else -1
    std::uint64_t run_id = 0;
    int node_count = 1;
    std::vector<std::int32_t> node_of;  ///< by world rank; nodes are numbered in order of their lowest rank
    bool all_hosts_yield = false;       ///< every rank's MPI yields its core while it waits
    int unknown_requests_rank = -1;     ///< the lowest whose MPI has functions on requests that Shunt does not know
    bool all_have_threads = false;      ///< every rank has a ProgressThread
    FastOps fast_ops;                   ///< those that all ranks have
    bool same_host_algorithms = false;  ///< on all ranks the same algorithms of the host can be chosen, at least one
    int other_algorithms_rank = -1;     ///< the lowest whose choosable algorithms differ from rank 0's
    bool any_node_crowded = false;      ///< some node has more ranks than cores they may use

    int node = 0;        ///< of this rank
    int node_cores = 0;  ///< cores that the ranks of this node may use together
    bool own_node_crowded = false;
    std::vector<NodePeer> node_peers;  ///< the other ranks of this node
};

/// What a rank reports about itself.
struct OwnFacts {
    std::uint64_t digest = 0;     ///< of settings and versions
    std::uint64_t run_id = 0;     ///< only rank 0's is used
    bool host_yields = false;     ///< its MPI yields its core while it waits
    bool knows_requests = false;  ///< its MPI has no function on requests that Shunt does not know
    bool has_thread = false;      ///< it has a ProgressThread
    FastOps fast_ops{};
    std::uint64_t host_algorithms = 0;  ///< digest of the algorithms that can be chosen; 0: none
};

/// Gathers every rank's facts over `comm`, which contains exactly the ranks of the world, and computes `out` from them.
/// Blocks: collective over `comm`.   Fails: the host's code; `out` is then that of a rank that agrees with no other.
int agree(MPI_Comm comm, const OwnFacts& own, Agreement& out);

}  // namespace shunt
