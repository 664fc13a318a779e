#include "native/engines/remote_write/rings.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "node_processes.hpp"

using namespace remote_write_test;

namespace {

NodeFabricOptions one_ring() {
    NodeFabricOptions options;
    options.rings_most = 1;
    return options;
}

void send(NodeFabric& from, int to, std::uint64_t number) {
    std::byte* const room = from.reserve(to, sizeof number);
    REQUIRE(room != nullptr);
    std::memcpy(room, &number, sizeof number);
    from.publish(to);
}

/// Polls twice: the first poll finds that a peer has moved to its ring, and the second finds the frame there.
bool look(NodeFabric& at, Fabric::Frame& frame) { return at.next(frame) || at.next(frame); }

/// Receives the next frame of `at`, which must be `number` from `from`.   Returns: the way by which it arrived.
Way take(NodeFabric& at, int from, std::uint64_t number) {
    Fabric::Frame frame;
    REQUIRE(look(at, frame));
    std::uint64_t found = 0;
    std::memcpy(&found, frame.bytes.data(), sizeof found);
    CHECK(frame.process == from);
    CHECK(found == number);
    at.release(frame);
    return frame.way;
}

/// Eight frames, each received before the next is sent: enough for a ring to be made.   Returns: the way of the last
/// frame.
Way talk(NodeFabric& from, int own, NodeFabric& to, int number) {
    Way way = Way::none;
    for (std::uint64_t i = 0; i < 8; ++i) {
        send(from, number, i);
        const Way sent = from.reserved_way();
        way = take(to, own, i);
        CHECK(way == sent);
        Fabric::Frame frame;
        REQUIRE_FALSE(look(from, frame));  // lets `from` receive answers, if there are any
        REQUIRE_FALSE(look(to, frame));
    }
    return way;
}

}  // namespace

TEST_CASE("the first peers of a process get the rings", "[node][remote_write]") {
    const auto sides = all_sides<4>(one_ring());
    CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::shared_memory);
    CHECK(talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox);  // process 0 already writes to a ring
    CHECK(talk(*sides[3], 3, *sides[1], 1) == Way::common_mailbox);  // process 1 already reads one
    CHECK(talk(*sides[3], 3, *sides[2], 2) == Way::common_mailbox);  // as long as its offer to process 1 stands
}

TEST_CASE("a preferred peer gets the ring of one that is not preferred", "[node][remote_write]") {
    const auto sides = all_sides<4>(one_ring());
    CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::shared_memory);
    sides[0]->prefer(std::array{2, 1});  // only the first of these, as there is one ring
    CHECK(talk(*sides[0], 0, *sides[2], 2) == Way::shared_memory);
    CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::common_mailbox);
    SECTION("a ring is kept free for a preferred peer that has not received a frame") {
        sides[0]->prefer(std::array{3});
        CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::common_mailbox);
        CHECK(talk(*sides[0], 0, *sides[3], 3) == Way::shared_memory);
    }
    SECTION("without preferred peers the first peer gets the ring") {
        sides[0]->prefer({});
        CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::shared_memory);
        CHECK(talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox);
    }
    SECTION("a ring that becomes free goes to a sender that waits for one") {
        CHECK(talk(*sides[3], 3, *sides[2], 2) == Way::common_mailbox);
        sides[0]->prefer({});
        CHECK(talk(*sides[3], 3, *sides[2], 2) == Way::shared_memory);
    }
    SECTION("an offer that its receiver has not accepted is withdrawn") {
        CHECK(talk(*sides[3], 3, *sides[2], 2) == Way::common_mailbox);
        sides[3]->prefer(std::array{1});
        CHECK(talk(*sides[3], 3, *sides[1], 1) == Way::shared_memory);
        sides[0]->prefer({});
        CHECK(talk(*sides[3], 3, *sides[2], 2) == Way::common_mailbox);
    }
}

TEST_CASE("frames in an abandoned ring are received before later frames", "[node][remote_write]") {
    const auto sides = all_sides<3>(one_ring());
    NodeFabric &from = *sides[0], &to = *sides[1];
    REQUIRE(talk(from, 0, to, 1) == Way::shared_memory);
    for (std::uint64_t i = 0; i < 5; ++i) send(from, 1, i);
    from.prefer(std::array{2});
    for (std::uint64_t i = 5; i < 9; ++i) send(from, 1, i);
    send(*sides[2], 1, 77);
    for (std::uint64_t i = 0; i < 5; ++i) CHECK(take(to, 0, i) == Way::shared_memory);
    for (std::uint64_t i = 5; i < 9; ++i) CHECK(take(to, 0, i) == Way::common_mailbox);
    CHECK(take(to, 2, 77) == Way::common_mailbox);
    CHECK(to.failure() == nullptr);
}

TEST_CASE("a full ring is left when there is room", "[node][remote_write]") {
    NodeFabricOptions options = one_ring();
    options.ring_bytes = 64 << 10;
    const auto sides = all_sides<3>(options);
    NodeFabric &from = *sides[0], &to = *sides[1];
    REQUIRE(talk(from, 0, to, 1) == Way::shared_memory);
    std::uint64_t sent = 0;
    while (from.reserve(1, 8) != nullptr) send(from, 1, sent++);
    from.prefer(std::array{2});
    Fabric::Frame frame;
    REQUIRE_FALSE(from.next(frame));
    for (std::uint64_t i = 0; i < sent; ++i) CHECK(take(to, 0, i) == Way::shared_memory);
    CHECK_FALSE(from.next(frame));
    CHECK_FALSE(to.next(frame));
    CHECK(talk(from, 0, *sides[2], 2) == Way::shared_memory);
    CHECK(talk(from, 0, to, 1) == Way::common_mailbox);
}

TEST_CASE("rings go to the peers to which a process writes most", "[node][remote_write]") {
    const auto sides = all_sides<4>(one_ring());
    CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::shared_memory);
    CHECK(talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox);
    int calls = 0;
    while (talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox) REQUIRE(++calls < 1000);
    CHECK(talk(*sides[0], 0, *sides[1], 1) == Way::common_mailbox);
    SECTION("a preferred peer counts twice from then on") {
        sides[0]->prefer(std::array{1});
        int bad = 0;
        for (int i = 0; i < 1000; ++i) {
            bad += talk(*sides[0], 0, *sides[1], 1) != Way::shared_memory;
            bad += talk(*sides[0], 0, *sides[2], 2) != Way::common_mailbox;
        }
        CHECK(bad == 0);
        SECTION("the preference ends when the program's traffic no longer agrees with it") {
            int three_to_one = 0;
            while (talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox) {
                REQUIRE(++three_to_one < 3000);
                if (three_to_one % 3 == 0) talk(*sides[0], 0, *sides[1], 1);
            }
        }
    }
    SECTION("a preference for a peer without traffic is dropped at the next review") {
        sides[0]->prefer(std::array{3});
        for (calls = 0; talk(*sides[0], 0, *sides[2], 2) == Way::common_mailbox;) REQUIRE(++calls < 1000);
        CHECK(calls > 100);
    }
}
