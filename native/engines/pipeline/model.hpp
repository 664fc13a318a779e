#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/lone_block.hpp"
#include "native/base/operation.hpp"

namespace shunt::pipeline {

/// Costs of moving and combining bytes with one transport. Defaults are measured by `shunt tune`.
/// Units: ns, and ns for a byte.
struct Costs {
    double put_ns = 0;        ///< starting to move a block to the next member
    double put_byte_ns = 0;   ///< and each byte of it
    double word_ns = 0;       ///< until the next member reads the word that announces it: the paper's l_pio(4) + l_sb
    double copy_byte_ns = 0;  ///< copying within this member's memory
    double combine_byte_ns = 0;  ///< combining two operands

    /// For each of the first kLoneBlock bytes of a single block, as while a pipeline fills; below 0: as put_byte_ns.
    double lone_byte_ns = -1;

    double put(double bytes) const { return put_ns + put_byte_ns * bytes; }
    double lone_put(double bytes) const {
        const double alone = lone_byte_ns < 0 ? 0 : std::min(bytes, static_cast<double>(kLoneBlock));
        return put_ns + lone_byte_ns * alone + put_byte_ns * (bytes - alone);
    }
};

/// Time until the last of `ranks` members has its result, for vectors of `bytes` in blocks of `block_bytes` along a
/// chain. Source: "Pipelining and overlapping for MPI collective operations", equation 2 (bcast), 3 (reduce), 4 (scan).
double chain_bcast_ns(const Costs& costs, int ranks, double bytes, double block_bytes);
double chain_reduce_ns(const Costs& costs, int ranks, double bytes, double block_bytes);
double chain_scan_ns(const Costs& costs, int ranks, double bytes, double block_bytes);
/// The single pipeline that the paper leaves open: the result returns from the end of the chain while the reduction
/// continues.
double chain_allreduce_ns(const Costs& costs, int ranks, double bytes, double block_bytes);

/// The same along a fractional tree: nodes of a binary tree are chains of `run` members each.
/// Source: Sanders and Sibeyn, "A bandwidth latency trade-off for broadcast and reduction", Euro-Par 2000.
double fractional_tree_bcast_ns(const Costs& costs, int ranks, int run, double bytes, double block_bytes);

/// Bcast, reduce, allreduce or scan through two binary trees over `places`, each with half of the blocks: never slower
/// than the fractional tree. Source: Sanders, Speck and Traeff, "Two-tree algorithms for full bandwidth broadcast,
/// reduction and scan", Parallel Computing 2009.
double two_trees_ns(const Costs& costs, Operation operation, int places, double bytes, double block_bytes);

/// Allreduce (or half of it, reduce_scatter) whose parts circulate: each of 2 (P - 1) steps moves one part of 1 / P of
/// the vector.
double round_ns(const Costs& costs, Operation operation, int ranks, double bytes, double block_bytes);

/// The block size with the smallest time, a power of two from `least` to `most`, given the time as a function of it.
template <class Time>
std::uint64_t best_block(std::uint64_t least, std::uint64_t most, Time&& time) {
    std::uint64_t best = least;
    for (std::uint64_t block = least; block <= most; block *= 2)
        if (time(static_cast<double>(block)) < time(static_cast<double>(best))) best = block;
    return best;
}

/// The time of any operation of this engine along a chain; with `commutative`, parts of operations with a result on all
/// members circulate.
double chain_ns(const Costs& costs, Operation operation, bool commutative, int ranks, double bytes, double block_bytes);

}  // namespace shunt::pipeline
