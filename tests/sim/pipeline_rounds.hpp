#pragma once
// Operations on vectors of members, and the results that every member must have at the end.
#include <cstdint>
#include <vector>

#include "native/engines/pipeline/vector_call.hpp"
#include "pipeline_members.hpp"

namespace pipeline_sim {

using namespace shunt;
using namespace shunt::pipeline;

inline constexpr Operation kOperations[] = {
    Operation::bcast,  Operation::reduce,         Operation::allreduce,           Operation::scan,
    Operation::exscan, Operation::reduce_scatter, Operation::reduce_scatter_block};

/// One operation, and the result that every member must have at its end.
struct Round {
    Operation operation;
    int root;
    bool commutes, in_place, by_tree;  // by_tree: through lanes where windows are mapped
    bool by_levels = false;            // operands may be combined node by node
    std::uint64_t elements, block_elements;
    std::vector<std::uint64_t> counts;          // reduce_scatter: elements of each rank
    std::vector<std::vector<Affine>> send;      // by rank
    std::vector<std::vector<Affine>> expected;  // empty: no result

    static Round make(Random& random, int size);
    void expect(int size);
};

inline Round Round::make(Random& random, int size) {
    Round it;
    it.operation = kOperations[random.below(std::size(kOperations))];
    it.root = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
    it.commutes = random.chance(1, 2);
    it.in_place = random.chance(1, 3);
    it.by_tree = random.chance(1, 2);
    it.elements = random.chance(1, 8) ? 1 : 1 + random.below(200);
    it.block_elements = (size > 8 ? 16 : 1) + random.below(40);
    if (it.operation == Operation::reduce_scatter_block)
        it.elements = static_cast<std::uint64_t>(size) * (1 + random.below(20));
    if (it.operation == Operation::reduce_scatter) {
        it.elements = 0;
        for (int rank = 0; rank < size; ++rank) it.counts.push_back(random.chance(1, 4) ? 0 : random.below(30));
        it.counts[0] += 1;
        for (const std::uint64_t count : it.counts) it.elements += count;
    }
    for (int rank = 0; rank < size; ++rank) {
        it.send.emplace_back();
        for (std::uint64_t i = 0; i < it.elements; ++i)
            it.send.back().push_back({random.below(Affine::kPrime), random.below(Affine::kPrime)});
    }
    it.expect(size);
    return it;
}

inline void Round::expect(int size) {
    const AffineReducer reducer(commutes);
    const auto until = [&](int end) {
        std::vector<Affine> sum = send[0];
        for (int rank = 1; rank < end; ++rank)
            for (std::uint64_t i = 0; i < elements; ++i)
                sum[i] = reducer.combined(sum[i], send[static_cast<std::size_t>(rank)][i]);
        return sum;
    };
    const std::vector<Affine> all = until(size);
    std::uint64_t at = 0;
    for (int rank = 0; rank < size; ++rank) {
        expected.emplace_back();
        switch (operation) {
            case Operation::bcast: expected.back() = send[static_cast<std::size_t>(root)]; break;
            case Operation::reduce:
                if (rank == root) expected.back() = all;
                break;
            case Operation::scan: expected.back() = until(rank + 1); break;
            case Operation::exscan:
                if (rank > 0) expected.back() = until(rank);
                break;
            case Operation::allreduce: expected.back() = all; break;
            default: {
                const std::uint64_t count = counts.empty() ? elements / static_cast<std::uint64_t>(size)
                                                           : counts[static_cast<std::size_t>(rank)];
                expected.back().assign(all.begin() + static_cast<std::ptrdiff_t>(at),
                                       all.begin() + static_cast<std::ptrdiff_t>(at + count));
                at += count;
            }
        }
    }
}

/// A broadcast of `elements`. Its length decides whether the chain or the trees carry it.
inline Round broadcast_of(Random& random, int size, int root, std::uint64_t elements) {
    Round round = Round::make(random, size);
    while (round.operation != Operation::bcast) round = Round::make(random, size);
    round.root = root;
    round.by_tree = elements < 60;
    round.elements = elements;
    round.block_elements = elements < 60 ? 5 : 16;
    round.in_place = false;
    for (std::vector<Affine>& vector : round.send)
        vector.assign(elements, {random.below(Affine::kPrime), random.below(Affine::kPrime)});
    return round;
}

}  // namespace pipeline_sim
