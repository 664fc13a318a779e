#include "native/engines/pipeline/model.hpp"

#include <algorithm>
#include <cmath>

namespace shunt::pipeline {
namespace {

double blocks_of(double bytes, double block_bytes) { return std::max(1.0, std::ceil(bytes / block_bytes)); }

constexpr double kPortSharing = 1.2;

/// A vector shorter than one block is one block of its own length.
double cut(double bytes, double block_bytes) { return std::min(bytes, block_bytes); }

}  // namespace

double chain_bcast_ns(const Costs& costs, int ranks, double bytes, double block_bytes) {
    const double block = cut(bytes, block_bytes);
    return ranks * (costs.lone_put(block) + costs.word_ns) +
           blocks_of(bytes, block_bytes) * (costs.put(block) + costs.word_ns);
}

double chain_reduce_ns(const Costs& costs, int ranks, double bytes, double block_bytes) {
    const double block = cut(bytes, block_bytes);
    const double put = costs.put(block), combine = costs.combine_byte_ns * block, copy = costs.copy_byte_ns * block;
    const double fill = put + combine + copy + (ranks - 2) * (combine + costs.lone_put(block) + costs.word_ns);
    return fill + (blocks_of(bytes, block_bytes) - 1) * (std::max(combine, put) + costs.word_ns);
}

double chain_scan_ns(const Costs& costs, int ranks, double bytes, double block_bytes) {
    const double block = cut(bytes, block_bytes);
    const double put = costs.put(block), combine = costs.combine_byte_ns * block, copy = costs.copy_byte_ns * block;
    const double fill = put + combine + copy + (ranks - 2) * (combine + costs.lone_put(block) + costs.word_ns);
    return fill + (blocks_of(bytes, block_bytes) - 1) * (std::max(combine, put + copy) + costs.word_ns);
}

// Each port of a middle member carries two vectors each way, so each block costs two puts once the pipeline is full.
double chain_allreduce_ns(const Costs& costs, int ranks, double bytes, double block_bytes) {
    const double block = cut(bytes, block_bytes);
    const double put = costs.put(block), combine = costs.combine_byte_ns * block, copy = costs.copy_byte_ns * block;
    const double ways = ranks > 2 ? 2 : 1;
    const double fill = (ranks - 1) * (combine + 2 * costs.lone_put(block) + 2 * costs.word_ns) + copy;
    return fill + (blocks_of(bytes, block_bytes) - 1) * (std::max(combine + copy, ways * put) + ways * costs.word_ns);
}

// A chain of `run` members feeds two more chains behind its last member. Depth is run times the depth of the tree. A
// block leaves a last member twice; that costs (run + 1) / run puts for each block on average when the chain's members
// share that work.
double fractional_tree_bcast_ns(const Costs& costs, int ranks, int run, double bytes, double block_bytes) {
    const double put = costs.put(cut(bytes, block_bytes)) + costs.word_ns;
    if (run >= ranks) return chain_bcast_ns(costs, ranks, bytes, block_bytes);
    const double chains = std::ceil(static_cast<double>(ranks) / run);
    const double levels = std::ceil(std::log2(chains + 1));
    const double share = (run + 1.0) / run;
    return (levels * (run + 1) + blocks_of(bytes, block_bytes) * share) * put;
}

// Each level sends (or combines) a block twice, one after the other. Once the trees are full each port carries each
// block once, but not at its full rate: a member's two children (or parents) send to it at the same time, and TCP loses
// about a fifth where they collide.
double two_trees_ns(const Costs& costs, Operation operation, int places, double bytes, double block_bytes) {
    const double block = cut(bytes, block_bytes), put = costs.put(block);
    const double combine = operation == Operation::bcast ? 0 : costs.combine_byte_ns * block;
    const bool up_and_down = operation == Operation::allreduce || operation == Operation::scan;
    const double levels = std::ceil(std::log2(places)), ways = up_and_down ? 2 : 1;
    const double hand_over = operation == Operation::reduce ? costs.lone_put(block) + costs.word_ns : 0;
    const double blocks_behind =
        std::max(0.0, blocks_of(bytes, block_bytes) - 2);  // the first block of each tree belongs to the filling
    const double fill = levels * (2 * costs.lone_put(block) + costs.word_ns),
                 rest = kPortSharing * blocks_behind * (put + costs.word_ns);
    return ways * (fill + rest) + levels * 2 * combine + hand_over;
}

double round_ns(const Costs& costs, Operation operation, int ranks, double bytes, double block_bytes) {
    const double part = bytes / ranks, block = cut(part, block_bytes);
    const double ways = operation == Operation::allreduce ? 2 : 1;
    const double step = blocks_of(part, block_bytes) * costs.put(block) + costs.word_ns;
    return (ranks - 1) * (ways * step + costs.combine_byte_ns * block);
}

double chain_ns(const Costs& costs, Operation operation, bool commutative, int ranks, double bytes,
                double block_bytes) {
    switch (operation) {
        case Operation::bcast: return chain_bcast_ns(costs, ranks, bytes, block_bytes);
        case Operation::reduce: return chain_reduce_ns(costs, ranks, bytes, block_bytes);
        case Operation::scan:
        case Operation::exscan: return chain_scan_ns(costs, ranks, bytes, block_bytes);
        default: break;
    }
    return commutative ? round_ns(costs, operation, ranks, bytes, block_bytes)
                       : chain_allreduce_ns(costs, ranks, bytes, block_bytes);
}

}  // namespace shunt::pipeline
