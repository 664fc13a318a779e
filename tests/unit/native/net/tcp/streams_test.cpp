#include "native/net/tcp/streams.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <map>

#include "native/base/clock.hpp"
#include "native/base/random.hpp"
#include "native/net/wait.hpp"
#include "tests/unit/native/net/loopback.hpp"

using namespace shunt;
using namespace shunt::net;

namespace {

constexpr SipKey kKey{0x1122334455667788, 0x99aabbccddeeff00};
constexpr std::uint16_t kData = 1;

/// Keeps received frames, by node; holds frames back as long as the test wants.
struct Collector final : StreamSink {
    Take frame_begins(int node, const Frame& frame, std::vector<iovec>& places) override {
        if (hold) return Take::hold;
        room[node].resize(frame.bytes);
        places.push_back({room[node].data(), frame.bytes - drop_from(frame.bytes)});
        return Take::take;
    }
    void frame_ends(int node, const Frame& frame) override {
        numbers[node].push_back(frame.number);
        got[node].insert(got[node].end(), room[node].begin(), room[node].end());
    }
    void lost(int, const Outcome& why) override { losses.push_back(why); }
    std::uint32_t drop_from(std::uint32_t bytes) const { return dropping ? bytes / 2 : 0; }

    bool hold = false, dropping = false;
    std::map<int, std::vector<std::byte>> room, got;
    std::map<int, std::vector<std::uint32_t>> numbers;
    std::vector<Outcome> losses;
};

/// Some nodes in one thread.
struct Bed {
    /// `set_aside`: number of descriptors reserved for each node; 0: none.
    explicit Bed(int nodes, std::size_t most_open = 100, ListenerLimits limits = {}, std::size_t set_aside = 0)
        : sinks(static_cast<std::size_t>(nodes)) {
        std::vector<Listener> listeners;
        StreamsSetup setup;
        setup.key = kKey;
        setup.most_open = most_open;
        for (int node = 0; node < nodes; ++node) {
            listeners.push_back(std::move(Listener::open(kLoopback, limits).value));
            setup.listeners.push_back(listeners.back().local());
        }
        endpoints = setup.listeners;
        for (int node = 0; node < nodes; ++node) {
            setup.own = node;
            ReservedDescriptors reserved;
            if (set_aside > 0) REQUIRE(ReservedDescriptors::reserve(set_aside, set_aside, 0, reserved).ok());
            streams.push_back(std::make_unique<Streams>(setup, std::move(listeners[static_cast<std::size_t>(node)]),
                                                        Descriptor(epoll_create1(EPOLL_CLOEXEC)), std::move(reserved)));
        }
    }

    Streams& of(int node) { return *streams[static_cast<std::size_t>(node)]; }
    Collector& sink(int node) { return sinks[static_cast<std::size_t>(node)]; }

    template <class Done>
    bool pump_until(Done done) {
        const std::int64_t end = monotonic_ns() + kLongNs;
        while (!done()) {
            if (monotonic_ns() > end) return false;
            pump();
        }
        return true;
    }
    void pump() {
        now += 1'000'000;
        for (std::size_t node = 0; node < streams.size(); ++node)
            if (streams[node]) streams[node]->pump(now, sinks[node]);
    }

    void meet(int a, int b) {
        of(a).want(b);
        of(b).want(a);
    }

    std::vector<Collector> sinks;
    std::vector<std::unique_ptr<Streams>> streams;
    std::vector<Endpoint> endpoints;
    std::int64_t now = 0;
};

/// A caller that connects to `door` and presents `identity`, as far as the listener accepts it.
Descriptor enter(Bed& bed, const Endpoint& door, const Identity& identity, Status& status) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in to = to_sockaddr(door);
    REQUIRE(connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0);
    Handshake handshake(identity);
    status = Status::again;
    (void)bed.pump_until([&] { return (status = handshake.advance(socket.number())) != Status::again; });
    return socket;
}

Descriptor knock(const Endpoint& door, std::span<const std::byte> bytes) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in to = to_sockaddr(door);
    REQUIRE(connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0);
    if (!bytes.empty())
        REQUIRE(send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
    return socket;
}

std::vector<std::byte> some_bytes(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::byte> bytes(count);
    for (auto& each : bytes) each = static_cast<std::byte>(random.next());
    return bytes;
}

void send_bytes(Streams& from, int to, std::uint32_t number, std::vector<std::byte>& bytes) {
    from.send(to, {kData, 7, number, static_cast<std::uint32_t>(bytes.size()), 0}, {{bytes.data(), bytes.size()}});
}

}  // namespace

TEST_CASE("streams carry frames both ways at once, in order, out of pieces and empty", "[streams]") {
    Bed bed(3);
    bed.meet(0, 2);
    auto there = some_bytes(200'000, 1), back = some_bytes(150'000, 2), empty = some_bytes(0, 3);
    send_bytes(bed.of(0), 2, 1, there);
    bed.of(0).send(2, {kData, 7, 2, 0, 0});
    bed.of(0).send(2, {kData, 7, 3, 200'000, 0},
                   {{there.data(), 1}, {there.data() + 1, 99'999}, {there.data() + 100'000, 100'000}});
    send_bytes(bed.of(2), 0, 9, back);
    REQUIRE(bed.pump_until([&] { return bed.sink(2).numbers[0].size() == 3 && bed.sink(0).numbers[2].size() == 1; }));
    CHECK(bed.sink(2).numbers[0] == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(bed.sink(0).got[2] == back);
    CHECK(std::equal(there.begin(), there.end(), bed.sink(2).got[0].begin()));
    CHECK(bed.of(0).counters().opened == 1);
}

TEST_CASE("a frame held back stays in its connection until resume, and bytes without a place are dropped",
          "[streams]") {
    Bed bed(2);
    bed.meet(0, 1);
    bed.sink(1).hold = true;
    auto first = some_bytes(50'000, 1), second = some_bytes(1'000, 2);
    send_bytes(bed.of(0), 1, 1, first);
    send_bytes(bed.of(0), 1, 2, second);
    for (int i = 0; i < 50; ++i) bed.pump();
    CHECK(bed.sink(1).numbers[0].empty());
    bed.sink(1).hold = false;
    bed.sink(1).dropping = true;
    bed.of(1).resume();
    REQUIRE(bed.pump_until([&] { return bed.sink(1).numbers[0].size() == 2; }));
    CHECK(std::equal(first.begin(), first.begin() + 25'000, bed.sink(1).got[0].begin()));
}

TEST_CASE("idle connections are closed to make room, and reopened to send queued frames", "[streams]") {
    Bed bed(8, 2);
    Random random(5);
    std::map<std::pair<int, int>, std::vector<std::byte>> sent;
    for (int round = 0; round < 60; ++round) {
        const int a = static_cast<int>(random.below(8)),
                  b = static_cast<int>((static_cast<std::uint64_t>(a) + 1 + random.below(7)) % 8);
        bed.meet(a, b);
        auto there = some_bytes(1 + random.below(5'000), static_cast<std::uint64_t>(round)),
             back = some_bytes(100, static_cast<std::uint64_t>(round) + 1000);
        send_bytes(bed.of(a), b, 1, there);
        send_bytes(bed.of(b), a, 1, back);
        auto& ab = sent[{a, b}];
        auto& ba = sent[{b, a}];
        ab.insert(ab.end(), there.begin(), there.end());
        ba.insert(ba.end(), back.begin(), back.end());
        INFO("round " << round);
        REQUIRE(bed.pump_until([&] { return bed.sink(b).got[a] == ab && bed.sink(a).got[b] == ba; }));
        bed.of(a).unwant(b);
        bed.of(b).unwant(a);
    }
    std::uint64_t evictions = 0;
    for (int node = 0; node < 8; ++node) {
        evictions += bed.of(node).counters().evictions;
        CHECK(bed.sink(node).losses.empty());
    }
    CHECK(evictions > 0);
}

TEST_CASE("renewing a connection loses none of the other end's frames, and a wanted connection stays open",
          "[streams]") {
    for (const bool is_wanted : {false, true}) {
        INFO("wanted " << is_wanted);
        Bed bed(2);
        bed.meet(0, 1);
        auto first = some_bytes(5000, 1), second = some_bytes(4 << 20, 2), third = some_bytes(70000, 3);
        send_bytes(bed.of(0), 1, 1, first);
        REQUIRE(bed.pump_until([&] { return bed.sink(1).numbers[0].size() == 1 && bed.of(0).is_open(1); }));
        for (std::uint32_t part = 0; part < 16; ++part)  // more than the connection can hold
            bed.of(1).send(0, {kData, 7, part, 256 << 10, 0}, {{second.data() + (part << 18), 256 << 10}});
        bed.pump();
        if (!is_wanted) bed.of(0).unwant(1);
        bed.of(0).renew("reno");
        bed.of(0).want(1);
        send_bytes(bed.of(0), 1, 3, third);
        REQUIRE(
            bed.pump_until([&] { return bed.sink(0).numbers[1].size() == 16 && bed.sink(1).numbers[0].size() == 2; }));
        CHECK(bed.sink(0).got[1] == second);
        CHECK(bed.sink(1).numbers[0] == std::vector<std::uint32_t>{1, 3});
        CHECK(std::equal(third.begin(), third.end(), bed.sink(1).got[0].begin() + 5000));
        CHECK(bed.of(0).counters().opened <= (is_wanted ? 1U : 2U));
        CHECK(bed.sink(0).losses.empty());
        CHECK(bed.sink(1).losses.empty());
    }
}

TEST_CASE("connections that rest are made anew at their next use", "[streams]") {
    Bed bed(3);
    for (const int node : {1, 2}) {
        bed.meet(0, node);
        auto bytes = some_bytes(1000, 4);
        send_bytes(bed.of(0), node, 1, bytes);
        REQUIRE(bed.pump_until([&] { return bed.sink(node).numbers[0].size() == 1 && bed.of(0).is_open(node); }));
        bed.of(0).unwant(node);
        bed.of(node).unwant(0);
    }
    bed.of(0).renew("reno");
    bed.of(1).renew("reno");  // of nodes 0 and 1 the lower one connects: this one does not
    REQUIRE(bed.pump_until([&] { return !bed.of(0).is_open(1) && !bed.of(1).is_open(0) && !bed.of(0).is_open(2); }));
    auto again = some_bytes(1000, 5);
    bed.meet(0, 1);
    send_bytes(bed.of(1), 0, 1, again);
    REQUIRE(bed.pump_until([&] { return bed.sink(0).numbers[1].size() == 1; }));
    CHECK(bed.sink(0).got[1] == again);
    CHECK(bed.of(0).counters().opened == 3);
    CHECK(bed.of(0).counters().evictions == 0);
}

TEST_CASE("strangers are turned away and counted, and keep no peer out", "[streams]") {
    ListenerLimits limits;
    limits.unproven = 4;
    Bed bed(2, 100, limits);
    const auto garbage = bytes_of("GET / HTTP/1.1\r\nHost: nobody\r\nAccept: nothing\r\n\r\n");
    Status status = Status::ok;
    std::vector<Descriptor> guests;
    guests.push_back(knock(bed.endpoints[1], garbage));
    REQUIRE(bed.pump_until([&] { return bed.of(1).strangers().strangers == 1; }));
    guests.push_back(enter(bed, bed.endpoints[1], {0, 0, 1, {kKey.low, 1}}, status));  // a wrong key
    CHECK(status == Status::peer_lost);
    guests.push_back(enter(bed, bed.endpoints[1], {0, 0, 5, kKey}, status));  // the identity names another node
    CHECK(status == Status::peer_lost);
    guests.push_back(enter(bed, bed.endpoints[1], {0, 5, 1, kKey}, status));  // not a member
    CHECK(status == Status::peer_lost);
    CHECK(bed.of(1).strangers().strangers == 4);
    for (int i = 0; i < 40; ++i)
        guests.push_back(knock(bed.endpoints[1], std::span(garbage).first(i % 4)));  // they send nothing more
    bed.meet(0, 1);
    auto bytes = some_bytes(1000, 1);
    send_bytes(bed.of(0), 1, 1, bytes);
    REQUIRE(bed.pump_until([&] { return bed.sink(1).got[0] == bytes; }));
    CHECK(bed.of(1).strangers().half >= 36);
    REQUIRE(bed.pump_until([&] { return bed.of(1).strangers().half == 40; }));
    CHECK(bed.of(1).strangers().admitted == 1);
}

TEST_CASE("a peer that knows the secret but sends no frames is lost, and so is one that ends or is absent",
          "[streams]") {
    Bed bed(3);
    Status status = Status::ok;
    const Descriptor impostor = enter(bed, bed.endpoints[2], {0, 0, 2, kKey}, status);
    REQUIRE(status == Status::ok);
    const auto garbage = some_bytes(100, 1);
    REQUIRE(send(impostor.number(), garbage.data(), garbage.size(), MSG_NOSIGNAL) == 100);
    REQUIRE(bed.pump_until([&] { return !bed.sink(2).losses.empty(); }));
    CHECK(bed.sink(2).losses[0].status == Status::peer_lost);
    CHECK(bed.of(2).is_broken(0));

    bed.meet(0, 1);
    REQUIRE(bed.pump_until([&] { return bed.of(0).is_open(1) && bed.of(1).is_open(0); }));
    bed.streams[1].reset();
    REQUIRE(bed.pump_until([&] { return !bed.sink(0).losses.empty(); }));
    CHECK(bed.sink(0).losses[0].status == Status::peer_lost);

    Bed gone(2);
    gone.streams[1].reset();
    gone.of(0).want(1);
    REQUIRE(gone.pump_until([&] { return !gone.sink(0).losses.empty(); }));  // refused
    CHECK(gone.sink(0).losses[0].status == Status::peer_lost);
}

TEST_CASE("no more connections are open than descriptors were set aside", "[streams]") {
    Bed bed(6, 100, {}, 2);
    for (int round = 0; round < 2; ++round)
        for (int node = 1; node < 6; ++node) {
            bed.of(0).want(node);
            bed.of(node).want(0);
            REQUIRE(bed.pump_until([&] { return bed.of(0).is_open(node) && bed.of(node).is_open(0); }));
            int open = 0;
            for (int other = 1; other < 6; ++other) open += bed.of(0).is_open(other);
            CHECK(open <= 3);  // the connection that is closed may still say goodbye while the next one opens
            bed.of(0).unwant(node);
            bed.of(node).unwant(0);
        }
    CHECK(bed.of(0).counters().evictions >= 6);
}

TEST_CASE("a listener that closes new connections is tried again until patience ends", "[streams]") {
    // Node 1 is this test: a listener that accepts connections and closes them.
    Descriptor closer(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    const sockaddr_in any = to_sockaddr({kLoopback, 0});
    REQUIRE(bind(closer.number(), reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0);
    REQUIRE(listen(closer.number(), 64) == 0);
    auto listener = Listener::open(kLoopback);
    StreamsSetup setup;
    setup.key = kKey;
    setup.listeners = {listener.value.local(), bound_endpoint(closer.number())};
    setup.care.patience_ns = 2'000'000'000;
    setup.names = {"here", "far"};
    Streams streams(setup, std::move(listener.value), Descriptor(epoll_create1(EPOLL_CLOEXEC)));
    Collector sink;
    streams.want(1);
    int closed = 0;
    std::int64_t now = 0;
    for (const std::int64_t end = monotonic_ns() + kLongNs; sink.losses.empty() && monotonic_ns() < end;
         now += 10'000'000) {
        streams.pump(now, sink);
        if (Descriptor(accept(closer.number(), nullptr, nullptr)).is_open()) ++closed;
        pollfd ready{streams.descriptor(), POLLIN, 0};
        (void)wait_ready({&ready, 1}, 1'000'000);
    }
    REQUIRE(sink.losses.size() == 1);
    CHECK(sink.losses[0].reason.starts_with("far: "));
    CHECK(closed >= 5);
    CHECK(now >= setup.care.patience_ns);
}
