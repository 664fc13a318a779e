#pragma once
#include <cstdint>

#include "native/base/operation.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/pipeline/options.hpp"

namespace shunt::pipeline {

/// What moving and combining bytes costs between members of one node. Defaults are measured by `shunt tune`.
/// Units: ns, and ns for a byte.
struct NodeCosts {
    double word_ns = 0;          ///< telling the next member of a block, and until it looks
    double copy_byte_ns = 0;     ///< copying what another core has written
    double combine_byte_ns = 0;  ///< combining one's own with that
    double attach_ns = 0;        ///< one call that reaches into another process's memory
    double attach_byte_ns = 0;   ///< and each byte that it copies

    static NodeCosts of(const PipelineOptions& options);
};

/// An operation on a ring that `ranks` members of one node work on in place, with `cores` for them: until the last has
/// its result.
double shared_ns(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes, double block_bytes);

/// A broadcast from memory to memory in pieces of `piece_bytes`, which root and readers share; each member has a core.
double direct_bcast_ns(const NodeCosts& costs, int ranks, double bytes, double piece_bytes);

/// What a team can do besides.
struct NodeWays {
    double block_bytes = 0;   ///< of all blocks; 0: the best
    double ring_bytes = 0;    ///< as node_ring_bytes() says
    double direct_from = 0;   ///< bytes of a broadcast from which members may reach into each other's memory
    bool reads_peers = true;  ///< whether they can
};

/// How an operation on a node is carried, and how long it is taken to take.
struct NodeChoice {
    bool direct = false;
    double block_bytes = 0;  ///< of the ring, or pieces
    double ns = 0;
};

/// The way and the block size, a power of two, of the least time.
NodeChoice choose_on_node(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes,
                          const NodeWays& ways);

/// Bytes of a node's ring, given the setting: with fewer cores than members it holds more, so that each has much to do
/// when it has a core.
std::uint64_t node_ring_bytes(std::int64_t set, int ranks, int cores);

}  // namespace shunt::pipeline
