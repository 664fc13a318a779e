#include <catch2/catch.hpp>

#include "tests/seeds.hpp"
#include "tests/sim/multicast_network.hpp"

using namespace shunt;
using multicast::Acknowledge;
using multicast::Completion;
using sim::Ethernet;
using sim::MulticastNetwork;
using sim::Program;
using sim::Round;
using sim::Step;

namespace {

constexpr std::size_t kSizes[] = {0, 1, 1451, 1452, 1453, 20'000, 65'536};

/// A program drawn from one seed: bcasts (each retained or confirmed, any root, any size), barriers and allgathers.
Program random_program(Random& random, int nodes, std::size_t rounds, std::uint32_t first) {
    Program program(rounds);
    std::uint32_t number = first;
    const auto node = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(nodes))); };
    for (Round& round : program) {
        const auto completion = random.chance(1, 2) ? Completion::retained : Completion::confirmed;
        const std::size_t bytes = kSizes[random.below(std::size(kSizes))];
        switch (random.below(7)) {
            case 0: round.push_back({Step::Kind::barrier, number++, node()}); break;
            case 1:
                for (int root = 0; root < nodes; ++root)
                    round.push_back(
                        {Step::Kind::bcast, number++, root, std::min<std::size_t>(bytes, 3000), completion});
                break;
            case 3:
                for (int root = 0; root < nodes; ++root)
                    round.push_back({Step::Kind::bcast,
                                     number++,
                                     root,
                                     kSizes[random.below(std::size(kSizes))],
                                     completion,
                                     {},
                                     true});
                break;
            case 2: round.push_back({Step::Kind::bcast, number++, node(), bytes, completion, {node(), node()}}); break;
            default: round.push_back({Step::Kind::bcast, number++, node(), bytes, completion}); break;
        }
    }
    return program;
}

Ethernet::Settings random_ethernet(Random& random, std::uint64_t seed, int hosts) {
    constexpr double kLoss[] = {0, 0.001, 0.01, 0.1, 0.3};
    Ethernet::Settings settings{.hosts = hosts, .seed = seed};
    settings.rate = random.chance(1, 2) ? 1e9 : 20e6;
    settings.propagation = random.chance(1, 4) ? 500'000 : 1'000;
    settings.loss = kLoss[random.below(std::size(kLoss))];
    settings.duplicate = random.chance(1, 2) ? 0.01 : 0;
    settings.reorder = random.chance(1, 2) ? 0.05 : 0;
    settings.receive_buffer_packets = random.chance(1, 3) ? 16 : 1024;
    settings.output_queue_bytes = random.chance(1, 3) ? 32 << 10 : 512 << 10;
    settings.packet_cost = random.chance(1, 4) ? 20'000 : 0;
    settings.two_switches = random.chance(1, 4);
    return settings;
}

MulticastNetwork one_megabyte(Ethernet::Settings ethernet, std::size_t times = 1) {
    Program program;
    for (std::size_t i = 0; i < times; ++i)
        program.push_back({Step{.number = static_cast<std::uint32_t>(i + 1), .bytes = 1 << 20}});
    return {ethernet, {}, program};
}

}  // namespace

TEST_CASE("Every operation arrives once and right and is confirmed on any network", "[multicast]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 400); ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const int nodes = 2 + static_cast<int>(random.below(7));
        multicast::Settings settings;
        settings.first_operation = random.chance(1, 4) ? 0u - 5 : 1;
        settings.acknowledge = static_cast<Acknowledge>(random.below(3));
        settings.early_bytes = random.chance(1, 3) ? 5'000 : 256 << 10;
        settings.retained_bytes = random.chance(1, 3) ? 2'000 : 256 << 10;
        const auto ethernet = random_ethernet(random, seed, nodes);
        MulticastNetwork network(ethernet, settings, random_program(random, nodes, 10, settings.first_operation));
        for (auto& station : network.stations) {
            station->readable = random.chance(1, 2);
            if (random.chance(1, 4))
                station->be_late(random.below(10), static_cast<std::int64_t>(random.below(2'000'000'000)));
        }
        REQUIRE(network.run());
        REQUIRE(network.settle());
    }
}

TEST_CASE("Every size from every root arrives, at 0 to 10 % loss", "[multicast]") {
    for (const double loss : {0.0, 0.001, 0.01, 0.1})
        for (const std::size_t bytes : {0u, 1u, 1452u, 1453u, 65'536u, 1u << 20, (1u << 20) + 1}) {
            CAPTURE(loss, bytes);
            Program program;
            for (int root = 0; root < 5; ++root)
                program.push_back({Step{.number = static_cast<std::uint32_t>(root + 1), .root = root, .bytes = bytes}});
            MulticastNetwork network({.hosts = 5, .seed = 11, .loss = loss, .duplicate = 0.01, .reorder = 0.02}, {},
                                     program);
            CHECK(network.run());
        }
}

TEST_CASE("A megabyte under 1 % loss takes at most 1.3 times the wire time", "[multicast]") {
    for (const double rate : {20e6, 1e9}) {
        auto network = one_megabyte({.hosts = 16, .seed = 3, .rate = rate, .loss = 0.01});
        REQUIRE(network.run());
        CHECK(static_cast<double>(network.finished_at()) <
              1.3 * static_cast<double>(sim::wire_time(network.net, 1 << 20)));
    }
}

TEST_CASE("Two switches with one trunk cost a bcast nothing", "[multicast]") {
    auto one = one_megabyte({.hosts = 16, .seed = 3});
    auto two = one_megabyte({.hosts = 16, .seed = 3, .two_switches = true});
    REQUIRE((one.run() && two.run()));
    CHECK(two.finished_at() < one.finished_at() + 100'000);
}

TEST_CASE("A receiver 5 s late delays only itself and the root", "[multicast]") {
    auto network = one_megabyte({.hosts = 8, .seed = 5});
    network.at(3).be_late(0, 5'000'000'000);
    REQUIRE(network.run());
    const std::int64_t wire = sim::wire_time(network.net, 1 << 20);
    for (int node = 1; node < 8; ++node) {
        CAPTURE(node);
        if (node != 3) CHECK(network.at(node).finished_at() < wire * 11 / 10);
    }
    CHECK(network.at(3).finished_at() < 5'000'000'000 + 2 * wire + 100'000'000);
}

TEST_CASE("Retained operations of a root go on while one receiver is late", "[multicast]") {
    Program program;
    for (std::uint32_t number = 1; number <= 20; ++number)
        program.push_back({Step{.number = number, .bytes = 1000, .completion = Completion::retained}});
    MulticastNetwork network({.hosts = 8, .seed = 5}, {}, program);
    network.at(3).be_late(0, 5'000'000'000);
    REQUIRE(network.run(600'000'000'000, 3));
    CHECK(network.finished_at(3) < 10'000'000);
    CHECK(network.at(0).channel.unconfirmed());
    CHECK(network.run());
    CHECK(network.settle());
}

TEST_CASE("A loop of 1-byte bcasts costs one datagram an operation at the root, and hardly any back", "[multicast]") {
    Program program;
    for (std::uint32_t number = 1; number <= 1000; ++number)
        program.push_back({Step{.number = number, .bytes = 1, .completion = Completion::retained}});
    MulticastNetwork network({.hosts = 16, .seed = 5}, {}, program);
    REQUIRE((network.run() && network.settle()));
    const multicast::Counters& root = network.at(0).channel.counters();
    CHECK(root.data == 1000);
    CHECK(root.repairs + root.ends + root.status_requests + root.naks == 0);
    CHECK(root.acks < 15 * 50);  // each receiver acknowledges about once in 32 operations
}

TEST_CASE("In a loop of allgathers data acknowledge earlier operations: only the last is acknowledged separately",
          "[multicast]") {
    constexpr int kNodes = 16;
    const double loss = GENERATE(0.0, 0.01);
    CAPTURE(loss);
    Program program(200);
    std::uint32_t number = 1;
    for (Round& round : program)
        for (int root = 0; root < kNodes; ++root)
            round.push_back({Step::Kind::bcast, number++, root, 1000, Completion::retained});
    MulticastNetwork network({.hosts = kNodes, .seed = 5, .loss = loss}, {}, program);
    REQUIRE((network.run() && network.settle()));
    for (const auto& station : network.stations) {
        const multicast::Counters& counters = station->channel.counters();
        CHECK(counters.data == 200);
        if (loss == 0) CHECK(counters.acks == kNodes - 1);
        else CHECK(counters.acks < 4 * kNodes);
        CHECK_FALSE(station->channel.unconfirmed());
    }
}

TEST_CASE("A lost last packet is asked for after a short silence", "[multicast]") {
    MulticastNetwork network({.hosts = 4, .seed = 5}, {}, {{Step{.bytes = 1, .completion = Completion::retained}}});
    int lost = 0;
    network.net.lose = [&](auto, int, int to, bool) { return to == 2 && lost++ == 0; };
    REQUIRE(network.run());
    CHECK(network.at(2).finished_at() < 8'000'000);
    CHECK(network.at(2).channel.counters().naks_sent == 1);
}

TEST_CASE("When a receiver dies the others finish, and the root knows since when", "[multicast]") {
    auto network = one_megabyte({.hosts = 8, .seed = 5});
    network.net.kill(3);
    CHECK_FALSE(network.net.run([&] { return network.at(0).done(); }, 1));
    network.start();
    CHECK_FALSE(network.run(10'000'000'000, 3));
    for (int node = 1; node < 8; ++node) CHECK(network.at(node).done() == (node != 3));
    const multicast::Channel& root = network.at(0).channel;
    CHECK_FALSE(root.finished(1));
    CHECK(root.status(1) == Status::again);
    CHECK(root.stalled_since(1) < 20'000'000);
    CHECK(root.counters().status_requests < 60);
    network.at(0).channel.confirm(1, 3);
    CHECK(root.finished(1));
}

TEST_CASE("When all multicast is lost, unicast repairs carry the operations", "[multicast]") {
    Program program;
    for (std::uint32_t number = 1; number <= 4; ++number)
        program.push_back({Step{.number = number, .root = static_cast<int>(number), .bytes = 200'000}});
    MulticastNetwork network({.hosts = 6, .seed = 5}, {}, program);
    network.net.lose = [&](auto, int, int, bool is_group) { return is_group && network.at(1).round() > 0; };
    CHECK(network.run());
    CHECK(network.settle());
}

TEST_CASE("When all datagrams are lost, every node knows since when", "[multicast]") {
    auto network = one_megabyte({.hosts = 4, .seed = 5}, 2);
    network.net.lose = [&](auto, int, int, bool) { return network.at(0).round() > 0; };
    CHECK_FALSE(network.run(20'000'000'000));
    for (int node = 0; node < 4; ++node) {
        CAPTURE(node);
        CHECK_FALSE(network.at(node).channel.finished(2));
        CHECK(network.at(node).channel.stalled_since(2) < 30'000'000);
    }
    // The driver fetches the rest by another path, in pieces that are not packets.
    sim::Contents contents(5, (1 << 21) + 8192);
    for (int node = 1; node < 4; ++node) {
        for (std::size_t at = 0; at < 1 << 20; at += 50'000) {
            std::vector<std::byte> piece(std::min<std::size_t>(50'000, (1 << 20) - at));
            REQUIRE(network.at(0).channel.read(2, at, piece));
            network.at(node).channel.provide(2, at, piece);
        }
        CHECK(network.at(node).channel.finished(2));
        network.at(0).channel.confirm(2, node);
    }
    network.start();
    CHECK(network.run(30'000'000'000));
}

TEST_CASE("When all datagrams are lost, TCP completes barriers and broadcasts of any number of nodes", "[multicast]") {
    for (const int nodes : {4, 32, 33, 34, 200}) {
        for (const auto acknowledge : {Acknowledge::automatic, Acknowledge::tree}) {
            CAPTURE(nodes, static_cast<int>(acknowledge));
            Program program;
            for (std::uint32_t number = 1; number <= 9; ++number) {
                const int root = static_cast<int>(number * 5) % nodes;
                if (number % 3 == 0)
                    program.push_back(
                        {Step{.number = number, .root = root, .bytes = 3000, .completion = Completion::retained}});
                else program.push_back({Step{Step::Kind::barrier, number, root}});
            }
            MulticastNetwork network({.hosts = nodes, .seed = 9}, {.acknowledge = acknowledge}, program);
            network.at(nodes - 1).be_late(5, 8'000'000'000);
            network.net.lose = [&](auto, int, int, bool) { return network.at(1).round() > 0; };
            network.start();
            bool done = false;
            for (std::int64_t until = 0; until < 60'000'000'000 && !done; until += 100'000'000) {
                done = network.run(until);
                network.rescue_all();
            }
            CHECK(done);
            for (const auto& station : network.stations) CHECK(station->all_right());
        }
    }
}

TEST_CASE("The root of a barrier by the tree can name a node that has not arrived", "[multicast]") {
    MulticastNetwork network({.hosts = 100, .seed = 9}, {}, {{Step{Step::Kind::barrier, 1, 7}}});
    network.net.kill(42);
    CHECK_FALSE(network.run(5'000'000'000));
    CHECK_FALSE(network.at(7).done());
    // In the end the nodes below 42 notify the root themselves. Until then their arrivals are held back by their parent
    // in the tree.
    const int missing = network.at(7).channel.unconfirmed_node(1);
    CHECK((missing >= 0 && missing != 7));
    for (int node = 0; node < 100; ++node)
        if (node != 42 && node != 7) network.at(7).channel.arrived(1, node, network.net.now());
    CHECK(network.at(7).channel.unconfirmed_node(1) == 42);
    CHECK_FALSE(network.at(7).channel.finished(1));
    network.at(7).channel.arrived(1, 42, network.net.now());
    CHECK(network.at(7).channel.finished(1));
}

TEST_CASE("A slow reader gets everything and does not slow the others", "[multicast]") {
    auto network = one_megabyte({.hosts = 8, .seed = 5, .receive_buffer_packets = 64});
    network.net.set_packet_cost(3, 120'000);  // a tenth of the wire's speed
    REQUIRE(network.run());
    const std::int64_t wire = sim::wire_time(network.net, 1 << 20);
    for (int node = 1; node < 8; ++node) {
        if (node != 3) CHECK(network.at(node).finished_at() < wire * 12 / 10);
    }
    CHECK(network.at(3).finished_at() < 40 * wire);
}

TEST_CASE("An allgather of 16 roots at once completes through ports that it overloads", "[multicast]") {
    for (const std::size_t bytes : {1u, 1024u, 65'536u}) {
        CAPTURE(bytes);
        Program program(3);
        std::uint32_t number = 1;
        for (Round& round : program)
            for (int root = 0; root < 16; ++root)
                round.push_back({Step::Kind::bcast, number++, root, bytes, Completion::confirmed});
        MulticastNetwork network({.hosts = 16, .seed = 5, .rate = 20e6, .output_queue_bytes = 64 << 10}, {}, program);
        CHECK(network.run());
    }
}

/// Every node broadcasts a block of `bytes`, all at the same time and paced; repeated `times` times.
Program paced_allgathers(int nodes, std::size_t bytes, std::size_t times) {
    Program program(times);
    std::uint32_t number = 1;
    for (Round& round : program)
        for (int root = 0; root < nodes; ++root)
            round.push_back({Step::Kind::bcast, number++, root, bytes, Completion::confirmed, {}, true});
    return program;
}

TEST_CASE("Roots that share their pace fill every port, and no more", "[multicast]") {
    const int nodes = kSanitized ? GENERATE(2, 16) : GENERATE(2, 4, 16, 32);
    const double rate = GENERATE(20e6, 1e9);
    CAPTURE(nodes, rate);
    constexpr std::size_t kBytes = 256 << 10, kPackets = (kBytes + 1451) / 1452;
    // A queue of 100 KB. Roots in succession would leave it idle; roots that all send without a pace would overrun it.
    MulticastNetwork network({.hosts = nodes, .seed = 7, .rate = rate, .output_queue_bytes = 100 << 10}, {},
                             paced_allgathers(nodes, kBytes, 2));
    REQUIRE(network.run());
    const double wire = 2e9 * 8 * (nodes - 1) * static_cast<double>(kBytes + kPackets * 62) / rate;
    CHECK(static_cast<double>(network.finished_at()) / wire < 1.02);
    for (const auto& station : network.stations) CHECK(station->channel.counters().repairs == 0);
}

TEST_CASE("Roots that share their pace complete under loss, and do not run far ahead of a late one", "[multicast]") {
    MulticastNetwork lossy({.hosts = 16, .seed = 8, .rate = 20e6, .loss = 0.01}, {}, paced_allgathers(16, 64 << 10, 3));
    REQUIRE(lossy.run());
    CHECK(lossy.finished_at() < 3 * 550'000'000LL);  // 410 ms each without loss

    MulticastNetwork late({.hosts = 16, .seed = 9, .rate = 20e6}, {}, paced_allgathers(16, 64 << 10, 1));
    late.at(3).be_late(0, 5'000'000'000);
    REQUIRE(late.run());
    CHECK(late.finished_at() < 5'450'000'000LL);
    CHECK(late.at(3).channel.counters().early_dropped < 200);
}

TEST_CASE("Two roots that overload every port slow down, and one receiver that loses alone slows no root",
          "[multicast]") {
    Program program;
    for (std::uint32_t number = 1; number <= 8; number += 2)
        program.push_back({Step{.number = number, .root = 0, .bytes = 1 << 20},
                           Step{.number = number + 1, .root = 1, .bytes = 1 << 20}});
    MulticastNetwork network({.hosts = 6, .seed = 5, .output_queue_bytes = 64 << 10}, {}, program);
    REQUIRE(network.run());
    CHECK(network.at(0).channel.counters().slowdowns + network.at(1).channel.counters().slowdowns > 0);
    CHECK(network.finished_at() < 8 * 8 * sim::wire_time(network.net, 1 << 20));  // 19 without slowing down

    auto alone = one_megabyte({.hosts = 6, .seed = 5}, 4);
    alone.net.lose = [&](auto, int from, int to, bool) {
        return from == 0 && to == 2 && alone.net.random().chance(1, 2);
    };
    REQUIRE(alone.run());
    CHECK(alone.at(0).channel.counters().slowdowns == 0);
}

TEST_CASE("No node leaves a barrier before the last has entered it", "[multicast]") {
    for (const int nodes : {2, 16, 33, 200}) {
        CAPTURE(nodes);
        Program program;
        for (std::uint32_t number = 1; number <= 3; ++number)
            program.push_back({Step{Step::Kind::barrier, number, static_cast<int>(number) % nodes}});
        MulticastNetwork network({.hosts = nodes, .seed = 9, .loss = 0.02}, {}, program);
        network.at(nodes - 1).be_late(1, 1'000'000'000);
        CHECK_FALSE(network.run(999'000'000));
        for (const auto& station : network.stations) CHECK(station->round() == 1);
        CHECK(network.run());
        CHECK(network.settle());
    }
}

TEST_CASE("A root and a receiver learn that their lengths differ, and nothing hangs", "[multicast]") {
    for (const std::size_t bytes : {0u, 1u, 1452u, 1453u, 2904u, 65'536u})
        for (const std::size_t more : {1u, 1451u, 1452u, 5000u}) {
            CAPTURE(bytes, more);
            MulticastNetwork network({.hosts = 4, .seed = 5, .loss = 0.05}, {}, {{Step{.bytes = bytes}}});
            network.at(2).length_error = more;
            CHECK_FALSE(network.run());
            for (const auto& station : network.stations) CHECK(station->done());
            CHECK(network.at(2).channel.wrong_length(1));
            CHECK(network.at(2).channel.status(1) == Status::bug);
            CHECK(network.at(1).channel.status(1) == Status::ok);
        }
}
