#include <catch2/catch.hpp>
#include <vector>

#include "native/engines/multicast/channel.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

struct Collected final : Sink {
    std::vector<std::byte> bytes;
    explicit Collected(std::size_t size) : bytes(size) {}
    void place(std::size_t offset, std::span<const std::byte> part) override {
        std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    }
};

std::vector<std::byte> wire(const Datagram& datagram) {
    std::vector<std::byte> bytes(datagram.header.begin(),
                                 datagram.header.begin() + static_cast<std::ptrdiff_t>(datagram.header_bytes));
    bytes.insert(bytes.end(), datagram.payload.begin(), datagram.payload.end());
    return bytes;
}

/// Passes all datagrams that `from` has to send at `now` to `to`, unless it is nullptr.   Returns: their number.
int carry(Channel& from, Channel* to, std::int64_t now) {
    int count = 0;
    while (const Datagram* datagram = from.next_datagram(now)) {
        const auto bytes = wire(*datagram);
        from.sent();
        if (to != nullptr) to->datagram(bytes, now);
        ++count;
    }
    return count;
}

Settings pair(int node) { return {.token = 7, .node = node, .nodes = 2}; }

const std::vector<std::byte> kBytes(5000, std::byte{42});

}  // namespace

TEST_CASE("a bcast is confirmed by one acknowledgement", "[multicast]") {
    Channel root(pair(0)), leaf(pair(1));
    Collected sink(kBytes.size());
    root.send(1, kBytes, Completion::confirmed, 0, {}, 0);
    leaf.receive(1, 0, kBytes.size(), sink, 0);
    CHECK(carry(root, &leaf, 0) == 4);
    CHECK(leaf.finished(1));
    CHECK(sink.bytes == kBytes);
    CHECK_FALSE(root.finished(1));
    CHECK(root.status(1) == Status::again);
    CHECK(carry(leaf, &root, 10) == 1);
    CHECK(root.finished(1));
    CHECK((root.idle() && leaf.idle()));
    CHECK(root.stalled_since(1) == INT64_MAX);
}

TEST_CASE("a retained bcast lets the root go at once, and can be read until it is confirmed", "[multicast]") {
    Channel root(pair(0)), leaf(pair(1));
    {
        const std::vector<std::byte> mine = kBytes;
        root.send(1, mine, Completion::retained, 0, {}, 0);
        carry(root, nullptr, 0);
        CHECK(root.finished(1));
    }
    std::vector<std::byte> part(10);
    CHECK(root.read(1, 4990, part));
    CHECK(part[9] == std::byte{42});
    CHECK_FALSE(root.read(1, 4991, part));
    CHECK(root.unconfirmed());
    root.confirm(1, 1);
    CHECK_FALSE(root.unconfirmed());
    CHECK_FALSE(root.read(1, 0, part));
}

TEST_CASE("data beyond the receivers' room are sent on request, or when the receivers have confirmed", "[multicast]") {
    Settings settings = pair(0), other = pair(1);
    settings.early_bytes = other.early_bytes = 10'000;
    settings.retained_bytes = 3000;
    Channel root(settings), leaf(other);
    const std::span<const std::byte> bytes(kBytes.data(), 1000);
    std::int64_t now = 0;
    for (std::uint32_t number = 1; number <= 20; ++number) {
        root.send(number, bytes, Completion::retained, 0, {}, now);
        carry(root, &leaf, now);
        root.advance(now += 25'000'000);
        REQUIRE(root.finished(number));
    }
    CHECK(root.counters().data == 7);  // of 1064 bytes each, in three quarters of the buffer
    CHECK(leaf.counters().early_dropped == 0);
    Collected sink(1000);
    for (std::uint32_t number = 1; number <= 20; ++number) {
        leaf.receive(number, 0, 1000, sink, now);
        for (int tries = 0; tries < 100 && !leaf.finished(number); ++tries) {
            leaf.advance(now);
            carry(leaf, &root, now);
            root.advance(now);
            carry(root, &leaf, now);
            now += 1'000'000;
        }
        REQUIRE(leaf.finished(number));
    }
    CHECK(root.counters().data == 20);
    CHECK(root.counters().repairs == 0);
    for (int tries = 0; tries < 1000 && root.unconfirmed(); ++tries) {
        leaf.advance(now += 1'000'000);
        carry(leaf, &root, now);
    }
    CHECK((root.idle() && leaf.idle()));
}

TEST_CASE("a packet that has not left the root's host is not repaired, whichever receiver asks", "[multicast]") {
    Channel root(pair(0)), leaf(pair(1));
    const std::span<const std::byte> bytes(kBytes.data(), 1000);
    std::vector<std::vector<std::byte>> in_port;
    for (std::uint32_t number = 1; number <= 2; ++number) {
        root.send(number, bytes, Completion::retained, 0, {}, 0);
        while (const Datagram* datagram = root.next_datagram(0)) {
            in_port.push_back(wire(*datagram));
            root.sent();
        }
    }
    REQUIRE(in_port.size() == 2);
    Collected sink(1000);
    leaf.receive(1, 0, 1000, sink, 0);
    std::int64_t now = 0;
    const auto ask = [&] {
        while (!root.is_asked_for_repairs()) {
            leaf.advance(now += 1'000'000);
            carry(leaf, &root, now);
            REQUIRE(now < 400'000'000);
        }
    };
    ask();
    SECTION("the packet arrives late, and nothing is repaired") {
        for (int looks = 0; looks < 200; ++looks) {
            if (root.is_asked_for_repairs()) root.still_here(2);
            root.advance(now += 100'000);
            while (root.next_datagram(now)) root.sent();
            leaf.advance(now);
            carry(leaf, &root, now);
        }
        leaf.datagram(in_port[0], now);
        CHECK(leaf.finished(1));
        CHECK(root.counters().naks > 1);
        CHECK(root.counters().repairs == 0);
    }
    SECTION("the packet is lost, and repaired at the next request") {
        root.still_here(2);
        root.advance(now += 2'000'000);
        CHECK(carry(root, nullptr, now) == 0);
        ask();
        root.still_here(1);  // the datagram has left the port
        root.advance(now += 100'000);
        CHECK(carry(root, &leaf, now) == 1);
        CHECK(leaf.finished(1));
        CHECK(root.counters().repairs == 1);
    }
}

TEST_CASE("an operation without room among the retained ones waits for its confirmation", "[multicast]") {
    Settings settings = pair(0);
    settings.retained_bytes = 4999;
    Channel root(settings);
    root.send(1, kBytes, Completion::retained, 0, {}, 0);
    carry(root, nullptr, 0);
    CHECK_FALSE(root.finished(1));
    std::uint32_t number = 2;
    while (number < 200) {
        root.send(number, {}, Completion::retained, 0, {}, 0);
        carry(root, nullptr, 0);
        if (!root.finished(number)) break;
        ++number;
    }
    CHECK(number == 2 + 64);
}

TEST_CASE("the same datagram is offered until it has left", "[multicast]") {
    Channel root(pair(0));
    root.send(1, kBytes, Completion::confirmed, 0, {}, 0);
    const auto first = wire(*root.next_datagram(0));
    CHECK(wire(*root.next_datagram(5)) == first);
    root.sent();
    CHECK(wire(*root.next_datagram(5)) != first);
}

TEST_CASE("a rate keeps datagrams apart, and the next timeout is when the next may leave", "[multicast]") {
    Settings settings = pair(0);
    settings.rate = 1'472'000;  // allows a packet each millisecond
    Channel root(settings);
    const std::vector<std::byte> bytes(100 * 1452);
    root.send(1, bytes, Completion::confirmed, 0, {}, 0);
    int sent = carry(root, nullptr, 0);
    CHECK(sent < 5);
    for (std::int64_t now = 0; now < 50'000'000; now = root.next_timeout()) {
        root.advance(now);
        sent += carry(root, nullptr, now);
        REQUIRE(root.next_timeout() > now);
    }
    CHECK(sent > 45);
    CHECK(sent < 56);
}

TEST_CASE("the next timeout after advance is in the future, also when nothing can be sent", "[multicast]") {
    Channel root(pair(0)), leaf(pair(1));
    Collected sink(kBytes.size());
    root.send(1, kBytes, Completion::confirmed, 0, {}, 0);
    leaf.receive(1, 0, kBytes.size(), sink, 0);
    for (std::int64_t now = 0; now < 3'000'000'000; now += 777'777) {
        root.advance(now);
        CHECK(root.next_timeout() > now);
        leaf.advance(now);
        CHECK(leaf.next_timeout() > now);
    }
    CHECK(root.status(1) == Status::again);
    root.abandon(1);
    leaf.abandon(1);
    CHECK((root.finished(1) && leaf.finished(1)));
}

TEST_CASE("an operation that cannot begin gives bug, not a crash", "[multicast]") {
    Channel leaf(pair(1));
    Collected sink(10);
    leaf.receive(1, 1, 10, sink, 0);  // the root is the receiver itself
    leaf.receive(2, 7, 10, sink, 0);  // there is no such root
    leaf.arrive(3, 2, 0);
    for (const std::uint32_t number : {1u, 2u, 3u, 4u}) CHECK(leaf.status(number) == Status::bug);
    leaf.provide(9, 0, kBytes);
    leaf.confirm(9, 0);
    leaf.abandon(9);
    CHECK(leaf.idle());
}

TEST_CASE("one node alone is done with everything at once", "[multicast]") {
    Channel alone({.token = 7});
    alone.send(1, kBytes, Completion::confirmed, 0, {}, 0);
    CHECK(alone.finished(1));
    alone.await_arrivals(2, 0);
    CHECK(alone.finished(2));
    alone.send(2, {}, Completion::retained, 0, {}, 0);
    CHECK(alone.finished(2));
    CHECK(carry(alone, nullptr, 0) == 0);
}
