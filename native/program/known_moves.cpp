#include <numeric>

#include "native/program/empty_program.hpp"
#include "native/program/goal.hpp"
#include "native/program/known.hpp"

namespace shunt::program {
namespace {

using Counts = std::vector<std::uint64_t>;

int wrapped(int rank, int ranks) { return ((rank % ranks) + ranks) % ranks; }

/// First element of each block.
Counts firsts(const Counts& counts) {
    Counts first(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), first.begin(), std::uint64_t{0});
    return first;
}

Program gathering(Program program, const Counts& counts) {
    const int root = program.root;
    const Counts first = firsts(counts);
    for (int rank = 0; rank < program.size(); ++rank) {
        const Range own{Buffer::send, 0, counts[rank]}, place{Buffer::receive, first[rank], counts[rank]};
        if (rank == root) program.ranks[root].add(copy_step(own, place));
        else program.ranks[rank].add(send_step(own, root));
        if (rank != root) program.ranks[root].add(receive_step(place, rank));
    }
    return program;
}

Program scattering(Program program, const Counts& counts) {
    const int root = program.root;
    const Counts first = firsts(counts);
    for (int rank = 0; rank < program.size(); ++rank) {
        const Range own{Buffer::receive, 0, counts[rank]}, place{Buffer::send, first[rank], counts[rank]};
        if (rank == root) program.ranks[root].add(copy_step(place, own));
        else program.ranks[rank].add(receive_step(own, root));
        if (rank != root) program.ranks[root].add(send_step(place, rank));
    }
    return program;
}

/// `counts` of all pairs.
Program exchanging(Program program, const Counts& counts) {
    const int ranks = program.size();
    const auto pair = [&](int from, int to) { return counts[static_cast<std::size_t>(from) * ranks + to]; };
    for (int rank = 0; rank < ranks; ++rank) {
        Counts out, in;
        for (int peer = 0; peer < ranks; ++peer) {
            out.push_back(pair(rank, peer));
            in.push_back(pair(peer, rank));
        }
        const Counts from = firsts(out), to = firsts(in);
        RankProgram& steps = program.ranks[rank];
        std::vector<std::uint32_t> last = {
            steps.add(copy_step({Buffer::send, from[rank], out[rank]}, {Buffer::receive, to[rank], in[rank]}))};
        for (int i = 1; i < ranks; ++i) {
            const int next = wrapped(rank + i, ranks), before = wrapped(rank - i, ranks);
            last = {steps.add(send_step({Buffer::send, from[next], out[next]}, next), last),
                    steps.add(receive_step({Buffer::receive, to[before], in[before]}, before), last)};
        }
    }
    return program;
}

}  // namespace

Program binomial_bcast(int ranks, int root, std::uint64_t count, std::uint64_t chunk) {
    Program program = empty_program(Operation::bcast, ranks, root, count);
    const Range all{Buffer::receive, 0, count};
    for (int rank = 0; rank < ranks; ++rank) {
        const int place = wrapped(rank - root, ranks);
        RankProgram& steps = program.ranks[rank];
        std::vector<std::uint32_t> last;
        int bit = 1;
        while (bit < ranks && (place & bit) == 0) bit *= 2;
        if (place != 0) last = {steps.add(receive_step(all, wrapped(rank - bit, ranks), chunk))};
        for (bit /= 2; bit > 0; bit /= 2)
            if (place + bit < ranks) last = {steps.add(send_step(all, wrapped(rank + bit, ranks), chunk), last)};
    }
    return program;
}

Program chain_bcast(int ranks, int root, std::uint64_t count, std::uint64_t chunk) {
    Program program = empty_program(Operation::bcast, ranks, root, count);
    const Range all{Buffer::receive, 0, count};
    for (int rank = 0; rank < ranks; ++rank) {
        const int place = wrapped(rank - root, ranks);
        std::vector<std::uint32_t> last;
        if (place > 0) last = {program.ranks[rank].add(receive_step(all, wrapped(rank - 1, ranks), chunk))};
        if (place + 1 < ranks) program.ranks[rank].add(send_step(all, wrapped(rank + 1, ranks), chunk), last);
    }
    return program;
}

Program dissemination_barrier(int ranks) {
    Program program = empty_program(Operation::barrier, ranks, 0, 0);
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<std::uint32_t> last;
        for (int distance = 1; distance < ranks; distance *= 2)
            last = {program.ranks[rank].add(send_step({}, wrapped(rank + distance, ranks)), last),
                    program.ranks[rank].add(receive_step({}, wrapped(rank - distance, ranks)), last)};
    }
    return program;
}

Program ring_allgatherv(const Counts& counts) {
    const int ranks = static_cast<int>(counts.size());
    Program program = empty_program(Operation::allgatherv, ranks, 0, 0);
    program.counts = counts;
    const Counts first = firsts(counts);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto place = [&](int index) {
            return Range{Buffer::receive, first[wrapped(index, ranks)], counts[wrapped(index, ranks)]};
        };
        RankProgram& steps = program.ranks[rank];
        std::vector<std::uint32_t> last = {steps.add(copy_step({Buffer::send, 0, counts[rank]}, place(rank)))};
        for (int k = 0; k + 1 < ranks; ++k) {
            steps.add(send_step(place(rank - k), wrapped(rank + 1, ranks)), last);
            last = {steps.add(receive_step(place(rank - k - 1), wrapped(rank - 1, ranks)), last)};
        }
    }
    return program;
}

Program linear_gather(int ranks, int root, std::uint64_t count) {
    return gathering(empty_program(Operation::gather, ranks, root, count), Counts(ranks, count));
}

Program linear_gatherv(const Counts& counts, int root) {
    Program program = empty_program(Operation::gatherv, static_cast<int>(counts.size()), root, 0);
    program.counts = counts;
    return gathering(std::move(program), counts);
}

Program linear_scatter(int ranks, int root, std::uint64_t count) {
    return scattering(empty_program(Operation::scatter, ranks, root, count), Counts(ranks, count));
}

Program linear_scatterv(const Counts& counts, int root) {
    Program program = empty_program(Operation::scatterv, static_cast<int>(counts.size()), root, 0);
    program.counts = counts;
    return scattering(std::move(program), counts);
}

Program pairwise_alltoall(int ranks, std::uint64_t count) {
    const auto pairs = static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks);
    return exchanging(empty_program(Operation::alltoall, ranks, 0, count), Counts(pairs, count));
}

Program pairwise_alltoallv(int ranks, const Counts& counts) {
    Program program = empty_program(Operation::alltoallv, ranks, 0, 0);
    program.counts = counts;
    return exchanging(std::move(program), counts);
}

}  // namespace shunt::program
