#include "native/program/goal.hpp"

#include "native/base/outcome.hpp"

namespace shunt::program {
namespace {

/// Larger buffers are refused, so that a sum of a few sizes cannot overflow.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 48;

std::uint64_t size_in_ranks(const Program& program) { return static_cast<std::uint64_t>(program.size()); }

/// The elements of all blocks of ranks before `rank`, if Program::counts is by rank.
std::uint64_t before(const Program& program, int rank) {
    std::uint64_t sum = 0;
    for (int i = 0; i < rank; ++i) sum += program.counts[i];
    return sum;
}

std::uint64_t sum_of(const Program& program) { return before(program, program.size()); }

/// alltoallv: elements from `sender` to `receiver`.
std::uint64_t pair_count(const Program& program, int sender, int receiver) {
    return program.counts[static_cast<std::size_t>(sender) * program.ranks.size() + receiver];
}

/// alltoallv: elements from `sender` to all receivers before `end`.
std::uint64_t sent_before(const Program& program, int sender, int end) {
    std::uint64_t sum = 0;
    for (int receiver = 0; receiver < end; ++receiver) sum += pair_count(program, sender, receiver);
    return sum;
}

std::uint64_t received(const Program& program, int receiver) {
    std::uint64_t sum = 0;
    for (int sender = 0; sender < program.size(); ++sender) sum += pair_count(program, sender, receiver);
    return sum;
}

std::uint64_t send_size(const Program& program, int rank) {
    const bool is_root = rank == program.root;
    switch (program.operation) {
        case Operation::gather:
        case Operation::allgather:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan: return program.count;
        case Operation::alltoall:
        case Operation::reduce_scatter_block: return size_in_ranks(program) * program.count;
        case Operation::scatter: return is_root ? size_in_ranks(program) * program.count : 0;
        case Operation::scatterv: return is_root ? sum_of(program) : 0;
        case Operation::gatherv:
        case Operation::allgatherv: return program.counts[rank];
        case Operation::reduce_scatter: return sum_of(program);
        case Operation::alltoallv: return sent_before(program, rank, program.size());
        default: return 0;
    }
}

std::uint64_t receive_size(const Program& program, int rank) {
    const bool is_root = rank == program.root;
    switch (program.operation) {
        case Operation::bcast:
        case Operation::scatter:
        case Operation::allreduce:
        case Operation::reduce_scatter_block:
        case Operation::scan: return program.count;
        case Operation::exscan: return rank == 0 ? 0 : program.count;
        case Operation::reduce: return is_root ? program.count : 0;
        case Operation::gather: return is_root ? size_in_ranks(program) * program.count : 0;
        case Operation::gatherv: return is_root ? sum_of(program) : 0;
        case Operation::allgather:
        case Operation::alltoall: return size_in_ranks(program) * program.count;
        case Operation::allgatherv: return sum_of(program);
        case Operation::scatterv:
        case Operation::reduce_scatter: return program.counts[rank];
        case Operation::alltoallv: return received(program, rank);
        default: return 0;
    }
}

/// Adds a piece after the last one, if it has any elements.
void append(std::vector<Piece>& pieces, std::uint64_t count, int low, int high, std::uint64_t offset) {
    const std::uint64_t first = pieces.empty() ? 0 : pieces.back().first + pieces.back().count;
    if (count > 0) pieces.push_back({first, count, low, high, offset});
}

/// One block of each rank: `count` by rank, from the beginning of its input.
template <class CountOf>
std::vector<Piece> blocks_of_all(const Program& program, const CountOf& count_of) {
    std::vector<Piece> pieces;
    for (int from = 0; from < program.size(); ++from) append(pieces, count_of(from), from, from, 0);
    return pieces;
}

std::vector<Piece> blocks_from_all(const Program& program, int rank) {
    std::vector<Piece> pieces;
    for (int from = 0; from < program.size(); ++from) {
        if (program.operation == Operation::alltoall)
            append(pieces, program.count, from, from, program.count * static_cast<std::uint64_t>(rank));
        else append(pieces, pair_count(program, from, rank), from, from, sent_before(program, from, rank));
    }
    return pieces;
}

}  // namespace

bool is_known(Operation operation) { return operation <= Operation::exscan && operation != Operation::alltoallw; }

bool has_root(Operation operation) {
    switch (operation) {
        case Operation::bcast:
        case Operation::gather:
        case Operation::gatherv:
        case Operation::scatter:
        case Operation::scatterv:
        case Operation::reduce: return true;
        default: return false;
    }
}

std::uint64_t counts_of(Operation operation, std::uint64_t ranks) {
    switch (operation) {
        case Operation::gatherv:
        case Operation::scatterv:
        case Operation::allgatherv:
        case Operation::reduce_scatter: return ranks;
        case Operation::alltoallv: return ranks * ranks;
        default: return 0;
    }
}

std::string flaw_of_call(const Program& program) {
    const std::uint64_t ranks = size_in_ranks(program);
    if (!is_known(program.operation)) return joined({"there are no programs for ", name_of(program.operation)});
    if (ranks == 0 || ranks > kMostRanks) return joined({std::to_string(ranks), " ranks"});
    if (program.root < 0 || program.root >= program.size() || (program.root != 0 && !has_root(program.operation)))
        return joined({"root ", std::to_string(program.root), " of ", name_of(program.operation), " over ",
                       std::to_string(ranks), " ranks"});
    const std::uint64_t counts = counts_of(program.operation, ranks);
    if (program.counts.size() != counts)
        return joined({name_of(program.operation), " over ", std::to_string(ranks), " ranks has ",
                       std::to_string(counts), " counts, not ", std::to_string(program.counts.size())});
    if (program.count > kMostElements / ranks) return "the count is too large";
    std::uint64_t sum = 0;
    for (const std::uint64_t count : program.counts) {
        if (count > kMostElements - sum) return "the counts are too large";
        sum += count;
    }
    if (counts != 0 && program.count != 0) return joined({name_of(program.operation), " has counts and no count"});
    return {};
}

std::uint64_t size_of(const Program& program, int rank, Buffer buffer) {
    switch (buffer) {
        case Buffer::send: return send_size(program, rank);
        case Buffer::receive: return receive_size(program, rank);
        case Buffer::scratch: return program.ranks[rank].scratch;
    }
    return 0;
}

std::uint64_t place_in_place(const Program& program, int rank) {
    switch (program.operation) {
        case Operation::gather:
        case Operation::scatter:
        case Operation::allgather: return program.count * static_cast<std::uint64_t>(rank);
        case Operation::gatherv:
        case Operation::scatterv:
        case Operation::allgatherv: return before(program, rank);
        default: return 0;
    }
}

bool may_be_in_place(const Program& program, int rank) {
    switch (program.operation) {
        case Operation::barrier:
        case Operation::bcast: return false;
        case Operation::exscan: return rank != 0;
        case Operation::alltoallv:
            for (int peer = 0; peer < program.size(); ++peer)
                if (pair_count(program, rank, peer) != pair_count(program, peer, rank)) return false;
            return true;
        default: return !has_root(program.operation) || rank == program.root;
    }
}

std::vector<Piece> goal_of(const Program& program, int rank) {
    if (receive_size(program, rank) == 0) return {};
    const int last = program.size() - 1;
    std::vector<Piece> pieces;
    switch (program.operation) {
        case Operation::bcast: append(pieces, program.count, program.root, program.root, 0); break;
        case Operation::scatter:
            append(pieces, program.count, program.root, program.root, program.count * static_cast<std::uint64_t>(rank));
            break;
        case Operation::scatterv:
            append(pieces, program.counts[rank], program.root, program.root, before(program, rank));
            break;
        case Operation::gather:
        case Operation::allgather: return blocks_of_all(program, [&](int) { return program.count; });
        case Operation::gatherv:
        case Operation::allgatherv: return blocks_of_all(program, [&](int from) { return program.counts[from]; });
        case Operation::alltoall:
        case Operation::alltoallv: return blocks_from_all(program, rank);
        case Operation::reduce:
        case Operation::allreduce: append(pieces, program.count, 0, last, 0); break;
        case Operation::reduce_scatter: append(pieces, program.counts[rank], 0, last, before(program, rank)); break;
        case Operation::reduce_scatter_block:
            append(pieces, program.count, 0, last, program.count * static_cast<std::uint64_t>(rank));
            break;
        case Operation::scan: append(pieces, program.count, 0, rank, 0); break;
        case Operation::exscan: append(pieces, program.count, 0, rank - 1, 0); break;
        default: break;
    }
    return pieces;
}

}  // namespace shunt::program
