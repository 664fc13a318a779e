#include "native/engines/multicast/timing.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace shunt::multicast;

TEST_CASE("jitter stays below its limit and differs between nodes", "[multicast][timing]") {
    std::set<std::int64_t> seen;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Timing timing(4, seed);
        const std::int64_t jitter = timing.jitter(1'000'000);
        CHECK(jitter >= 0);
        CHECK(jitter < 1'000'000);
        seen.insert(jitter);
    }
    CHECK(seen.size() > 45);
}

TEST_CASE("the same seed gives the same times", "[multicast][timing]") {
    Timing one(4, 7), other(4, 7);
    for (int i = 0; i < 20; ++i) CHECK(one.gap_delay() == other.gap_delay());
}

TEST_CASE("the more nodes there are, the wider naks are spread", "[multicast][timing]") {
    Timing few(2, 1), many(1000, 1);
    std::int64_t most_of_few = 0, most_of_many = 0;
    for (int i = 0; i < 200; ++i) {
        most_of_few = std::max(most_of_few, few.gap_delay());
        const std::int64_t delay = many.gap_delay();
        CHECK(delay >= 100 * kMicrosecond);
        most_of_many = std::max(most_of_many, delay);
    }
    CHECK(most_of_few < 100 * kMicrosecond + 2 * 250);
    CHECK(most_of_many > 200 * kMicrosecond);
    CHECK(many.collect() > few.collect());
}

TEST_CASE("silence is five milliseconds until a repair has been timed, then two round trips within one and five",
          "[multicast][timing]") {
    Timing timing(4, 1);
    CHECK(timing.silence() == 5 * kMillisecond);
    timing.repair_took(kMillisecond);
    CHECK(timing.silence() == 2 * kMillisecond);
    Timing quick(4, 1), slow(4, 1);
    quick.repair_took(10 * kMicrosecond);
    CHECK(quick.silence() == kMillisecond);
    slow.repair_took(100 * kMillisecond);
    CHECK(slow.silence() == 5 * kMillisecond);
}

TEST_CASE("round trips are smoothed by an eighth", "[multicast][timing]") {
    Timing timing(0, 1);
    timing.ack_took(8 * kMillisecond);
    CHECK(timing.patience() == 24 * kMillisecond);
    timing.ack_took(16 * kMillisecond);
    CHECK(timing.patience() == 27 * kMillisecond);
}

TEST_CASE("a root is never more impatient than four milliseconds, and with each node a little more patient",
          "[multicast][timing]") {
    Timing timing(100, 1);
    CHECK(timing.patience() == 50 * kMillisecond + 100 * kMicrosecond);
    timing.ack_took(1);
    CHECK(timing.patience() == 4 * kMillisecond + 100 * kMicrosecond);
}

TEST_CASE("a crowd asks less often after many questions", "[multicast][timing]") {
    CHECK(Timing(2, 1).longest_silence() == 200 * kMillisecond);
    CHECK(Timing(4000, 1).longest_silence() == 1000 * kMillisecond);
    CHECK(Timing(4000, 1).longest_patience() == 1500 * kMillisecond);
}

TEST_CASE("up to 32 nodes acknowledge at once, more are spread", "[multicast][timing]") {
    CHECK(Timing(32, 1).direct_ack_delay() == 0);
    Timing many(33, 1);
    std::set<std::int64_t> delays;
    for (int i = 0; i < 10; ++i) delays.insert(many.direct_ack_delay());
    CHECK(delays.size() > 1);
    CHECK(*delays.rbegin() < 33 * 700);
}
