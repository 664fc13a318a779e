#include <catch2/catch.hpp>
#include <deque>
#include <limits>

#include "native/base/random.hpp"
#include "tests/unit/native/net/recovery/bed.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace rescue_test;
using shunt::Random;

TEST_CASE("many ranges are fetched by one connection, from none to many pieces", "[transport]") {
    Bed bed(1 << 20);
    auto client = bed.client();
    std::vector<std::byte> out;
    std::uint64_t total = 0;
    for (const std::size_t length : {std::size_t{1}, kRescuePieceBytes - 1, kRescuePieceBytes, kRescuePieceBytes + 1,
                                     std::size_t{0}, std::size_t{1000000}}) {
        const auto outcome = bed.fetch(client, bed.request(77, length), out);
        INFO(length << " " << outcome.reason);
        REQUIRE(outcome.ok());
        CHECK(client.received() == length);
        CHECK(bed.holds(out, 77));
        total += length;
    }
    CHECK(bed.service.connections() == 1);
    CHECK(bed.service.counters().connections == 1);
    CHECK(bed.service.counters().answers == 6);
    CHECK(bed.service.counters().bytes == total);
}

TEST_CASE("a range is fetched into pages that the program protects", "[transport]") {
    Bed bed(1 << 20);
    auto client = bed.client();
    protected_pages::Pages out(300'000);
    out.protect();
    REQUIRE(bed.fetch_into(client, bed.request(77, out.all().size()), out.all()).ok());
    CHECK(bed.holds(out.all(), 77));
}

TEST_CASE(
    "requests for bytes that the peer does not have, and impossible requests, get an error, and the connection stays",
    "[transport]") {
    Bed bed(200000);
    auto client = bed.client();
    std::vector<std::byte> out;
    auto other = bed.request(0, 10);
    other.operation = 2;
    CHECK(bed.fetch(client, other, out).status == Status::declined);
    CHECK(bed.fetch(client, bed.request(100000, 150000), out).status ==
          Status::declined);  // ends inside the operation: the first piece is there
    CHECK(client.received() == kRescuePieceBytes);
    CHECK(bed.holds(std::span(out).first(client.received()), 100000));
    CHECK(bed.fetch(client, bed.request(std::numeric_limits<std::uint64_t>::max(), 2), out).status == Status::bug);
    CHECK(bed.fetch(client, bed.request(5, 10), out).ok());
    CHECK(bed.service.counters().not_here == 2);
    CHECK(bed.service.counters().wrong == 1);
    CHECK(bed.service.counters().connections == 1);
    CHECK(bed.service.counters().answers == 1);
}

TEST_CASE("a client that reads nothing of a long answer is dropped in time", "[transport]") {
    Bed bed(16 << 20);
    const auto lazy = bed.enter_by_hand();
    write_by_hand(lazy, encode(bed.request(0, 16 << 20)));
    REQUIRE(bed.serve_until(
        [&] { return bed.service.counters().bytes > 0 && !wait_readable(bed.service.descriptor(), 0); }));
    CHECK(bed.service.counters().bytes < 16 << 20);
    bed.now += RecoveryLimits().answer_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.service.counters().stalled == 1);
    CHECK(bed.service.counters().answers == 0);
}

TEST_CASE("a client that leaves during an answer is dropped, without a signal", "[transport]") {
    Bed bed(16 << 20);
    {
        const auto leaver = bed.enter_by_hand();
        write_by_hand(leaver, encode(bed.request(0, 16 << 20)));
        REQUIRE(bed.serve_until([&] { return bed.service.counters().bytes > 0; }));
    }
    CHECK(bed.serve_until([&] { return bed.service.connections() == 0; }));
    CHECK(bed.service.counters().stalled == 1);
}

TEST_CASE("a peer whose process is gone refuses", "[transport]") {
    Endpoint gone;
    { gone = FalsePeer().local(); }
    RecoveryClient client(gone, kLoopback, identity());
    std::vector<std::byte> out(10);
    auto outcome = client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, kLongNs);
    if (outcome.ok()) outcome = finish_alone(client, 0);
    CHECK(outcome.status == Status::peer_lost);
    CHECK(outcome.reason.find(to_text(gone)) != std::string::npos);
    CHECK_FALSE(client.busy());
}

TEST_CASE("a peer that never answers times out", "[transport]") {
    const FalsePeer peer;
    RecoveryClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, 1000).ok());
    CHECK(client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, 1000).status == Status::bug);
    CHECK(client.advance(999).status == Status::again);
    CHECK(client.advance(1000).status == Status::timeout);
    CHECK(client.advance(1000).status == Status::bug);
}

TEST_CASE("a slow answer arrives whole, however long it takes, and the request ends when its bytes stop coming",
          "[transport]") {
    const FalsePeer peer;
    RecoveryClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, 1000).ok());
    const Descriptor accepted = peer.admit(client);
    std::vector<std::byte> header(8);
    WireWriter writer(header.data());
    writer.put(std::uint32_t{1});
    writer.put(std::uint32_t{10});
    write_by_hand(accepted, header);
    const std::size_t arriving = GENERATE(10U, 9U);
    for (std::size_t i = 0; i < arriving; ++i) {
        write_by_hand(accepted, std::array{std::byte{7}});
        pollfd ready{client.descriptor(), POLLIN, 0};
        REQUIRE(wait_ready({&ready, 1}, kLongNs).ok());
        const auto now = static_cast<std::int64_t>(i + 1) * 999;
        CHECK(client.advance(now).status == (i + 1 < out.size() ? Status::again : Status::ok));
        CHECK(client.received() == i + 1);
    }
    if (arriving < out.size()) CHECK(client.advance(9 * 999 + 1000).status == Status::timeout);
    CHECK_FALSE(client.busy());
}

TEST_CASE("a peer that closes during an answer, or answers nonsense, is lost; received bytes stay", "[transport]") {
    const std::size_t answer_bytes = GENERATE(0U, 3U, 8U, 11U);
    const bool nonsense = GENERATE(false, true);
    CAPTURE(answer_bytes, nonsense);
    const FalsePeer peer;
    RecoveryClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, kLongNs).ok());
    {
        const Descriptor accepted = peer.admit(client);
        CHECK(client.advance(0).status == Status::again);
        std::vector<std::byte> answer(answer_bytes + 8, std::byte{7});
        WireWriter header(answer.data());
        header.put(std::uint32_t{1});
        header.put(nonsense ? std::uint32_t{11} : std::uint32_t{10});
        write_by_hand(accepted, std::span(answer).first(answer_bytes));
        std::array<std::byte, kRescueRequestBytes> request;
        CHECK(recv(accepted.number(), request.data(), request.size(), MSG_WAITALL) ==
              static_cast<ssize_t>(request.size()));
    }
    CHECK(finish_alone(client, 0).status == Status::peer_lost);
    CHECK(client.received() == (answer_bytes == 11 && !nonsense ? 3U : 0U));
    CHECK_FALSE(client.busy());
}

TEST_CASE("a connection that was closed as idle is made again", "[transport]") {
    Bed bed(1000);
    auto client = bed.client();
    std::vector<std::byte> out;
    REQUIRE(bed.fetch(client, bed.request(0, 10), out).ok());
    bed.now += RecoveryLimits().idle_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.fetch(client, bed.request(3, 20), out).ok());
    CHECK(bed.holds(out, 3));
    CHECK(bed.service.counters().connections == 2);
    CHECK(bed.service.counters().half == 0);
}

TEST_CASE("many peers at once get the bytes that each requested", "[transport]") {
    const std::uint64_t seed = 64;
    CAPTURE(seed);
    Random random(seed);
    Bed bed(2 << 20);
    std::deque<RecoveryClient> clients;
    std::deque<std::vector<std::byte>> outs;
    std::vector<std::size_t> offsets;
    for (int i = 0; i < 64; ++i) {
        offsets.push_back(random.below(1 << 20));
        outs.emplace_back(random.below(1 << 19));
        clients.push_back(bed.client());
        REQUIRE(clients.back().begin(bed.request(offsets.back(), outs.back().size()), outs.back(), 0, kLongNs).ok());
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
        CHECK(bed.finish(clients[i]).ok());
        CHECK(bed.holds(outs[i], offsets[i]));
    }
}

TEST_CASE("the service binds to addresses of this node alone, and the request keeps its form", "[transport]") {
    OneOperation source(1);
    const auto foreign = RecoveryServer::open(*parse_ipv4("203.0.113.77"), source);
    CHECK(foreign.outcome.status == Status::declined);
    CHECK(foreign.outcome.reason.find("multicast.interface") != std::string::npos);
    CHECK(RecoveryServer::open({}, source).outcome.status == Status::bug);
    CHECK(RecoveryServer::open(kLoopback, source).value.local().address == kLoopback);
    const RecoveryRequest request{kToken, 1, 2, 3, 1ULL << 40, 1ULL << 50};
    CHECK(decode_rescue_request(encode(request)) == request);
}
