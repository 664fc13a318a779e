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

/// The stream towards `end` of the order, against its direction: received data are the right operand.
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

/// Up to the first place and back as far as `last`. `all`: every member on that path has a result; otherwise only
/// `last`.
std::vector<ChainStream> up_and_back(const VectorCall& call, const ChainOrder& order, int last, bool all, int rank) {
    const int place = order.place_of(rank);
    ChainStream up = upwards(call, order, order.at(0), rank);
    up.items[0].delivers = place == 0 && (all || last == 0);
    if (place == 0) {
        // The turning point sends back the completed blocks.
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

/// The parts of the vector that circulate: each member completes one.
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
    /// The range [from, from + bytes) of the part that `rank` completes.
    Item cut(int rank, std::uint64_t from, std::uint64_t bytes) const {
        const std::uint64_t begin = begins_[static_cast<std::size_t>(rank)],
                            end = begins_[static_cast<std::size_t>(rank) + 1];
        return {std::min(end, begin + from), std::min(end, begin + from + bytes)};
    }

private:
    std::vector<std::uint64_t> begins_;
};

/// Adds one circulation. Parts are combined in the first round. They are delivered in its last step and, for an
/// allreduce, in the second round. `part_of`: the part that the member at a place completes.
template <class PartOf>
void add_round(ChainStream& stream, const ChainOrder& order, int rank, bool to_all, PartOf&& part_of) {
    const int size = order.size(), place = order.place_of(rank), last = to_all ? 2 * size - 2 : size - 1;
    stream.from = order.previous(rank);
    stream.to = order.next(rank);
    for (int step = 0; step <= last; ++step) {
        Item item = part_of((place - 1 - step + 2 * size) % size);
        item.receives = step > 0;
        item.combines = step > 0 && step < size;
        item.delivers = step >= size - 1;
        item.sends = step < last;
        stream.items.push_back(item);
    }
}

// All members send before they receive. A part larger than the room in the next ring would block all of them for ever.
ChainStream round(const VectorCall& call, std::span<const std::uint64_t> sizes, const ChainOrder& order, int rank,
                  std::uint64_t most_bytes) {
    const Parts parts(call, sizes, order.size());
    ChainStream stream;
    for (std::uint64_t from = 0; from < parts.longest(); from += most_bytes)
        add_round(stream, order, rank, call.operation == Operation::allreduce,
                  [&](int place) { return parts.cut(order.at(place), from, most_bytes); });
    return stream;
}

ChainStream round_by_chunks(const VectorCall& call, const ChainOrder& order, int rank, std::uint64_t most_bytes) {
    const auto members = static_cast<std::uint64_t>(order.size());
    ChainStream stream;
    stream.chunk_bytes = most_bytes * members;
    for (std::uint64_t begin = 0; begin < call.bytes; begin += stream.chunk_bytes) {
        const std::uint64_t elements = std::min(stream.chunk_bytes, call.bytes - begin) / call.element_bytes;
        const auto cut = [&](int place) {
            return begin + elements * static_cast<std::uint64_t>(place) / members * call.element_bytes;
        };
        add_round(stream, order, rank, true, [&](int place) { return Item{cut(place), cut(place + 1)}; });
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
    if (call.commutative) return {round(call, sizes, by_node, rank, most_bytes)};
    return up_and_back(call, by_rank, by_rank.size() - 1, true, rank);
}

}  // namespace shunt::pipeline
