#pragma once
#include <cstdint>

#include "native/base/operation.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/pipeline/options.hpp"

namespace shunt::pipeline {

/// Costs of moving and combining bytes between members of one node. Defaults are measured by `shunt tune`.
/// Units: ns, and ns for a byte.
struct NodeCosts {
    double word_ns = 0;          ///< announcing a block to the next member, until that member reads the word
    double copy_byte_ns = 0;     ///< copying data that another core has written
    double combine_byte_ns = 0;  ///< combining a member's own data with data that another core has written
    double attach_ns = 0;        ///< one call that reaches into another process's memory
    double attach_byte_ns = 0;   ///< and each byte that it copies

    static NodeCosts of(const PipelineOptions& options);
};

/// Time of an operation in the shared ring of one node, with `ranks` members on `cores` cores, until the last member
/// has its result.
double shared_ns(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes, double block_bytes);

/// Time of a direct broadcast in pieces of `piece_bytes`, shared by root and readers; each member has a core.
double direct_bcast_ns(const NodeCosts& costs, int ranks, double bytes, double piece_bytes);

/// The settings and abilities of a team.
struct NodeWays {
    double block_bytes = 0;   ///< of all blocks; 0: the best
    double ring_bytes = 0;    ///< see node_ring_bytes()
    double direct_from = 0;   ///< bytes of a broadcast from which members may access each other's memory
    bool reads_peers = true;  ///< whether they can access it
};

/// The algorithm for an operation within a node, and its predicted time.
struct NodeChoice {
    bool direct = false;
    double block_bytes = 0;  ///< of the ring, or pieces
    double ns = 0;
};

/// The algorithm and block size (a power of two) with the smallest time.
NodeChoice choose_on_node(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes,
                          const NodeWays& ways);

/// Bytes of a node's ring, given the setting. With fewer cores than members it is larger, so that each member has much
/// work when it gets a core.
std::uint64_t node_ring_bytes(std::int64_t set, int ranks, int cores);

}  // namespace shunt::pipeline
