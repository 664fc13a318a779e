#include <algorithm>
#include <bit>

#include "native/program/empty_program.hpp"
#include "native/program/goal.hpp"
#include "native/program/known.hpp"

namespace shunt::program {
namespace {

using Index = std::uint32_t;
using After = std::vector<Index>;

/// Block `index` of a vector that is cut into `blocks` nearly equal ones.
Range block(Buffer buffer, std::uint64_t count, int blocks, int index) {
    const auto n = static_cast<std::uint64_t>(blocks), i = static_cast<std::uint64_t>(index);
    const std::uint64_t first = count / n * i + std::min(i, count % n);
    return {buffer, first, count / n + (i < count % n ? 1 : 0)};
}

int wrapped(int rank, int ranks) { return ((rank % ranks) + ranks) % ranks; }

/// Adds steps of one rank, each after all earlier ones on which it depends.
class Line {
public:
    explicit Line(RankProgram& steps) : steps_(steps) {}
    /// Adds a step after the previous one.
    void then(Step step) { last_ = {steps_.add(step, last_)}; }
    /// Adds two steps after the previous one; the next one is after both.
    void then_both(Step a, Step b) {
        const After before = last_;
        last_ = {steps_.add(a, before), steps_.add(b, before)};
    }

private:
    RankProgram& steps_;
    After last_;
};

/// Ranks beyond a power of two send their vectors to a neighbour, and receive the result.
struct Folding {
    int active = 1;  ///< the power of two
    int folded = 0;  ///< pairs (0, 1), (2, 3), ... of which the first is folded into the second
    explicit Folding(int ranks) : active(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))) {
        folded = ranks - active;
    }
    bool is_out(int rank) const { return rank < 2 * folded && rank % 2 == 0; }
    bool has_partner(int rank) const { return rank < 2 * folded && rank % 2 == 1; }
    int place_of(int rank) const { return rank < 2 * folded ? rank / 2 : rank - folded; }
    int rank_at(int place) const { return place < folded ? 2 * place + 1 : place + folded; }
};

/// The steps with which a rank begins: its own vector into `receive`, and that of a folded neighbour.
void fold(Line& line, const Folding& folding, int rank, std::uint64_t count) {
    const Range all{Buffer::receive, 0, count}, other{Buffer::scratch, 0, count};
    line.then(copy_step({Buffer::send, 0, count}, all));
    if (folding.is_out(rank)) {
        line.then(send_step(all, rank + 1));
        line.then(receive_step(all, rank + 1));
    }
    if (!folding.has_partner(rank)) return;
    line.then(receive_step(other, rank - 1));
    line.then(combine_step(other, all, true));
}

void unfold(Line& line, const Folding& folding, int rank, std::uint64_t count) {
    if (folding.has_partner(rank)) line.then(send_step({Buffer::receive, 0, count}, rank - 1));
}

/// The block on which a rank at `place` still works after `rounds` halvings.
Range halved(std::uint64_t count, int place, int rounds) {
    Range range{Buffer::receive, 0, count};
    for (int k = 0; k < rounds; ++k) {
        const std::uint64_t low = range.count / 2;
        if ((place >> k & 1) != 0) range.first += low;
        range.count = (place >> k & 1) != 0 ? range.count - low : low;
    }
    return range;
}

Range as_scratch(Range range) {
    range.buffer = Buffer::scratch;
    return range;
}

}  // namespace

Program binomial_reduce(int ranks, int root, std::uint64_t count, std::uint64_t chunk) {
    Program program = empty_program(Operation::reduce, ranks, 0, count, root != 0);
    program.root = root;
    for (int rank = 0; rank < ranks; ++rank) {
        const int place = wrapped(rank - root, ranks);
        RankProgram& steps = program.ranks[rank];
        steps.scratch = place == 0 ? count : 2 * count;
        const Range mine = place == 0 ? Range{Buffer::receive, 0, count} : Range{Buffer::scratch, count, count};
        Line line(steps);
        line.then(copy_step({Buffer::send, 0, count}, mine, chunk));
        int bit = 1;
        for (; bit < ranks && (place & bit) == 0; bit *= 2) {
            if (place + bit >= ranks) continue;
            line.then(receive_step({Buffer::scratch, 0, count}, wrapped(rank + bit, ranks), chunk));
            line.then(combine_step({Buffer::scratch, 0, count}, mine, false, chunk));
        }
        if (place != 0) line.then(send_step(mine, wrapped(rank - bit, ranks), chunk));
    }
    return program;
}

Program recursive_doubling_allreduce(int ranks, std::uint64_t count) {
    Program program = empty_program(Operation::allreduce, ranks, 0, count, false);
    const Folding folding(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        program.ranks[rank].scratch = count;
        Line line(program.ranks[rank]);
        fold(line, folding, rank, count);
        const int place = folding.place_of(rank);
        for (int bit = 1; bit < folding.active && !folding.is_out(rank); bit *= 2) {
            const int peer = folding.rank_at(place ^ bit);
            const Range all{Buffer::receive, 0, count}, other{Buffer::scratch, 0, count};
            line.then_both(send_step(all, peer), receive_step(other, peer));
            line.then(combine_step(other, all, peer < rank));
        }
        unfold(line, folding, rank, count);
    }
    return program;
}

Program recursive_halving_allreduce(int ranks, std::uint64_t count) {
    Program program = empty_program(Operation::allreduce, ranks, 0, count, false);
    const Folding folding(ranks);
    const int rounds = std::countr_zero(static_cast<unsigned>(folding.active));
    for (int rank = 0; rank < ranks; ++rank) {
        program.ranks[rank].scratch = count;
        Line line(program.ranks[rank]);
        fold(line, folding, rank, count);
        const int place = folding.place_of(rank);
        for (int k = 0; k < rounds && !folding.is_out(rank); ++k) {
            const int peer = folding.rank_at(place ^ (1 << k));
            const Range kept = halved(count, place, k + 1), given = halved(count, place ^ (1 << k), k + 1);
            line.then_both(send_step(given, peer), receive_step(as_scratch(kept), peer));
            line.then(combine_step(as_scratch(kept), kept, peer < rank));
        }
        for (int k = rounds - 1; k >= 0 && !folding.is_out(rank); --k) {
            const int peer = folding.rank_at(place ^ (1 << k));
            line.then_both(send_step(halved(count, place, k + 1), peer),
                           receive_step(halved(count, place ^ (1 << k), k + 1), peer));
        }
        unfold(line, folding, rank, count);
    }
    return program;
}

Program ring_allreduce(int ranks, std::uint64_t count) {
    Program program = empty_program(Operation::allreduce, ranks, 0, count, true);
    const auto mine = [&](int index) { return block(Buffer::receive, count, ranks, wrapped(index, ranks)); };
    const std::uint64_t widest = block(Buffer::receive, count, ranks, 0).count;
    for (int rank = 0; rank < ranks; ++rank) {
        RankProgram& steps = program.ranks[rank];
        steps.scratch = widest;
        const int next = wrapped(rank + 1, ranks), before = wrapped(rank - 1, ranks);
        After last = {steps.add(copy_step({Buffer::send, 0, count}, {Buffer::receive, 0, count}))};
        for (int k = 0; k + 1 < ranks; ++k) {
            const Range block = mine(rank - k - 1), came{Buffer::scratch, 0, block.count};
            steps.add(send_step(mine(rank - k), next), last);
            last = {steps.add(receive_step(came, before), last)};
            last = {steps.add(combine_step(came, block, true), last)};
        }
        for (int k = 0; k + 1 < ranks; ++k) {
            steps.add(send_step(mine(rank + 1 - k), next), last);
            // The block was sent away in the first part: this receive is after that send, its own or its neighbour's.
            const Index sent = 1 + 3 * static_cast<Index>(k);
            last = {steps.add(receive_step(mine(rank - k), before), {last[0], sent})};
        }
    }
    return program;
}

Program ring_reduce_scatter(const std::vector<std::uint64_t>& counts) {
    const int ranks = static_cast<int>(counts.size());
    Program program = empty_program(Operation::reduce_scatter, ranks, 0, 0, true);
    program.counts = counts;
    std::vector<std::uint64_t> first(counts.size());
    for (std::size_t i = 1; i < counts.size(); ++i) first[i] = first[i - 1] + counts[i - 1];
    const std::uint64_t widest = *std::ranges::max_element(counts);
    for (int rank = 0; rank < ranks; ++rank) {
        RankProgram& steps = program.ranks[rank];
        steps.scratch = 2 * widest;
        const auto input = [&](int index) {
            return Range{Buffer::send, first[wrapped(index, ranks)], counts[wrapped(index, ranks)]};
        };
        // Data received in one phase are combined with the input and sent on in the next one, alternating between two
        // halves.
        const auto half = [&](int k, int index) {
            return Range{Buffer::scratch, k % 2 == 0 ? 0 : widest, counts[wrapped(index, ranks)]};
        };
        Range out = input(rank - 1);
        After last, sent;
        for (int k = 0; k + 1 < ranks; ++k) {
            const After now = {steps.add(send_step(out, wrapped(rank + 1, ranks)), last)};
            out = half(k, rank - k - 2);
            last.insert(last.end(), sent.begin(), sent.end());  // the previous send used the same half
            last = {steps.add(receive_step(out, wrapped(rank - 1, ranks)), last)};
            last = {steps.add(combine_step(input(rank - k - 2), out, false), last)};
            sent = now;
        }
        last.insert(last.end(), sent.begin(), sent.end());  // in place, the receive buffer may be the input
        steps.add(copy_step(out, {Buffer::receive, 0, counts[rank]}), last);
    }
    return program;
}

Program chain_scan(int ranks, std::uint64_t count, bool exclusive) {
    Program program = empty_program(exclusive ? Operation::exscan : Operation::scan, ranks, 0, count, false);
    const Range own{Buffer::send, 0, count}, sum{Buffer::scratch, 0, count}, result{Buffer::receive, 0, count};
    for (int rank = 0; rank < ranks; ++rank) {
        program.ranks[rank].scratch = count;
        Line line(program.ranks[rank]);
        line.then(copy_step(own, sum));
        if (rank > 0 && exclusive) {
            line.then(receive_step(result, rank - 1));
            line.then(combine_step(result, sum, true));
        } else if (rank > 0) {
            line.then(receive_step(result, rank - 1));
            line.then(combine_step(sum, result, false));
            line.then(copy_step(result, sum));
        } else if (!exclusive) {
            line.then(copy_step(own, result));
        }
        if (rank + 1 < ranks) line.then(send_step(sum, rank + 1));
    }
    return program;
}

}  // namespace shunt::program
