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

TEST_CASE("Receivers that expect other lengths get the root's data, under loss, duplication and reordering",
          "[multicast]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 300); ++seed) {
        CAPTURE(seed);
        Random random(seed);
        constexpr int kHosts = 6;
        const std::size_t lengths[] = {0, 1, 1452, 1453, 2904, 14'520, 40'000, 200'000};
        Program program;
        for (std::uint32_t number = 1; number <= 12; ++number) {
            const bool releases = number % 6 == 0;
            const auto completion = random.chance(1, 2) ? Completion::retained : Completion::confirmed;
            const std::size_t bytes = releases ? 0 : lengths[random.below(8)] + random.below(3);
            program.push_back({Step{releases ? Step::Kind::barrier : Step::Kind::bcast, number,
                                    static_cast<int>(random.below(kHosts)), bytes, completion}});
        }
        MulticastNetwork network(
            {.hosts = kHosts, .seed = seed, .loss = seed % 3 * 0.04, .duplicate = 0.01, .reorder = 0.02}, {}, program);
        for (int node = 0; node < kHosts; ++node)
            network.at(node).expects = [&, node](const Step& step) -> std::size_t {
                Random of(seed * 1000 + step.number * 10 + static_cast<std::uint64_t>(node));
                if (step.kind == Step::Kind::barrier || of.chance(1, 2)) return step.bytes;
                return of.chance(1, 2) ? lengths[of.below(8)] : step.bytes + of.below(5000);
            };
        REQUIRE(network.run());
        REQUIRE(network.settle());
    }
}

TEST_CASE(
    "A receiver that expects another number of packets does not take the packets rebuilt from parity for the whole",
    "[multicast]") {
    for (const std::size_t error : {std::size_t{0}, std::size_t{1452}, std::size_t{65'536}, std::size_t{0} - 1452})
        for (std::uint64_t seed = 1; seed < end_of_seeds(1, 60); ++seed) {
            CAPTURE(seed, error);
            const std::size_t bytes = 65'536;
            MulticastNetwork network({.hosts = 5, .seed = seed, .loss = 0.15}, {}, {{Step{.bytes = bytes}}});
            for (const auto& station : network.stations) station->expects = [&](const Step&) { return bytes; };
            network.at(2).expects = [&](const Step&) { return bytes + error; };
            // Node 2 receives neither the last packets nor the root's announcement of the length before parity packets
            // arrive.
            network.net.lose = [&](std::span<const std::byte> datagram, int, int to, bool) {
                const Header header = *multicast::decode(datagram);
                return to == 2 &&
                       (header.kind == Kind::length || (header.kind == Kind::data && header.sequence > 42)) &&
                       network.net.now() < 20'000'000;
            };
            REQUIRE(network.run());
        }
}

TEST_CASE("A root that announces too many packets ends the operation of its receivers with an error", "[multicast]") {
    multicast::Channel channel({.token = 1, .node = 1, .nodes = 2});
    sim::CheckedSink sink({}, 1452, true);
    channel.receive(1, 0, 0, sink, 0, {.other_length = true});
    channel.learn(1, {1000, false}, 1);
    CHECK(channel.root_bytes(1) == 1000);
    CHECK_FALSE(channel.finished(1));
    channel.learn(1, {UINT64_MAX, false}, 2);
    CHECK(channel.finished(1));
    CHECK(channel.wrong_length(1));
    CHECK(channel.status(1) == Status::bug);
}
