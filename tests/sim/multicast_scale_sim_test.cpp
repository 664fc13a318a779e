#include <catch2/catch.hpp>
#include <cstdio>

#include "tests/seeds.hpp"
#include "tests/sim/multicast_network.hpp"

using namespace shunt;
using multicast::Acknowledge;
using multicast::Completion;
using sim::Ethernet;
using sim::MulticastNetwork;
using sim::Step;

namespace {

constexpr std::size_t kMegabyte = 1 << 20;
#if defined(__SANITIZE_ADDRESS__)
constexpr int kMostNodes = 1024;  // as many paths, in a quarter of the time
#else
constexpr int kMostNodes = 4096;
#endif

struct Figures {
    bool right = false;
    double over_wire = 0;             ///< time until all receivers and the root have finished, divided by the wire time
    std::uint64_t root_received = 0;  ///< number of naks and acks
    std::uint64_t repairs = 0;
    std::uint64_t requests = 0;
};

Figures broadcast(int nodes, Acknowledge acknowledge, double loss, std::size_t bytes, std::uint64_t seed) {
    Ethernet::Settings ethernet{.hosts = nodes, .seed = seed, .loss = loss};
    multicast::Settings settings;
    settings.acknowledge = acknowledge;
    MulticastNetwork network(ethernet, settings, {{Step{.bytes = bytes}}});
    Figures figures;
    figures.right = network.run();
    figures.over_wire =
        static_cast<double>(network.finished_at()) / static_cast<double>(sim::wire_time(network.net, bytes));
    const multicast::Counters& root = network.at(0).channel.counters();
    figures.root_received = root.naks + root.acks;
    figures.repairs = root.repairs + root.parities;
    figures.requests = root.status_requests;
    return figures;
}

void print(int nodes, const char* how, double loss, const Figures& f) {
    std::printf("| %d | %s | %.2f %% | %llu | %llu | %llu | %.3f |\n", nodes, how, loss * 100,
                static_cast<unsigned long long>(f.root_received), static_cast<unsigned long long>(f.repairs),
                static_cast<unsigned long long>(f.requests), f.over_wire);
}

}  // namespace

TEST_CASE("1 MB reaches thousands of receivers within 10 % of the wire time at 0.01 % loss", "[multicast]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 2)));
    CAPTURE(seed);
    const Figures figures = broadcast(kMostNodes, Acknowledge::automatic, 0.0001, kMegabyte, seed);
    print(kMostNodes, "automatic", 0.0001, figures);
    CHECK(figures.right);
    CHECK(figures.over_wire < 1.10);
    CHECK(figures.root_received < 600);  // about 300 packets are lost, and 64 children acknowledge twice each
}

TEST_CASE("1 MB to 4095 receivers with other seeds", "[.seeds]") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        print(4096, "automatic", 0.0001, broadcast(4096, Acknowledge::automatic, 0.0001, kMegabyte, seed));
}

TEST_CASE("The table of the README: messages at the root and time, flat and tree", "[.table]") {
    std::printf(
        "| nodes | acknowledge | loss | naks and acks at the root | repairs | requests | time / wire "
        "|\n|---|---|---|---|---|---|---|\n");
    for (const double loss : {0.0, 0.0001, 0.01})
        for (const int nodes : {16, 64, 256, 1024, 4096}) {
            print(nodes, "flat", loss, broadcast(nodes, Acknowledge::flat, loss, kMegabyte, 7));
            print(nodes, "tree", loss, broadcast(nodes, Acknowledge::tree, loss, kMegabyte, 7));
        }
}
