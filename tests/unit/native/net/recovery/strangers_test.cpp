// Callers that the recovery service must not serve, whatever they know and send.
#include <catch2/catch.hpp>
#include <deque>

#include "native/base/random.hpp"
#include "tests/unit/native/net/recovery/bed.hpp"

using namespace rescue_test;
using shunt::Random;

TEST_CASE("a stranger that has read the token off the wire gets nothing and causes no request to the channel",
          "[transport]") {
    Bed bed(1000);
    // A request as it was before there were keys: with the token alone. Arrivals and confirmations are such requests.
    const auto naive = bed.connect_by_hand();
    std::vector<std::byte> forged(2 * kRescueRequestBytes);
    std::ranges::copy(encode(bed.request(0, 10)), forged.begin());
    write_by_hand(naive, forged);
    REQUIRE(bed.serve_until([&] { return bed.service.counters().strangers == 1; }));
    std::array<std::byte, kChallengeBytes + 1> heard;
    CHECK(recv(naive.number(), heard.data(), heard.size(), MSG_WAITALL) <= static_cast<ssize_t>(kChallengeBytes));
    // A caller that follows the protocol with a key of its own.
    Identity guessed = identity();
    guessed.key.low ^= 1;
    RecoveryClient client(bed.service.local(), kLoopback, guessed);
    std::vector<std::byte> out;
    CHECK(bed.fetch(client, bed.request(0, 10), out).status == Status::peer_lost);
    CHECK(client.received() == 0);
    CHECK(bed.service.counters().strangers == 2);
    CHECK(bed.service.connections() == 0);
    CHECK(bed.source.asked == 0);
}

TEST_CASE("a right claim is accepted only once", "[transport]") {
    Bed bed(1000);
    // A peer's connection passes through a stranger that records it and then sends it all again.
    const auto between = [&] {
        Descriptor socket = bed.connect_by_hand();
        std::array<std::byte, kChallengeBytes> challenge;
        REQUIRE(bed.serve_until(
            [&] { return recv(socket.number(), challenge.data(), challenge.size(), MSG_PEEK | MSG_DONTWAIT) > 0; }));
        REQUIRE(recv(socket.number(), challenge.data(), challenge.size(), MSG_WAITALL) ==
                static_cast<ssize_t>(challenge.size()));
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
    RecoveryClient elsewhere(bed.service.local(), kLoopback, identity(3));  // node 3 has another address
    CHECK(bed.fetch(elsewhere, bed.request(0, 10), out).status == Status::peer_lost);
    RecoveryClient stranger(bed.service.local(), Ipv4{0x7f000009}, identity());  // no member has that address
    CHECK(bed.fetch(stranger, bed.request(0, 10), out).status == Status::peer_lost);
    RecoveryClient at_home(bed.service.local(), kOtherAddress, identity(3));
    auto request = bed.request(0, 10);
    request.node = 3;
    CHECK(bed.fetch(at_home, request, out).ok());
    auto client = bed.client();
    CHECK(bed.fetch(client, bed.request(0, 10), out).ok());
    const int asked = bed.source.asked;
    CHECK(bed.fetch(client, request, out).status == Status::peer_lost);  // an arrival of another node
    auto other_channel = bed.request(0, 10);
    other_channel.token ^= 1;
    CHECK(bed.fetch(client, other_channel, out).status == Status::peer_lost);
    CHECK(bed.source.asked == asked);
}

TEST_CASE("an answer of a service without the key is not accepted", "[transport]") {
    const FalsePeer peer;
    RecoveryClient client(peer.local(), kLoopback, identity());
    std::vector<std::byte> out(10);
    REQUIRE(client.begin({kToken, 5, 1, 2, 0, 10}, out, 0, kLongNs).ok());
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
    // A byte now and then does not extend the time.
    const std::int64_t patience = ListenerLimits().claim_ns;
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
    REQUIRE(bed.serve_until([&] { return bed.service.next_timeout() == bed.now + RecoveryLimits().request_ns; }));
    bed.now += RecoveryLimits().request_ns;
    bed.service.serve(bed.now);
    CHECK(bed.service.counters().half == 4);
}

TEST_CASE("strangers that hold all places yield to peers, and an idle peer yields to one with a request",
          "[transport]") {
    RecoveryLimits limits;
    limits.connections = 3;
    limits.listener.unproven = 3;
    Bed bed(1000, limits);
    bed.step_ns = 1'000'000;
    std::vector<Descriptor> silent;
    for (int i = 0; i < 40; ++i) silent.push_back(bed.connect_by_hand());
    std::vector<std::byte> out;
    std::deque<RecoveryClient> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(bed.client());
        CHECK(bed.fetch(clients.back(), bed.request(0, 10), out).ok());
    }
    CHECK(bed.service.connections() == 3);
    CHECK(bed.service.counters().half >= 37);
    CHECK(bed.fetch(clients.front(), bed.request(5, 10), out).ok());  // connects again
    CHECK(bed.holds(out, 5));
    CHECK(bed.service.counters().connections == 5);
}
