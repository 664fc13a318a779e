#include "native/engines/remote_write/preferred_peers.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

using namespace shunt::remote_write;

TEST_CASE("the busiest peers are preferred, and stay until others are twice as busy", "[remote_write]") {
    PreferredPeers peers(2);
    using Uses = std::vector<PreferredPeers::Use>;
    CHECK(peers.review(Uses{{1, 10, false, false}, {2, 30, false, false}, {3, 20, false, false}}));
    CHECK((peers.prefers(2) && peers.prefers(3) && !peers.prefers(1)));
    CHECK_FALSE(peers.review(Uses{{1, 39, false, false}, {2, 20, true, false}, {3, 20, true, false}}));
    CHECK(peers.review(Uses{{1, 41, false, false}, {2, 20, true, false}, {3, 21, true, false}}));
    CHECK((peers.prefers(1) && peers.prefers(3) && !peers.prefers(2)));
    SECTION("an expected peer counts like one with a channel, until other peers are expected") {
        peers.expect(std::array{2, 3});
        CHECK_FALSE(peers.review(Uses{{1, 39, true, false}, {2, 40, false, false}, {3, 40, false, false}}));
        CHECK(peers.review(Uses{{1, 21, false, false}, {2, 10, false, false}, {3, 40, false, false}}));
        CHECK((peers.prefers(1) && peers.prefers(3) && !peers.prefers(2)));
        peers.expect({});
        CHECK(peers.review(Uses{{1, 21, false, false}, {2, 22, false, false}, {3, 40, false, false}}));
        CHECK((peers.prefers(2) && peers.prefers(3) && !peers.prefers(1)));
    }
    SECTION("a peer that was left out is considered again when other peers are expected") {
        CHECK(peers.review(Uses{{1, 50, true, false}, {2, 20, false, false}, {3, 90, true, true}}));
        peers.expect(std::array{2});
        CHECK(peers.review(Uses{{1, 50, false, false}, {2, 20, false, false}, {3, 90, false, false}}));
        CHECK((peers.prefers(1) && peers.prefers(3)));
    }
    SECTION("a peer without traffic is not preferred") {
        CHECK(peers.review(Uses{{1, 5, true, false}, {2, 0, false, false}, {3, 0, true, false}}));
        CHECK((peers.prefers(1) && !peers.prefers(2) && !peers.prefers(3)));
    }
    SECTION("a receiver without a free place is left out for some time") {
        const Uses uses{{1, 50, true, false}, {2, 20, false, false}, {3, 90, true, true}};
        CHECK(peers.review(uses));
        CHECK((peers.prefers(1) && peers.prefers(2)));
        const Uses later{{1, 50, true, false}, {2, 20, true, false}, {3, 90, false, false}};
        for (std::uint64_t i = 1; i < PreferredPeers::kReviewsLeftOut; ++i) CHECK_FALSE(peers.review(later));
        CHECK(peers.review(later));
        CHECK(peers.prefers(3));
    }
}

TEST_CASE("places are reserved for preferred processes until they decline", "[remote_write]") {
    PreferredPeers peers(2);
    peers.expect(std::array{7, 8, 9});
    CHECK_FALSE(peers.admits(9));  // the third of two
    CHECK_FALSE(peers.admits(1));  // both are reserved
    CHECK(peers.admits(7));
    peers.declined(7);
    CHECK(peers.admits(2));
    peers.made(2);
    CHECK_FALSE(peers.admits(3));  // reserved for 8
    CHECK(peers.too_many() == 0);
    peers.expect(std::array{8, 9});
    CHECK(peers.too_many() == 1);
    CHECK(peers.admits(9));
    peers.made(9);
    CHECK_FALSE(peers.admits(8));
    peers.gone(2);
    CHECK(peers.admits(8));
    peers.made(8);
    CHECK(peers.too_many() == 0);
}
