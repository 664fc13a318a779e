#include <sys/socket.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <limits>

#include "native/base/clock.hpp"
#include "native/base/random.hpp"
#include "native/transport/rescue_client.hpp"
#include "native/transport/rescue_service.hpp"
#include "tests/unit/native/transport/loopback.hpp"

using namespace shunt::transport;
using shunt::Random;
using shunt::SipKey;
using shunt::Status;

namespace {

constexpr std::uint64_t kToken = 0x1122334455667788;
constexpr SipKey kKey{0xfeedfacecafebeef, 0x0123456789abcdef};
constexpr std::uint32_t kOwnNode = 7;
constexpr Ipv4 kOtherAddress{0x7f000002};

/// Has operation 1 of channel 5, of `bytes` bytes; node 3 of its group is at another address than all others.
struct OneOperation final : RescueSource {
    explicit OneOperation(std::size_t bytes) : data(bytes) {
        for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 2654435761U >> 16);
    }
    static GroupRoster members() {
        std::vector<Endpoint> endpoints(kOwnNode + 1, Endpoint{kLoopback, 0});
        endpoints[3].address = kOtherAddress;
        return {kKey, kOwnNode, endpoints, kToken};
    }
    bool knows(Ipv4 address) const override { return roster.knows(address); }
    const SipKey* key_of(const Claim& claim, Ipv4 address) const override { return roster.key_of(claim, address); }
    bool read(const RescueRequest& request, std::uint64_t offset, std::span<std::byte> out) override {
        ++asked;
        if (request.channel != 5 || request.operation != 1 || offset > data.size() || out.size() > data.size() - offset) return false;
        std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
        return true;
    }
    std::vector<std::byte> data;
    GroupRoster roster = members();
    int asked = 0;
};

/// What node `node` is to the service.
Identity identity(std::uint32_t node = 2) { return {kToken, node, kOwnNode, kKey}; }

/// Both ends in one thread, with a clock of the test's own.
struct Bed {
    explicit Bed(std::size_t bytes, RescueLimits limits = {})
        : source(bytes), service(RescueService::open(kLoopback, source, limits).value) {}

    RescueClient client() { return {service.local(), kLoopback, identity()}; }

    RescueRequest request(std::uint64_t offset, std::uint64_t length) const { return {kToken, 5, 1, 2, offset, length}; }

    /// Serves while the request goes on; the real clock only guards against waiting for ever.
    shunt::Outcome finish(RescueClient& client) {
        const std::int64_t give_up = shunt::monotonic_ns() + kLongNs;
        while (shunt::monotonic_ns() < give_up) {
            service.serve(now);
            auto outcome = client.advance(now);
            if (outcome.status != Status::again) return outcome;
            now += step_ns;
            std::array<pollfd, 2> both{pollfd{client.descriptor(), client.events(), 0}, pollfd{service.descriptor(), POLLIN, 0}};
            (void)wait_ready(both, step_ns > 0 ? 1'000'000 : 1'000'000'000);
        }
        return {Status::bug, "the test waits for ever"};
    }

    shunt::Outcome fetch(RescueClient& client, const RescueRequest& request, std::vector<std::byte>& out) {
        out.assign(request.length, std::byte{});
        auto outcome = client.begin(request, out, now + kLongNs);
        return outcome.ok() ? finish(client) : outcome;
    }

    bool holds(std::span<const std::byte> out, std::size_t offset) const {
        return std::equal(out.begin(), out.end(), source.data.begin() + static_cast<std::ptrdiff_t>(offset));
    }

    /// A TCP connection that the test writes to by hand, blocking.
    Descriptor connect_by_hand() const {
        Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const sockaddr_in to = to_sockaddr(service.local());
        REQUIRE(connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0);
        return socket;
    }

    /// A connection of a peer that the test writes to by hand.
    Descriptor enter_by_hand() {
        Descriptor socket = connect_by_hand();
        Introduction introduction(identity());
        REQUIRE(serve_until([&] { return introduction.advance(socket.number()) == Status::ok; }));
        return socket;
    }

    /// Serves until `condition` holds.
    template <class Condition>
    bool serve_until(Condition condition) {
        const std::int64_t give_up = shunt::monotonic_ns() + kLongNs;
        while (!condition() && shunt::monotonic_ns() < give_up) {
            service.serve(now);
            (void)wait_readable(service.descriptor(), 1'000'000);
        }
        return shunt::monotonic_ns() < give_up;
    }

    OneOperation source;
    RescueService service;
    std::int64_t now = 1;
    std::int64_t step_ns = 0;   ///< how far the clock goes on between two looks
};

void write_by_hand(const Descriptor& socket, std::span<const std::byte> bytes) {
    REQUIRE(send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
}

/// A listener of the test's own, in place of a service.
struct FalsePeer {
    FalsePeer() : listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const sockaddr_in any = to_sockaddr({kLoopback, 0});
        REQUIRE(bind(listener.number(), reinterpret_cast<const sockaddr*>(&any), sizeof(any)) == 0);
        REQUIRE(listen(listener.number(), 4) == 0);
    }
    Endpoint local() const { return bound_endpoint(listener.number()); }
    /// Lets `client` in as a true peer would.
    Descriptor admit(RescueClient& client) const {
        CHECK(client.advance(0).status == Status::again);
        Descriptor accepted(accept(listener.number(), nullptr, nullptr));
        const Nonce challenge{std::byte{9}};
        write_by_hand(accepted, encode_challenge(challenge));
        std::array<std::byte, kClaimBytes> bytes;
        for (ssize_t got = -1; got < 0; got = recv(accepted.number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_WAITALL)) (void)client.advance(0);
        Claim claim;
        REQUIRE(decode(bytes, claim));
        CHECK(claim.tag == claim_tag(kKey, challenge, claim));
        write_by_hand(accepted, encode_answer(kKey, challenge, claim, Answer::accepted));
        return accepted;
    }
    Descriptor listener;
};

shunt::Outcome finish_alone(RescueClient& client, std::int64_t now) {
    for (auto outcome = client.advance(now);; outcome = client.advance(now)) {
        if (outcome.status != Status::again) return outcome;
        pollfd ready{client.descriptor(), client.events(), 0};
        if (!wait_ready({&ready, 1}, kLongNs).ok()) return {Status::bug, "the test waits for ever"};
    }
}

}  // namespace

TEST_CASE("many ranges are fetched by one connection, from none to many pieces", "[transport]") {
    Bed bed(1 << 20);
    auto client = bed.client();
    std::vector<std::byte> out;
    std::uint64_t total = 0;
    for (const std::size_t length :
         {std::size_t{1}, kRescuePieceBytes - 1, kRescuePieceBytes, kRescuePieceBytes + 1, std::size_t{0}, std::size_t{1000000}}) {
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

TEST_CASE("what the peer does not have, or calls impossible, is told, and the connection goes on", "[transport]") {
    Bed bed(200000);
    auto client = bed.client();
    std::vector<std::byte> out;
    auto other = bed.request(0, 10);
    other.operation = 2;
    CHECK(bed.fetch(client, other, out).status == Status::declined);
    CHECK(bed.fetch(client, bed.request(100000, 150000), out).status == Status::declined);  // ends within: the first piece is here
    CHECK(client.received() == kRescuePieceBytes);
    CHECK(bed.holds(std::span(out).first(client.received()), 100000));
    CHECK(bed.fetch(client, bed.request(std::numeric_limits<std::uint64_t>::max(), 2), out).status == Status::bug);
    CHECK(bed.fetch(client, bed.request(5, 10), out).ok());
    CHECK(bed.service.counters().not_here == 2);
    CHECK(bed.service.counters().wrong == 1);
    CHECK(bed.service.counters().connections == 1);
    CHECK(bed.service.counters().answers == 1);
}

TEST_CASE("who has read the token off the wire gets nothing, and asks nothing of the channel", "[transport]") {
    Bed bed(1000);
    // As the service was asked before there were keys: the token alone. Arrivals and confirmations are such requests.
    const auto naive = bed.connect_by_hand();
    std::vector<std::byte> forged(2 * kRescueRequestBytes);
    std::ranges::copy(encode(bed.request(0, 10)), forged.begin());
    write_by_hand(naive, forged);
    REQUIRE(bed.serve_until([&] { return bed.service.counters().strangers == 1; }));
    std::array<std::byte, kChallengeBytes + 1> heard;
    CHECK(recv(naive.number(), heard.data(), heard.size(), MSG_WAITALL) <= static_cast<ssize_t>(kChallengeBytes));
    // Who speaks the protocol with a key of his own.
    Identity guessed = identity();
    guessed.key.low ^= 1;
    RescueClient client(bed.service.local(), kLoopback, guessed);
    std::vector<std::byte> out;
    CHECK(bed.fetch(client, bed.request(0, 10), out).status == Status::peer_lost);
    CHECK(client.received() == 0);
    CHECK(bed.service.counters().strangers == 2);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.source.asked == 0);
}

TEST_CASE("a claim that was right is right once", "[transport]") {
    Bed bed(1000);
    // A peer's connection goes through one who listens, and says it all again.
    const auto between = [&] {
        Descriptor socket = bed.connect_by_hand();
        std::array<std::byte, kChallengeBytes> challenge;
        REQUIRE(bed.serve_until([&] { return recv(socket.number(), challenge.data(), challenge.size(), MSG_PEEK | MSG_DONTWAIT) > 0; }));
        REQUIRE(recv(socket.number(), challenge.data(), challenge.size(), MSG_WAITALL) == static_cast<ssize_t>(challenge.size()));
        return std::pair(std::move(socket), challenge);
    };
    auto [first, challenge] = between();
    Nonce nonce;
    std::copy_n(challenge.begin() + 4, nonce.size(), nonce.begin());
    Claim claim{kToken, 2, kOwnNode, {}, 0};
    claim.tag = claim_tag(kKey, nonce, claim);
    write_by_hand(first, encode(claim));
    REQUIRE(bed.serve_until([&] { return bed.service.connections() == 1; }));
    auto [second, other_challenge] = between();
    CHECK(challenge != other_challenge);
    write_by_hand(second, encode(claim));
    REQUIRE(bed.serve_until([&] { return bed.service.counters().strangers == 1; }));
    CHECK(bed.service.connections() == 1);
}

TEST_CASE("a member speaks for itself alone: from its address, for its node, of its channel", "[transport]") {
    Bed bed(1000);
    std::vector<std::byte> out;
    RescueClient elsewhere(bed.service.local(), kLoopback, identity(3));   // node 3 is at another address
    CHECK(bed.fetch(elsewhere, bed.request(0, 10), out).status == Status::peer_lost);
    RescueClient stranger(bed.service.local(), Ipv4{0x7f000009}, identity());   // no member is there
    CHECK(bed.fetch(stranger, bed.request(0, 10), out).status == Status::peer_lost);
    RescueClient at_home(bed.service.local(), kOtherAddress, identity(3));
    auto request = bed.request(0, 10);
    request.node = 3;
    CHECK(bed.fetch(at_home, request, out).ok());
    auto client = bed.client();
    CHECK(bed.fetch(client, bed.request(0, 10), out).ok());
    const int asked = bed.source.asked;
    CHECK(bed.fetch(client, request, out).status == Status::peer_lost);   // arrival of somebody else
    auto other_channel = bed.request(0, 10);
    other_channel.token ^= 1;
    CHECK(bed.fetch(client, other_channel, out).status == Status::peer_lost);
    CHECK(bed.source.asked == asked);
}

TEST_CASE("a service that does not know the key is not believed", "[transport]") {
    const FalsePeer peer;
    RescueClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, kLongNs).ok());
    CHECK(client.advance(0).status == Status::again);
    const Descriptor accepted(accept(peer.listener.number(), nullptr, nullptr));
    write_by_hand(accepted, encode_challenge({}));
    Claim claim{kToken, 2, kOwnNode, {}, 0};
    write_by_hand(accepted, encode_answer({1, 1}, {}, claim, Answer::accepted));
    CHECK(finish_alone(client, 0).status == Status::peer_lost);
    CHECK(client.received() == 0);
}

TEST_CASE("garbage, half claims and silent connections are dropped; real ones are served meanwhile", "[transport]") {
    const std::uint64_t seed = 8;
    CAPTURE(seed);
    Random random(seed);
    Bed bed(100000);
    std::vector<std::byte> garbage(5000);
    for (auto& byte : garbage) byte = static_cast<std::byte>(random.next());
    const auto noisy = bed.connect_by_hand();
    write_by_hand(noisy, garbage);
    const auto half = encode(Claim{kToken, 2, kOwnNode, {}, 0});
    const auto slow = bed.connect_by_hand();
    write_by_hand(slow, std::span(half).first(20));
    const auto silent = bed.connect_by_hand();
    const auto left_early = [&] {
        const auto early = bed.connect_by_hand();
        write_by_hand(early, std::span(half).first(9));
    };
    left_early();
    auto client = bed.client();
    std::vector<std::byte> out;
    CHECK(bed.fetch(client, bed.request(0, 100000), out).ok());
    REQUIRE(bed.serve_until([&] { return bed.service.counters().half == 1 && bed.service.counters().strangers == 1; }));
    // One byte now and then does not buy more time.
    const std::int64_t patience = DoorwayLimits().claim_ns;
    CHECK(bed.service.next_timeout() == 1 + patience);
    bed.now = patience;
    write_by_hand(slow, std::span(half).subspan(20, 1));
    bed.service.serve(bed.now);
    CHECK(bed.service.counters().half == 1);
    bed.now = 1 + patience;
    bed.service.serve(bed.now);
    CHECK(bed.service.counters().half == 3);
    CHECK(bed.service.connections() == 1);
    CHECK(bed.fetch(client, bed.request(1, 10), out).ok());
    // Nor does half a request of a peer.
    const auto peer = bed.enter_by_hand();
    const auto request = encode(bed.request(0, 10));
    write_by_hand(peer, std::span(request).first(20));
    REQUIRE(bed.serve_until([&] { return bed.service.next_timeout() == bed.now + RescueLimits().request_ns; }));
    bed.now += RescueLimits().request_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.counters().half == 4);
}

TEST_CASE("strangers who hold all places give way to peers, and a peer that rests to one that asks", "[transport]") {
    RescueLimits limits;
    limits.connections = 3;
    limits.doorway.unproven = 3;
    Bed bed(1000, limits);
    bed.step_ns = 1'000'000;
    std::vector<Descriptor> silent;
    for (int i = 0; i < 40; ++i) silent.push_back(bed.connect_by_hand());
    std::vector<std::byte> out;
    std::deque<RescueClient> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(bed.client());
        CHECK(bed.fetch(clients.back(), bed.request(0, 10), out).ok());
    }
    CHECK(bed.service.connections() == 3);
    CHECK(bed.service.counters().half >= 37);
    CHECK(bed.fetch(clients.front(), bed.request(5, 10), out).ok());   // makes its connection again
    CHECK(bed.holds(out, 5));
    CHECK(bed.service.counters().connections == 5);
}

TEST_CASE("who takes nothing of a long answer is dropped in time", "[transport]") {
    Bed bed(16 << 20);
    const auto lazy = bed.enter_by_hand();
    write_by_hand(lazy, encode(bed.request(0, 16 << 20)));
    REQUIRE(bed.serve_until([&] { return bed.service.counters().bytes > 0 && !wait_readable(bed.service.descriptor(), 0); }));
    CHECK(bed.service.counters().bytes < 16 << 20);
    bed.now += RescueLimits().answer_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.service.counters().stalled == 1);
    CHECK(bed.service.counters().answers == 0);
}

TEST_CASE("who leaves within an answer is dropped, without a signal", "[transport]") {
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
    RescueClient client(gone, kLoopback, identity());
    std::vector<std::byte> out(10);
    auto outcome = client.begin({kToken, 5, 1, 2, 0, 10}, out, kLongNs);
    if (outcome.ok()) outcome = finish_alone(client, 0);
    CHECK(outcome.status == Status::peer_lost);
    CHECK(outcome.reason.find(to_text(gone)) != std::string::npos);
    CHECK_FALSE(client.busy());
}

TEST_CASE("a peer that never answers times out", "[transport]") {
    const FalsePeer peer;
    RescueClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, 1000).ok());
    CHECK(client.begin({kToken, 5, 1, 2, 0, 10}, out, 1000).status == Status::bug);
    CHECK(client.advance(999).status == Status::again);
    CHECK(client.advance(1000).status == Status::timeout);
    CHECK(client.advance(1000).status == Status::bug);
}

TEST_CASE("a peer that closes in the middle of an answer, or answers nonsense, is lost; what came stays", "[transport]") {
    const std::size_t answer_bytes = GENERATE(0U, 3U, 8U, 11U);
    const bool nonsense = GENERATE(false, true);
    CAPTURE(answer_bytes, nonsense);
    const FalsePeer peer;
    RescueClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, kLongNs).ok());
    {
        const Descriptor accepted = peer.admit(client);
        CHECK(client.advance(0).status == Status::again);
        std::vector<std::byte> answer(answer_bytes + 8, std::byte{7});
        WireWriter header(answer.data());
        header.put(std::uint32_t{1});
        header.put(nonsense ? std::uint32_t{11} : std::uint32_t{10});
        write_by_hand(accepted, std::span(answer).first(answer_bytes));
        std::array<std::byte, kRescueRequestBytes> request;
        CHECK(recv(accepted.number(), request.data(), request.size(), MSG_WAITALL) == static_cast<ssize_t>(request.size()));
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
    bed.now += RescueLimits().idle_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.fetch(client, bed.request(3, 20), out).ok());
    CHECK(bed.holds(out, 3));
    CHECK(bed.service.counters().connections == 2);
    CHECK(bed.service.counters().half == 0);
}

TEST_CASE("many peers at once get what each asked for", "[transport]") {
    const std::uint64_t seed = 64;
    CAPTURE(seed);
    Random random(seed);
    Bed bed(2 << 20);
    std::deque<RescueClient> clients;
    std::deque<std::vector<std::byte>> outs;
    std::vector<std::size_t> offsets;
    for (int i = 0; i < 64; ++i) {
        offsets.push_back(random.below(1 << 20));
        outs.emplace_back(random.below(1 << 19));
        clients.push_back(bed.client());
        REQUIRE(clients.back().begin(bed.request(offsets.back(), outs.back().size()), outs.back(), kLongNs).ok());
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
        CHECK(bed.finish(clients[i]).ok());
        CHECK(bed.holds(outs[i], offsets[i]));
    }
}

TEST_CASE("the service binds to addresses of this node alone, and the request keeps its form", "[transport]") {
    OneOperation source(1);
    const auto foreign = RescueService::open(*parse_ipv4("203.0.113.77"), source);
    CHECK(foreign.outcome.status == Status::declined);
    CHECK(foreign.outcome.reason.find("multicast.interface") != std::string::npos);
    CHECK(RescueService::open({}, source).outcome.status == Status::bug);
    CHECK(RescueService::open(kLoopback, source).value.local().address == kLoopback);
    const RescueRequest request{kToken, 1, 2, 3, 1ULL << 40, 1ULL << 50};
    CHECK(decode_rescue_request(encode(request)) == request);
}
