#include "native/engines/multicast/pacer.hpp"

#include <catch2/catch.hpp>

using shunt::multicast::kMillisecond;
using shunt::multicast::Pacer;

namespace {
constexpr std::int64_t kSecond = 1'000'000'000;
}

TEST_CASE("a pacer without a rate lets every datagram leave at once", "[multicast][pacer]") {
    Pacer pacer(0);
    for (int i = 0; i < 100; ++i) pacer.sent(1500, 7);
    CHECK(pacer.ready_at() == INT64_MIN);
}

TEST_CASE("a datagram waits as long as the one before it takes at the rate", "[multicast][pacer]") {
    Pacer pacer(1'000'000);
    pacer.sent(1000, kSecond);
    const std::int64_t first = pacer.ready_at();
    pacer.sent(1000, first);
    CHECK(pacer.ready_at() == first + kMillisecond);
    pacer.sent(500, pacer.ready_at());
    CHECK(pacer.ready_at() == first + kMillisecond * 3 / 2);
}

TEST_CASE("at most one millisecond of unused time is made up for", "[multicast][pacer]") {
    Pacer pacer(1'000'000);
    pacer.sent(1000, kSecond);
    CHECK(pacer.ready_at() == kSecond);  // the millisecond that they take was idle before
    pacer.sent(1000, 2 * kSecond);
    CHECK(pacer.ready_at() == 2 * kSecond);
}

TEST_CASE("a loss lowers the rate to the part that got through, by half at most", "[multicast][pacer]") {
    Pacer mild(8'000'000), hard(8'000'000);
    mild.lost(0.25, kSecond);
    CHECK(mild.rate() == 6'000'000);
    hard.lost(0.9, kSecond);
    CHECK(hard.rate() == 4'000'000);
}

TEST_CASE("the rate is never lowered below 64 KiB a second", "[multicast][pacer]") {
    Pacer pacer(100'000);
    for (int i = 0; i < 10; ++i) pacer.lost(1, kSecond);
    CHECK(pacer.rate() == 64 << 10);
}

TEST_CASE("a pacer without a rate takes at a loss the rate at which it was sending", "[multicast][pacer]") {
    Pacer pacer(0);
    for (int i = 0; i < 100; ++i) pacer.sent(1000, kSecond + i);
    pacer.lost(0.5, kSecond + 10 * kMillisecond);  // 100 000 bytes in 10 ms
    CHECK(pacer.rate() == 5'000'000);
}

TEST_CASE("bytes sent before the last report do not count in the next measurement", "[multicast][pacer]") {
    Pacer pacer(0);
    pacer.sent(1'000'000, kSecond);
    pacer.arrived();
    pacer.sent(100'000, 5 * kSecond);
    pacer.lost(0, 5 * kSecond + 10 * kMillisecond);
    CHECK(pacer.rate() == 10'000'000);
}

TEST_CASE("a loss keeps the next datagram from leaving before it", "[multicast][pacer]") {
    Pacer pacer(1'000'000);
    pacer.lost(0.1, kSecond);
    CHECK(pacer.ready_at() == kSecond);
}

TEST_CASE("without loss the rate grows by a sixteenth of the lowered rate, up to the given rate",
          "[multicast][pacer]") {
    Pacer pacer(16'000'000);
    pacer.lost(0.5, kSecond);
    REQUIRE(pacer.rate() == 8'000'000);
    pacer.arrived();
    CHECK(pacer.rate() == 8'500'000);
    for (int i = 0; i < 15; ++i) pacer.arrived();
    CHECK(pacer.rate() == 16'000'000);
    pacer.arrived();
    CHECK(pacer.rate() == 16'000'000);
}

TEST_CASE("a pacer without a given rate has none again beyond four times the lowered rate", "[multicast][pacer]") {
    Pacer pacer(0);
    pacer.sent(32'000'000, kSecond);
    pacer.lost(0.5, 2 * kSecond);
    REQUIRE(pacer.rate() == 16'000'000);
    for (int i = 0; i < 48; ++i) pacer.arrived();
    CHECK(pacer.rate() == 64'000'000);
    pacer.arrived();
    CHECK(pacer.rate() == 0);
}
