// Roots that are ahead of their receivers.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/seeds.hpp"
#include "tests/sim/multicast_network.hpp"

using namespace shunt;
using multicast::Completion;
using sim::MulticastNetwork;
using sim::Program;
using sim::Step;

TEST_CASE("A root of short bcasts runs thousands of operations ahead of late receivers", "[multicast]") {
    const double loss = GENERATE(0.0, 0.02);
    constexpr std::uint32_t kCalls = 3000;
    Program program;
    for (std::uint32_t number = 1; number <= kCalls; ++number)
        program.push_back(
            {Step{.number = number, .bytes = number % 10 == 0 ? 1000u : 8u, .completion = Completion::retained}});
    MulticastNetwork network({.hosts = 4, .seed = 5, .loss = loss}, {}, program);
    for (int late = 1; late < 4; ++late) network.at(late).be_late(late == 3 ? 0 : 10, 5'000'000'000);
    network.start();
    REQUIRE(network.net.run([&] { return network.at(0).done(); }, 4'000'000'000));
    CHECK(network.net.now() < 200'000'000);
    CHECK(network.at(0).channel.unconfirmed());
    REQUIRE(network.run());
    CHECK(network.settle());
    CHECK(network.at(0).channel.counters().status_requests < 300);  // only the oldest operation asks
    CHECK(network.finished_at() < 6'000'000'000);  // a receiver that sees how far ahead the root is asks at once
}

TEST_CASE("Data beyond the room of late receivers are sent when these advance, instead of being dropped and repaired",
          "[multicast]") {
    const double loss = GENERATE(0.0, 0.02);
    constexpr std::uint32_t kCalls = 2000;  // eight times what a receiver keeps before it begins an operation
    Program program;
    for (std::uint32_t number = 1; number <= kCalls; ++number)
        program.push_back({Step{.number = number, .bytes = 1000, .completion = Completion::retained}});
    MulticastNetwork network({.hosts = 4, .seed = 5, .loss = loss}, {}, program);
    for (int late = 1; late < 4; ++late) network.at(late).be_late(late == 3 ? 0 : 10, 1'000'000'000);
    network.start();
    REQUIRE(network.net.run([&] { return network.at(0).done(); }, 900'000'000));  // the root does not wait
    REQUIRE(network.run());
    CHECK(network.settle());
    const multicast::Counters& root = network.at(0).channel.counters();
    CHECK(root.data == kCalls);
    CHECK(root.repairs <= (loss > 0 ? kCalls * 3 / 10 : 3));
    for (int late = 1; late < 4; ++late)
        CHECK(network.at(late).channel.counters().early_dropped <= (loss > 0 ? 30 : 0));
    CHECK(network.finished_at() < (loss > 0 ? 3'000'000'000 : 1'500'000'000));
}

TEST_CASE("A root is not far ahead of receivers as long as they advance", "[multicast]") {
    Program program;
    for (std::uint32_t number = 1; number <= 1000; ++number)
        program.push_back({Step{.number = number, .bytes = 8, .completion = Completion::retained}});
    MulticastNetwork network({.hosts = 4, .seed = 5, .packet_cost = 500'000}, {}, program);
    std::size_t farthest = 0;
    network.start();
    const auto done = [&] {
        for (int node = 1; node < 4; ++node)
            farthest =
                std::max(farthest, network.at(0).round() - std::min(network.at(0).round(), network.at(node).round()));
        return network.at(0).done();
    };
    REQUIRE(network.net.run(done, 600'000'000'000));
    CHECK(farthest <= 65);
    REQUIRE((network.run() && network.settle()));
}

TEST_CASE("Roots far ahead of receivers with little room get everything to them, under loss and reordering",
          "[multicast]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 150); ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const int hosts = 2 + static_cast<int>(random.below(5));
        multicast::Settings channel;
        channel.early_bytes = 2'000 + random.below(20'000);
        channel.retained_bytes = 500 + random.below(6'000);
        channel.ahead_bytes = 4'000 + random.below(200'000);
        const bool one_root = random.chance(1, 2);
        Program program;
        for (std::uint32_t number = 1; number <= 150; ++number) {
            const int root = one_root ? 0 : static_cast<int>(random.below(static_cast<std::uint64_t>(hosts)));
            const std::size_t bytes = random.chance(1, 10) ? random.below(12'000) : random.below(1500);
            const auto completion = random.chance(1, 20) ? Completion::confirmed : Completion::retained;
            program.push_back({Step{Step::Kind::bcast, number, root, bytes, completion}});
        }
        MulticastNetwork network({.hosts = hosts,
                                  .seed = seed,
                                  .rate = random.chance(1, 2) ? 1e9 : 20e6,
                                  .loss = static_cast<double>(seed % 4) * 0.03,
                                  .duplicate = 0.01,
                                  .reorder = 0.03},
                                 channel, program);
        for (int late = 1; late < hosts; ++late)
            network.at(late).be_late(random.below(100),
                                     50'000'000 + static_cast<std::int64_t>(random.below(2'000'000'000)));
        REQUIRE(network.run());
        REQUIRE(network.settle());
    }
}
