#include <catch2/catch.hpp>

#include "tests/seeds.hpp"
#include "tests/sim/multicast_network.hpp"

using namespace shunt;
using multicast::Completion;
using multicast::Header;
using multicast::Kind;
using sim::MulticastNetwork;
using sim::Program;
using sim::Step;

namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(Random& random, std::size_t most) {
    Bytes bytes(random.below(most));
    for (auto& byte : bytes) byte = static_cast<std::byte>(random.next());
    return bytes;
}

/// Makes a real datagram impossible: the faults that the checksum and the secret do not exclude. (A sender that knows
/// the secret and writes a possible header is a member.)
Bytes spoiled(Bytes bytes, Random& random) {
    Header header = *multicast::decode(bytes);
    switch (random.below(7)) {
        case 0: header.token ^= std::uint64_t{1} << random.below(64); break;
        case 1: header.sender = static_cast<std::uint16_t>(60'000 + random.below(1000)); break;
        case 2: header.operation += 5000 + static_cast<std::uint32_t>(random.below(1u << 30)); break;
        case 3: header.kind = static_cast<Kind>(9 + random.below(200)); break;
        case 4: bytes.resize(random.below(multicast::kHeaderBytes)); return bytes;
        case 5:
            if (header.kind == Kind::data && bytes.size() > multicast::kHeaderBytes)
                bytes.resize(multicast::kHeaderBytes + random.below(bytes.size() - multicast::kHeaderBytes));
            else header.token += 1;
            break;
        default:
            if (header.kind == Kind::data || header.kind == Kind::ack)
                header.sequence = 0x40000000u + static_cast<std::uint32_t>(random.below(1u << 30));
            else header.token += 1;
    }
    multicast::encode(header, bytes);
    return bytes;
}

/// A request for absurd packets that carries the right secret.
Bytes absurd_nak(Bytes like, Random& random) {
    Header header = *multicast::decode(like);
    header.kind = Kind::nak;
    multicast::Request request{random.below(70'000), {}};
    for (std::uint64_t i = random.below(20); i > 0; --i)
        request.ranges.push_back(
            {static_cast<std::uint32_t>(random.next()), static_cast<std::uint32_t>(random.next())});
    Bytes bytes(multicast::kHeaderBytes);
    multicast::encode(header, bytes);
    const Bytes body = encode_request(request);
    bytes.insert(bytes.end(), body.begin(), body.end());
    return bytes;
}

/// Sends nodes, beside the real traffic of a program, the datagrams that a stranger may send: noise, repeated old
/// datagrams, spoiled ones.
struct Stranger {
    Random random;
    std::vector<Bytes> seen = {};

    void act(MulticastNetwork& network, std::span<const std::byte> passing) {
        if (random.chance(1, 4) && seen.size() < 500) seen.emplace_back(passing.begin(), passing.end());
        if (seen.empty() || !random.chance(1, 2)) return;
        auto& victim = network.at(static_cast<int>(random.below(network.stations.size())));
        const Bytes& old = seen[random.below(seen.size())];
        switch (random.below(4)) {
            case 0: victim.channel.datagram(random_bytes(random, 1500), network.net.now()); break;
            case 1: victim.channel.datagram(old, network.net.now()); break;
            case 2: victim.channel.datagram(absurd_nak(old, random), network.net.now()); break;
            default: victim.channel.datagram(spoiled(old, random), network.net.now()); break;
        }
    }
};

}  // namespace

TEST_CASE("Noise, replayed, truncated and forged datagrams change nothing", "[multicast]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 150); ++seed) {
        CAPTURE(seed);
        Program program;
        Random random(seed);
        for (std::uint32_t number = 1; number <= 12; ++number) {
            const auto completion = number % 2 == 0 ? Completion::retained : Completion::confirmed;
            const auto kind = number % 5 == 0 ? Step::Kind::barrier : Step::Kind::bcast;
            program.push_back({Step{kind, number, static_cast<int>(random.below(5)),
                                    kind == Step::Kind::barrier ? 0 : random.below(20'000), completion}});
        }
        MulticastNetwork network({.hosts = 5, .seed = seed, .loss = 0.02, .duplicate = 0.01, .reorder = 0.02}, {},
                                 program);
        Stranger stranger{Random(seed + 1'000'000)};
        network.net.lose = [&](std::span<const std::byte> bytes, int, int, bool) {
            stranger.act(network, bytes);
            return false;
        };
        REQUIRE(network.run());
        network.net.lose = nullptr;
        REQUIRE(network.settle());
        multicast::Counters all;
        for (const auto& station : network.stations) {
            all.foreign += station->channel.counters().foreign;
            all.malformed += station->channel.counters().malformed;
            all.stale += station->channel.counters().stale;
            all.duplicates += station->channel.counters().duplicates;
        }
        CHECK((all.foreign > 0 && all.malformed > 0 && all.stale > 0 && all.duplicates > 0));
    }
}

TEST_CASE("Two communicators on the same wires do not see each other's datagrams", "[multicast]") {
    multicast::Settings settings{.token = 1, .node = 0, .nodes = 2};
    multicast::Channel one(settings);
    settings.token = 2;
    settings.node = 1;
    multicast::Channel other(settings);
    const Bytes data(100);
    one.send(1, data, Completion::confirmed, 0, {}, 0);
    sim::CheckedSink sink(data, 1452, true);
    other.receive(1, 0, 100, sink, 0);
    const multicast::Datagram* datagram = one.next_datagram(0);
    REQUIRE(datagram != nullptr);
    Bytes bytes(datagram->header.begin(), datagram->header.begin() + 20);
    bytes.insert(bytes.end(), datagram->payload.begin(), datagram->payload.end());
    other.datagram(bytes, 10);
    CHECK(other.counters().foreign == 1);
    CHECK_FALSE(other.finished(1));
}
