#include "native/engines/pipeline/chain_stream.hpp"

#include <algorithm>

namespace shunt::pipeline {
namespace {

int distance(const ChainOrder& order, int from, int to) {
    return (order.place_of(to) - order.place_of(from) + order.size()) % order.size();
}

std::vector<ChainStream> broadcast(const VectorCall& call, const ChainOrder& order, int rank) {
    const int place = distance(order, call.root, rank);
    ChainStream stream;
    stream.from = order.previous(rank);
    stream.to = order.next(rank);
    stream.items = {{0, call.bytes, place > 0, false, place > 0, place < order.size() - 1}};
    return {stream};
}

/// Towards `end` of the order, against its direction: received data is the right operand.
ChainStream upwards(const VectorCall& call, const ChainOrder& order, int end, int rank) {
    const int place = distance(order, end, rank);
    const bool begins = place == order.size() - 1;
    ChainStream stream;
    stream.from = order.next(rank);
    stream.to = order.previous(rank);
    stream.items = {{0, call.bytes, !begins, !begins, place == 0, place > 0}};
    return stream;
}

std::vector<ChainStream> prefix(const VectorCall& call, const ChainOrder& order, int rank) {
    const bool exclusive = call.operation == Operation::exscan, begins = rank == 0, ends = rank == order.size() - 1;
    ChainStream stream;
    stream.from = order.previous(rank);
    stream.to = order.next(rank);
    stream.prefix = true;
    stream.exclusive = exclusive;
    stream.items = {{0, call.bytes, !begins, !begins, !(begins && exclusive), !ends}};
    return {stream};
}

/// Up to the first place and back as far as `last`; `all`: everybody on the way has a result, else `last` alone.
std::vector<ChainStream> up_and_back(const VectorCall& call, const ChainOrder& order, int last, bool all, int rank) {
    const int place = order.place_of(rank);
    ChainStream up = upwards(call, order, order.at(0), rank);
    up.items[0].delivers = place == 0 && (all || last == 0);
    if (place == 0) {
        // The turning point sends back what it has completed.
        up.to = order.next(rank);
        up.items[0].sends = last != 0;
        return {up};
    }
    if (place > last) return {up};
    ChainStream down;
    down.from = order.previous(rank);
    down.to = order.next(rank);
    down.items = {{0, call.bytes, true, false, all || place == last, place < last}};
    return {up, down};
}

/// The parts of the vector that go round: each member completes one.
class Parts {
public:
    Parts(const VectorCall& call, std::span<const std::uint64_t> sizes, int members) : begins_{0} {
        const auto count = static_cast<std::uint64_t>(members), elements = call.bytes / call.element_bytes;
        for (std::uint64_t rank = 0; rank < count; ++rank)
            begins_.push_back(sizes.empty() ? elements * (rank + 1) / count * call.element_bytes
                                            : begins_.back() + sizes[rank]);
    }
    std::uint64_t longest() const {
        std::uint64_t most = 0;
        for (std::size_t rank = 0; rank + 1 < begins_.size(); ++rank)
            most = std::max(most, begins_[rank + 1] - begins_[rank]);
        return most;
    }
    /// Of the part that `rank` completes, what lies within [from, from + bytes) of it.
    Item cut(int rank, std::uint64_t from, std::uint64_t bytes) const {
        const std::uint64_t begin = begins_[static_cast<std::size_t>(rank)],
                            end = begins_[static_cast<std::size_t>(rank) + 1];
        return {std::min(end, begin + from), std::min(end, begin + from + bytes)};
    }

private:
    std::vector<std::uint64_t> begins_;
};

// All send before they receive; a part that did not fit the next ring, with room to spare, would hold everybody up for
// ever.
std::vector<ChainStream> round(const VectorCall& call, std::span<const std::uint64_t> sizes, const ChainOrder& order,
                               int rank, std::uint64_t most_bytes) {
    const int size = order.size(), place = order.place_of(rank);
    const Parts parts(call, sizes, size);
    const int last = call.operation == Operation::allreduce ? 2 * size - 2 : size - 1;
    ChainStream stream;
    stream.from = order.previous(rank);
    stream.to = order.next(rank);
    for (std::uint64_t from = 0; from < parts.longest(); from += most_bytes) {
        for (int step = 0; step <= last; ++step) {
            Item item = parts.cut(order.at(place - 1 - step + 2 * size), from, most_bytes);
            item.receives = step > 0;
            item.combines = step > 0 && step < size;
            item.delivers = step >= size - 1;
            item.sends = step < last;
            stream.items.push_back(item);
        }
    }
    return {stream};
}

/// The part of `bytes` from `begin` on that the member at `place` of `members` completes.
Item part_of(std::uint64_t begin, std::uint64_t bytes, std::uint64_t element_bytes, int place, int members) {
    const auto count = static_cast<std::uint64_t>(members), elements = bytes / element_bytes;
    const auto at = [&](int cut) { return begin + elements * static_cast<std::uint64_t>(cut) / count * element_bytes; };
    return {at(place), at(place + 1)};
}

ChainStream round_by_chunks(const VectorCall& call, const ChainOrder& order, int rank, std::uint64_t most_bytes) {
    const int size = order.size(), place = order.place_of(rank);
    ChainStream stream;
    stream.from = order.previous(rank);
    stream.to = order.next(rank);
    stream.chunk_bytes = most_bytes * static_cast<std::uint64_t>(size);
    for (std::uint64_t begin = 0; begin < call.bytes; begin += stream.chunk_bytes) {
        const std::uint64_t bytes = std::min(stream.chunk_bytes, call.bytes - begin);
        for (int step = 0; step <= 2 * size - 2; ++step) {
            Item item = part_of(begin, bytes, call.element_bytes, (place - 1 - step + 2 * size) % size, size);
            item.receives = step > 0;
            item.combines = step > 0 && step < size;
            item.delivers = step >= size - 1;
            item.sends = step < 2 * size - 2;
            stream.items.push_back(item);
        }
    }
    return stream;
}

}  // namespace

std::vector<ChainStream> streams_among(const VectorCall& call, const ChainOrder& order, int rank,
                                       std::uint64_t most_bytes) {
    if (call.operation == Operation::bcast) return broadcast(call, order, rank);
    if (call.operation == Operation::reduce && call.commutative) return {upwards(call, order, call.root, rank)};
    if (call.operation == Operation::reduce) return up_and_back(call, order, order.place_of(call.root), false, rank);
    if (call.commutative) return {round_by_chunks(call, order, rank, most_bytes)};
    return up_and_back(call, order, order.size() - 1, true, rank);
}

std::vector<ChainStream> streams_of(const VectorCall& call, std::span<const std::uint64_t> sizes,
                                    const ChainOrder& by_node, const ChainOrder& by_rank, int rank,
                                    std::uint64_t most_bytes) {
    switch (call.operation) {
        case Operation::bcast: return broadcast(call, by_node, rank);
        case Operation::scan:
        case Operation::exscan: return prefix(call, by_rank, rank);
        case Operation::reduce: {
            if (call.commutative) return {upwards(call, by_node, call.root, rank)};
            return up_and_back(call, by_rank, call.root, false, rank);
        }
        default: break;
    }
    if (call.commutative) return round(call, sizes, by_node, rank, most_bytes);
    return up_and_back(call, by_rank, by_rank.size() - 1, true, rank);
}

}  // namespace shunt::pipeline
