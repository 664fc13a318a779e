#include "native/engines/phased/phases.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace shunt::phased;

TEST_CASE("a node that passes a late node by sends one move at a time, also of several to one node", "[phased]") {
    const std::uint64_t bytes = 50'000;
    PhaseRules rules;
    rules.phases = 4;
    rules.small_bytes = 2000;
    Phases phases({{1, 7, 0, bytes}, {2, 8, 0, bytes}, {3, 8, bytes, bytes}}, {}, rules);
    phases.token(8);
    phases.token(8);
    CHECK_FALSE(phases.next_send());  // node 7 is the first, and has not given its token
    phases.be_impatient();
    REQUIRE(phases.next_send() == 1);
    CHECK_FALSE(phases.next_send());  // the second part for node 8 waits for the first to leave
    phases.be_impatient();
    CHECK_FALSE(phases.next_send());
    phases.sent(1);
    CHECK_FALSE(phases.next_send());  // node 7 is next again
    phases.be_impatient();
    REQUIRE(phases.next_send() == 2);
    phases.token(7);
    CHECK_FALSE(phases.next_send());
    phases.sent(2);
    REQUIRE(phases.next_send() == 0);
    phases.sent(0);
    CHECK(phases.done());
}

TEST_CASE("nodes meet as soon as a port has room for the bytes still to come, of short messages for the last part",
          "[phased]") {
    for (const std::uint64_t bytes : {std::uint64_t{60'000}, std::uint64_t{8'000}}) {
        PhaseRules rules;
        rules.separation = Separation::barrier;
        rules.phases = 2;
        rules.early_bytes = 10'000;
        Phases phases({{0, 1, 0, bytes}, {1, 2, 0, bytes}}, {{0, 2, 0, bytes}, {1, 1, 0, bytes}}, rules);
        const std::uint64_t room = std::min<std::uint64_t>(10'000, bytes / 4);
        REQUIRE(phases.next_send() == 0);
        phases.grows(2, bytes - room);
        CHECK_FALSE(phases.next_barrier());  // this node still sends
        phases.sent(0);
        REQUIRE(phases.next_barrier() == 0);
        CHECK_FALSE(phases.next_send());  // not before all nodes are in the barrier
        phases.released(0);
        REQUIRE(phases.next_send() == 1);
        phases.received(2);

        Phases other({{0, 1, 0, bytes}}, {{0, 2, 0, bytes}}, rules);
        REQUIRE(other.next_send() == 0);
        other.sent(0);
        other.grows(2, bytes - room - 1);
        CHECK_FALSE(other.next_barrier());
        other.grows(2, 1);
        CHECK(other.next_barrier() == 0);
    }
}
