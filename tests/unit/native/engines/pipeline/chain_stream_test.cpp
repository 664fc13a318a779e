#include "native/engines/pipeline/chain_stream.hpp"

#include <catch2/catch.hpp>

#include <map>

#include "native/engines/shared/stamp_word.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;

TEST_CASE("a chain that follows the nodes enters and leaves each node once", "[pipeline]") {
    const std::vector<int> node_of{0, 1, 2, 0, 1, 2, 0, 3};
    const ChainOrder order = order_by_node(node_of);
    int crossings = 0;
    for (int place = 0; place < order.size(); ++place)
        crossings += node_of[static_cast<std::size_t>(order.at(place))] !=
                     node_of[static_cast<std::size_t>(order.at(place + 1))];
    CHECK(crossings == 4);
    CHECK(order.member == std::vector<int>{0, 3, 6, 1, 4, 2, 5, 7});
    CHECK(order.next(7) == 0);
    CHECK(order.previous(0) == 7);
}

/// The number of bytes that each member sends in a call.
std::vector<std::uint64_t> sent_bytes(Operation operation, int root, bool commutative, int size) {
    VectorCall call;
    call.operation = operation;
    call.root = root;
    call.bytes = 1024 * 64;
    call.element_bytes = 8;
    call.commutative = commutative;
    const ChainOrder order = order_by_rank(size);
    std::vector<std::uint64_t> sent;
    for (int rank = 0; rank < size; ++rank) {
        sent.push_back(0);
        for (const ChainStream& stream : streams_of(call, {}, order, order, rank, 1 << 20))
            for (const Item& item : stream.items)
                if (item.sends) sent.back() += item.end - item.begin;
    }
    return sent;
}

TEST_CASE("each port carries one vector for bcast, reduce and scan, and 2 (P - 1) / P for allreduce", "[pipeline]") {
    for (const int size : {2, 3, 4, 8, 16, 64}) {
        const std::uint64_t vector = 1024 * 64;
        for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::scan})
            for (const std::uint64_t sent : sent_bytes(operation, 1, true, size)) CHECK(sent <= vector);
        for (const std::uint64_t sent : sent_bytes(Operation::allreduce, 0, true, size))
            CHECK(static_cast<double>(sent) <= 2.0 * vector * (size - 1) / size * 1.01 + 16);
        for (const std::uint64_t sent : sent_bytes(Operation::allreduce, 0, false, size)) CHECK(sent <= 2 * vector);
    }
}

TEST_CASE("each member sends the pieces that the next member expects, in the same order", "[pipeline]") {
    for (const int size : {2, 3, 5, 16, 33})
        for (const bool commutative : {true, false})
            for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::allreduce,
                                              Operation::scan, Operation::exscan, Operation::reduce_scatter_block}) {
                VectorCall call;
                call.operation = operation;
                call.root = size / 2;
                call.bytes = static_cast<std::uint64_t>(size) * 800;
                call.element_bytes = 8;
                call.commutative = commutative;
                std::map<std::pair<int, int>, std::vector<std::pair<std::uint64_t, std::uint64_t>>> sent, received;
                const ChainOrder order = order_by_rank(size);
                for (int rank = 0; rank < size; ++rank)
                    for (const ChainStream& stream : streams_of(call, {}, order, order, rank, 300))
                        for (const Item& item : stream.items) {
                            if (item.sends) sent[{rank, stream.to}].push_back({item.begin, item.end});
                            if (item.receives) received[{stream.from, rank}].push_back({item.begin, item.end});
                        }
                INFO(name_of(operation) << ", " << size << " members" << (commutative ? "" : ", in order"));
                CHECK(sent == received);
            }
}

TEST_CASE("an unwritten word counts as position 0, and a wrong word is detected", "[pipeline]") {
    CHECK(PositionWord::is_sound(0));
    CHECK(PositionWord::position(0) == 0);
    int accepted = 0;
    Random random(5);
    for (int i = 0; i < 100'000; ++i) accepted += PositionWord::is_sound(random.next());
    CHECK(accepted < 20);
    for (const std::uint64_t position : {std::uint64_t{1}, std::uint64_t{4096}, PositionWord::kMost}) {
        CHECK(PositionWord::is_sound(PositionWord::encode(position)));
        CHECK(PositionWord::position(PositionWord::encode(position)) == position);
        CHECK_FALSE(PositionWord::is_sound(PositionWord::encode(position) ^ 1));
    }
}

}  // namespace
