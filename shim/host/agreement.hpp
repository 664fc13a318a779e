#pragma once
#include <mpi.h>

#include <cstdint>
#include <vector>

namespace shunt {

/// A process on this node.
struct NodePeer {
    std::uint32_t pid = 0;
    std::uint64_t start = 0;  ///< of process_start
};

/// What all ranks found out together at MPI_Init. Everything but `node` and `node_peers` is equal on all ranks, because
/// it is computed by each from the same gathered facts.
struct Agreement {
    bool same_settings = false;     ///< digests equal on all ranks
    int first_different_rank = -1;  ///< when they are not
    std::uint64_t run_id = 0;
    int node_count = 1;
    std::vector<std::int32_t> node_of;  ///< by world rank; nodes are numbered in order of their lowest rank
    bool all_hosts_yield = false;       ///< every rank's MPI gives its core away while it waits
    bool any_node_crowded = false;      ///< some node has more ranks than cores they may use

    int node = 0;        ///< of this rank
    int node_cores = 0;  ///< that the ranks of this node may use together
    bool own_node_crowded = false;
    std::vector<NodePeer> node_peers;  ///< the other ranks of this node
};

/// Gathers every rank's facts over `comm`, which holds exactly the world, and draws the conclusions.
/// `digest`: of settings and versions; `run_id`: rank 0's counts; `host_yields`: whether this rank's MPI yields while
/// waiting. Blocks: collective over `comm`.   Fails: the host's code; `out` is then as for a single rank that agrees
/// with nobody.
int agree(MPI_Comm comm, std::uint64_t digest, std::uint64_t run_id, bool host_yields, Agreement& out);

}  // namespace shunt
