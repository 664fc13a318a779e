#pragma once
#include "tests/unit/native/engines/phased/ranks.hpp"

namespace shunt::phased {

/// Length of the block of `rank` in the call with key `key`.
inline std::size_t length_of(Operation operation, std::uint64_t key, int rank) {
    const bool alike = operation == Operation::allgather || operation == Operation::gather ||
                       operation == Operation::scatter || operation == Operation::alltoall;
    Random random(key * 1000 + static_cast<std::uint64_t>(alike ? 0 : rank));
    return static_cast<std::size_t>(random.chance(1, 4)   ? 0
                                    : random.chance(1, 4) ? random.below(90'000)
                                                          : random.below(700));
}

/// One rank's allgather(v), gather(v) or scatter(v); it holds the memory of a CollectiveCall.
struct Rooted {
    Rooted(Operation operation, int number, std::uint64_t key, int root, int own_rank, int size) : rank(own_rank) {
        std::size_t before = 0;
        for (int each = 0; each < size; ++each) {
            sizes.push_back(length_of(operation, key, each));
            const auto one = block(number, each, 0, sizes.back());
            if (each == rank) before = all.size(), own = one;
            all.insert(all.end(), one.begin(), one.end());
        }
        const bool alike =
            operation == Operation::allgather || operation == Operation::gather || operation == Operation::scatter;
        call.operation = operation;
        call.root = root;
        if (!alike && (root == rank || operation == Operation::allgatherv)) call.sizes = sizes;
        const bool is_scatter = operation == Operation::scatter || operation == Operation::scatterv;
        const bool is_gather = operation == Operation::gather || operation == Operation::gatherv;
        expected = is_scatter ? own : is_gather && rank != root ? std::vector<std::byte>{} : all;
        got.assign(expected.size(), std::byte{0xee});
        if (!is_scatter && !is_gather) std::copy(own.begin(), own.end(), got.begin() + static_cast<long>(before));
        if (is_scatter && rank == root) call.send = all;
        if (is_gather) call.send = own;
        call.receive = got;
    }
    Rooted(const Rooted&) = delete;
    bool right() const { return got == expected; }

    const int rank;
    std::vector<std::uint64_t> sizes;
    std::vector<std::byte> own, all, expected, got;
    CollectiveCall call;
};

}  // namespace shunt::phased
