// Positions and numbers that only long runs reach.
#include <catch2/catch.hpp>

#include <vector>

#include "pipeline_world.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;
using namespace pipeline_sim;

/// A broadcast of one byte per block from member 0 of two.
VectorCall bcast_of(std::vector<std::byte>& data) {
    VectorCall call;
    call.bytes = call.wanted_to = data.size();
    call.block_bytes = data.size() / 4;
    call.own = call.result = data.data();
    return call;
}

template <class Call>
Status last_of(Call& root, Call& reader) {
    Status at_root = Status::again, at_reader = Status::again;
    for (int step = 0; step < 1000 && (at_root == Status::again || at_reader == Status::again); ++step) {
        if (at_root == Status::again) at_root = root.advance();
        if (at_reader == Status::again) at_reader = reader.advance();
    }
    return at_root != Status::ok ? at_root : at_reader;
}

TEST_CASE("a ring's positions go on beyond those that weeks of calls reach", "[pipeline]") {
    Network network(2, 100);
    const Ways ways({0, 0});
    Member::make_windows(network, true, ways);
    Memory memories[] = {{network, 0, true}, {network, 1, true}};
    std::vector<std::unique_ptr<SharedRing>> rings;
    constexpr std::uint64_t kWeeks = std::uint64_t{1} << 55;
    std::uint64_t position = kWeeks - 4 * Member::kRing;
    for (int rank = 0; rank < 2; ++rank) {
        rings.push_back(std::make_unique<SharedRing>(memories[rank], SharedRing::Sharers::all(rank, 2),
                                                     Member::extra_bytes(2), Member::kRing, 2));
        REQUIRE(rings.back()->tell_finished(1 - rank, position) == Status::ok);
    }
    for (std::uint64_t number = 1; number <= 100; ++number) {
        std::vector<std::byte> sent(400, static_cast<std::byte>(number)), received(400);
        const VectorCall at_root = bcast_of(sent), at_reader = bcast_of(received);
        SharedCall root(*rings[0], at_root, position, number, nullptr);
        SharedCall reader(*rings[1], at_reader, position, number, nullptr);
        REQUIRE(last_of(root, reader) == Status::ok);
        REQUIRE(received == sent);
        position = root.end();
        REQUIRE(reader.end() == position);
    }
    CHECK(position > kWeeks);
}

TEST_CASE("a broadcast from memory to memory is not mistaken for the one 2^32 calls before", "[pipeline]") {
    Network network(2, 100);
    const Ways ways({0, 0});
    Member::make_windows(network, true, ways);
    Memory memories[] = {{network, 0, true}, {network, 1, true}};
    constexpr std::uint64_t kAt = 128, kFar = std::uint64_t{1} << 32;
    const auto told = [&](std::uint64_t number) { return DirectBcast::bytes_told(memories[1], kAt, 0, number); };
    CHECK(!told(kFar));  // nothing has begun yet
    for (const std::uint64_t number : {std::uint64_t{5}, kFar, kFar + 5}) {
        std::vector<std::byte> sent(1'000'000, static_cast<std::byte>(number >> 32 | 2)), received(sent.size());
        const VectorCall at_root = bcast_of(sent), at_reader = bcast_of(received);
        DirectBcast root(memories[0], 0, 2, kAt, at_root, number), reader(memories[1], 1, 2, kAt, at_reader, number);
        CHECK(reader.advance() == Status::again);
        CHECK(!told(number));
        REQUIRE(last_of(root, reader) == Status::ok);
        CHECK(received == sent);
        CHECK(told(number) == sent.size());
        CHECK(!told(number + kFar));
    }
}

}  // namespace
