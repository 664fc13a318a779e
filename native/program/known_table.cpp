#include <algorithm>

#include "native/program/known.hpp"

namespace shunt::program {
namespace {

using Count = std::uint64_t;

constexpr Count kChainChunks = 16;  ///< chunks of the data in a chain

/// Turns a program for blocks of different lengths into one for equal blocks.
Program with_equal_blocks(Program program, Operation operation, Count count) {
    program.operation = operation;
    program.counts.clear();
    program.count = count;
    program.source = name_of(operation);
    return program;
}

constexpr KnownAlgorithm kAlgorithms[] = {
    {"dissemination-barrier", Operation::barrier, [](int ranks, int, Count) { return dissemination_barrier(ranks); }},
    {"binomial-bcast", Operation::bcast,
     [](int ranks, int root, Count count) { return binomial_bcast(ranks, root, count); }},
    {"chain-bcast", Operation::bcast,
     [](int ranks, int root, Count count) {
         return chain_bcast(ranks, root, count, (count + kChainChunks - 1) / kChainChunks);
     }},
    {"linear-gather", Operation::gather,
     [](int ranks, int root, Count count) { return linear_gather(ranks, root, count); }},
    {"linear-scatter", Operation::scatter,
     [](int ranks, int root, Count count) { return linear_scatter(ranks, root, count); }},
    {"ring-allgather", Operation::allgather,
     [](int ranks, int, Count count) {
         return with_equal_blocks(ring_allgatherv(std::vector<Count>(static_cast<std::size_t>(ranks), count)),
                                  Operation::allgather, count);
     }},
    {"pairwise-alltoall", Operation::alltoall,
     [](int ranks, int, Count count) { return pairwise_alltoall(ranks, count); }},
    {"binomial-reduce", Operation::reduce,
     [](int ranks, int root, Count count) { return binomial_reduce(ranks, root, count); }},
    {"recursive-doubling-allreduce", Operation::allreduce,
     [](int ranks, int, Count count) { return recursive_doubling_allreduce(ranks, count); }},
    {"recursive-halving-allreduce", Operation::allreduce,
     [](int ranks, int, Count count) { return recursive_halving_allreduce(ranks, count); }},
    {"ring-allreduce", Operation::allreduce, [](int ranks, int, Count count) { return ring_allreduce(ranks, count); }},
    {"ring-reduce_scatter_block", Operation::reduce_scatter_block,
     [](int ranks, int, Count count) {
         return with_equal_blocks(ring_reduce_scatter(std::vector<Count>(static_cast<std::size_t>(ranks), count)),
                                  Operation::reduce_scatter_block, count);
     }},
    {"chain-scan", Operation::scan, [](int ranks, int, Count count) { return chain_scan(ranks, count, false); }},
    {"chain-exscan", Operation::exscan, [](int ranks, int, Count count) { return chain_scan(ranks, count, true); }},
};

}  // namespace

std::span<const KnownAlgorithm> known_algorithms() { return kAlgorithms; }

const KnownAlgorithm* find_known(std::string_view name) {
    const auto found = std::ranges::find(kAlgorithms, name, &KnownAlgorithm::name);
    return found == std::end(kAlgorithms) ? nullptr : found;
}

}  // namespace shunt::program
