#include "tests/unit/native/engines/script/script_members.hpp"

#include <algorithm>

namespace script_test {
namespace {

constexpr std::uint64_t kUntouched = 0xdeadbeefdeadbeef;

using Vector = std::vector<std::uint64_t>;

/// The numbers of all ranks: consecutive blocks of `count` with gaps between them.
struct Blocks {
    Blocks(int ranks, std::size_t count, std::size_t gap)
        : count_(count), step_(count + gap), memory(static_cast<std::size_t>(ranks) * step_ + 1, kUntouched) {}
    std::span<std::uint64_t> of(int rank) {
        return std::span(memory).subspan(static_cast<std::size_t>(rank) * step_, count_);
    }
    /// Whether the gaps between the blocks are unchanged.
    bool are_gaps_whole() const {
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (i % step_ >= count_ && memory[i] != kUntouched) return false;
        return true;
    }
    std::size_t count_, step_;
    Vector memory;
};

void fill(std::span<std::uint64_t> into, const Vector& from) { std::ranges::copy(from, into.begin()); }

int failure_of(Status status) { return status == Status::left_to_host ? 4 : 1; }

int reduce(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn,
           bool in_place, bool commutes) {
    const int size = member.size, rank = member.rank;
    const bool is_rooted = call.operation == Operation::reduce, is_scan = call.operation == Operation::scan;
    const bool is_exclusive = call.operation == Operation::exscan;
    const bool is_scattered = call.operation == Operation::reduce_scatter_block;
    const bool has_result = !is_rooted || rank == call.root;
    const auto operands = count * static_cast<std::size_t>(is_scattered ? size : 1);
    tests::NumberReducer numbers(commutes);
    call.reducer = &numbers;
    const Vector given = values(rank, 0, operands, turn);
    Vector own = given, result(count, kUntouched);
    call.send = std::as_bytes(std::span(own));
    if (has_result) call.receive = std::as_writable_bytes(std::span(result));
    if (in_place && has_result) call.receive = std::as_writable_bytes(std::span(own)).first(count * 8);
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    if (!in_place && own != given) return 3;
    if (!has_result || (is_exclusive && rank == 0)) return 0;
    const int last = is_exclusive ? rank - 1 : is_scan ? rank : size - 1;
    const std::size_t from = is_scattered ? count * static_cast<std::size_t>(rank) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t expected = value(0, 0, from + i, turn);
        for (int each = 1; each <= last; ++each) expected = numbers.of(expected, value(each, 0, from + i, turn));
        if ((in_place ? own : result)[i] != expected) return 2;
    }
    return 0;
}

int broadcast(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn) {
    const Vector expected = values(call.root, 0, count, turn);
    Vector data = member.rank == call.root ? expected : Vector(count, kUntouched);
    call.receive = std::as_writable_bytes(std::span(data));
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    return data == expected ? 0 : 2;
}

int gather(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn,
           bool in_place, std::size_t gap) {
    const bool is_root = member.rank == call.root, keeps = in_place && is_root;
    const Vector own = values(member.rank, 0, count, turn);
    Blocks all(member.size, count, gap);
    std::vector<std::span<std::byte>> places;
    if (keeps) fill(all.of(member.rank), own);
    else call.send = std::as_bytes(std::span(own));
    for (int rank = 0; rank < member.size; ++rank) {
        places.push_back(std::as_writable_bytes(all.of(rank)));
        if (keeps && rank == member.rank) places.back() = places.back().first(0);
    }
    if (is_root) call.receive_blocks = places;
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    if (!all.are_gaps_whole()) return 3;
    for (int rank = 0; is_root && rank < member.size; ++rank)
        if (!std::ranges::equal(all.of(rank), values(rank, 0, count, turn))) return 2;
    return 0;
}

int scatter(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn,
            bool in_place) {
    const bool is_root = member.rank == call.root;
    Blocks all(member.size, count, 0);
    Vector own(count, kUntouched);
    for (int rank = 0; rank < member.size; ++rank) fill(all.of(rank), values(call.root, rank, count, turn));
    const Vector before = all.memory;
    if (is_root)
        call.send = std::as_bytes(std::span(all.memory)).first(8 * count * static_cast<std::size_t>(member.size));
    if (!is_root || !in_place) call.receive = std::as_writable_bytes(std::span(own));
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    if (all.memory != before) return 3;
    return (is_root && in_place) || own == values(call.root, member.rank, count, turn) ? 0 : 2;
}

int allgather(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn) {
    Blocks all(member.size, count, 0);
    fill(all.of(member.rank), values(member.rank, 0, count, turn));
    call.receive =
        std::as_writable_bytes(std::span(all.memory)).first(8 * count * static_cast<std::size_t>(member.size));
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    for (int rank = 0; rank < member.size; ++rank)
        if (!std::ranges::equal(all.of(rank), values(rank, 0, count, turn))) return 2;
    return 0;
}

int all_to_all(Member& member, CollectiveCall& call, std::size_t count, std::int64_t file, std::uint64_t turn,
               bool in_place, std::size_t gap) {
    Blocks from(member.size, count, gap), into(member.size, count, gap);
    std::vector<std::span<const std::byte>> sends;
    std::vector<std::span<std::byte>> places;
    for (int rank = 0; rank < member.size; ++rank) {
        const bool keeps = in_place && rank == member.rank;
        fill(from.of(rank), values(member.rank, rank, count, turn));
        if (keeps) fill(into.of(rank), values(member.rank, rank, count, turn));
        sends.push_back(std::as_bytes(from.of(rank)).first(keeps ? 0 : 8 * count));
        places.push_back(std::as_writable_bytes(into.of(rank)).first(keeps ? 0 : 8 * count));
    }
    call.send_blocks = sends;
    call.receive_blocks = places;
    if (const Status status = member.carry(call, file); status != Status::ok) return failure_of(status);
    if (!into.are_gaps_whole()) return 3;
    for (int rank = 0; rank < member.size; ++rank)
        if (!std::ranges::equal(into.of(rank), values(rank, member.rank, count, turn))) return 2;
    return 0;
}

}  // namespace

int call_and_look(Member& member, Operation operation, int root, std::size_t count, std::int64_t file,
                  std::uint64_t turn, bool in_place, std::size_t gap, bool commutes) {
    CollectiveCall call;
    call.operation = operation;
    call.root = root;
    switch (operation) {
        case Operation::barrier: return member.carry(call, file) == Status::ok ? 0 : 1;
        case Operation::bcast: return broadcast(member, call, count, file, turn);
        case Operation::gather: return gather(member, call, count, file, turn, in_place, gap);
        case Operation::scatter: return scatter(member, call, count, file, turn, in_place);
        case Operation::allgather: return allgather(member, call, count, file, turn);
        case Operation::alltoall: return all_to_all(member, call, count, file, turn, in_place, gap);
        default: return reduce(member, call, count, file, turn, in_place, commutes);
    }
}

}  // namespace script_test
