// The places of ranks as scripts see them, and how links are measured.
#include <catch2/catch.hpp>
#include <set>

#include "native/engines/script/link_programs.hpp"
#include "native/engines/script/places.hpp"
#include "native/engines/script/plan.hpp"

using namespace shunt;
using namespace shunt::script_engine;

TEST_CASE("in the rounds of a measurement each pair of nodes meets once, and a node one other at a time", "[script]") {
    for (int nodes = 1; nodes <= 17; ++nodes) {
        std::set<std::pair<int, int>> met;
        for (const auto& partner : rounds_of(nodes)) {
            REQUIRE(partner.size() == static_cast<std::size_t>(nodes));
            for (int node = 0; node < nodes; ++node) {
                const int other = partner[static_cast<std::size_t>(node)];
                if (other < 0) continue;
                REQUIRE(other != node);
                REQUIRE(partner[static_cast<std::size_t>(other)] == node);
                if (node < other) REQUIRE(met.insert({node, other}).second);
            }
        }
        CHECK(met.size() == static_cast<std::size_t>(nodes * (nodes - 1) / 2));
    }
}

TEST_CASE("links are reported alike in both directions from one end's measurements", "[script]") {
    const LinkTimes near{2 * kPings * 1000, 100'000, 200'000}, far{2 * kPings * 400'000, 600'000, 600'000 + 131'072};
    const std::vector<int> node_of{0, 0, 1};
    std::vector<LinkTimes> all(6);
    all[0] = near;  // rank 0 with its own node
    all[1] = far;   // and with node 1
    const std::vector<script::Link> links = links_of(all, node_of, 2);
    CHECK(links[0].latency == Approx(1e-6));
    CHECK(links[1].latency == Approx(400e-6));
    CHECK(links[2].latency == links[1].latency);
    CHECK(links[1].rate == Approx(1e9));
    CHECK(links[3].latency == 0);
    CHECK(links[3].rate > 1e11);
    const program::Program ping = ping_program(3, 0, 2, 8, 5);
    for (int rank = 0; rank < 3; ++rank) CHECK(flaw_of_steps(ping, rank, 1) == "");
    CHECK(ping.ranks[0].steps.size() == 10);
    CHECK(ping.ranks[1].steps.empty());
}

TEST_CASE("switches are declared by patterns of names and addresses", "[script]") {
    const std::string_view switches = "left=10.1.* right=node2* right=*.example rest=*";
    CHECK(switch_of(switches, "node1", "10.1.0.7") == "left");
    CHECK(switch_of(switches, "node21", "10.2.0.7") == "right");
    CHECK(switch_of(switches, "a.example", "") == "right");
    CHECK(switch_of(switches, "node1", "10.11.0.7") == "rest");
    CHECK(switch_of("a=10.1.*  b", "node1", "10.2.0.1") == "");
    CHECK(switch_of("a=*x*y*", "axbycz", "") == "a");
    CHECK(switch_of("a=*x*y", "axbycz", "") == "");
}
