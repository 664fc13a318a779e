#include "native/schedule/rotation.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <vector>

using namespace shunt::schedule;

TEST_CASE("rotation lets every pair of ranks meet exactly once", "[schedule]") {
    for (int size = 1; size <= 64; ++size) {
        std::vector<int> sent(static_cast<std::size_t>(size * size));
        for (int phase = 0; phase < rotation_phases(size); ++phase)
            for (int rank = 0; rank < size; ++rank)
                ++sent[static_cast<std::size_t>(rank * size + rotation_peers(rank, size, phase).to)];
        for (int from = 0; from < size; ++from)
            for (int to = 0; to < size; ++to) {
                CAPTURE(size, from, to);
                REQUIRE(sent[static_cast<std::size_t>(from * size + to)] == (from == to ? 0 : 1));
            }
    }
}

TEST_CASE("in a rotation phase no rank sends or receives twice", "[schedule]") {
    for (int size = 2; size <= 64; ++size)
        for (int phase = 0; phase < rotation_phases(size); ++phase) {
            std::vector<int> receives(static_cast<std::size_t>(size)), sends(static_cast<std::size_t>(size));
            for (int rank = 0; rank < size; ++rank) {
                const auto peers = rotation_peers(rank, size, phase);
                ++receives[static_cast<std::size_t>(peers.to)];
                ++sends[static_cast<std::size_t>(peers.from)];
            }
            CAPTURE(size, phase);
            REQUIRE(receives == std::vector<int>(static_cast<std::size_t>(size), 1));
            REQUIRE(sends == std::vector<int>(static_cast<std::size_t>(size), 1));
        }
}

TEST_CASE("in a rotation phase the rank one sends to receives from that one", "[schedule]") {
    for (int size = 2; size <= 64; ++size)
        for (int phase = 0; phase < rotation_phases(size); ++phase)
            for (int rank = 0; rank < size; ++rank)
                REQUIRE(rotation_peers(rotation_peers(rank, size, phase).to, size, phase).from == rank);
}

TEST_CASE("rotation of 6 nodes is Figure 3.2 of the paper", "[schedule]") {
    STATIC_REQUIRE(rotation_phases(6) == 5);
    CHECK(rotation_peers(5, 6, 0) == PhasePeers{0, 4});
    CHECK(rotation_peers(0, 6, 1) == PhasePeers{2, 4});
    CHECK(rotation_peers(3, 6, 2) == PhasePeers{0, 0});
    CHECK(rotation_peers(4, 6, 3) == PhasePeers{2, 0});
    CHECK(rotation_peers(5, 6, 4) == PhasePeers{4, 0});
}

TEST_CASE("one rank has no phases and two have one", "[schedule]") {
    STATIC_REQUIRE(rotation_phases(1) == 0);
    STATIC_REQUIRE(rotation_phases(2) == 1);
    CHECK(rotation_peers(0, 2, 0) == PhasePeers{1, 1});
    CHECK(rotation_peers(1, 2, 0) == PhasePeers{0, 0});
}

TEST_CASE("rotation does not overflow at the largest size", "[schedule]") {
    const int most = std::numeric_limits<int>::max();
    CHECK(rotation_peers(most - 1, most, most - 2) == PhasePeers{most - 2, 0});
}
