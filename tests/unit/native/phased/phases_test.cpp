#include "native/phased/phases.hpp"

#include <catch2/catch.hpp>

using namespace shunt::phased;

TEST_CASE("who passes a late node by sends one move at a time, also of several to one node", "[phased]") {
    const std::uint64_t bytes = 50'000;
    PhaseRules rules;
    rules.phases = 4;
    rules.small_bytes = 2000;
    Phases phases({{1, 7, 0, bytes}, {2, 8, 0, bytes}, {3, 8, bytes, bytes}}, {}, rules);
    phases.token(8);
    phases.token(8);
    CHECK_FALSE(phases.next_send());   // node 7 comes first, and has not called
    phases.be_impatient();
    REQUIRE(phases.next_send() == 1);
    CHECK_FALSE(phases.next_send());   // the second part for node 8 waits for the first to leave
    phases.be_impatient();
    CHECK_FALSE(phases.next_send());
    phases.sent(1);
    CHECK_FALSE(phases.next_send());   // node 7 has its turn again
    phases.be_impatient();
    REQUIRE(phases.next_send() == 2);
    phases.token(7);
    CHECK_FALSE(phases.next_send());
    phases.sent(2);
    REQUIRE(phases.next_send() == 0);
    phases.sent(0);
    CHECK(phases.done());
}
