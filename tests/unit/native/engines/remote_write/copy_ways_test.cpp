#include "native/engines/remote_write/copy_ways.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::remote_write;

namespace {

/// A pair whose copy ways take the given nanoseconds a KiB, with noise.
struct Pair {
    explicit Pair(std::map<CopyWay, double> takes) : ns_a_kib(std::move(takes)) {}
    CopyWays ways;
    std::map<CopyWay, double> ns_a_kib;
    Random random{7};
    std::map<CopyWay, int> used;

    void send(std::uint64_t bytes) {
        const CopyWay way = ways.next(bytes);
        ++used[way];
        const double noise = random.chance(1, 8) ? 3 : 1 + static_cast<double>(random.below(100)) / 1000;
        const double ns = ns_a_kib[way] * static_cast<double>(bytes) / 1024 * noise;
        ways.note({way, bytes, bytes, static_cast<std::int64_t>(ns)});
    }
};

constexpr std::uint64_t kLong = 1 << 20;

}  // namespace

TEST_CASE("each way is tried, then the fastest is taken but for a few tries", "[remote_write]") {
    const auto fastest = GENERATE(CopyWay::ring, CopyWay::pull, CopyWay::halves);
    Pair pair({{CopyWay::ring, 120}, {CopyWay::pull, 120}, {CopyWay::halves, 120}});
    pair.ns_a_kib[fastest] = 60;
    for (std::uint32_t i = 0; i < CopyWays::kRounds * kCopyWays; ++i) pair.send(kLong);
    for (const auto& [way, count] : pair.used) REQUIRE(count == CopyWays::kRounds);
    REQUIRE(pair.used.size() == kCopyWays);
    pair.used.clear();
    for (int i = 0; i < 6400; ++i) pair.send(kLong);
    REQUIRE(pair.used[fastest] >= 6400 - 4 * (6400 / 256 + 5));
}

TEST_CASE("a way that gets slower is left, one that gets faster is found", "[remote_write]") {
    Pair pair({{CopyWay::ring, 50}, {CopyWay::pull, 80}, {CopyWay::halves, 100}});
    for (int i = 0; i < 100; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::ring);
    pair.ns_a_kib[CopyWay::ring] = 120;  // the two threads were moved to one core
    for (int i = 0; i < 20; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::pull);
    pair.ns_a_kib[CopyWay::halves] = 30;
    for (int i = 0; i < 600; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::halves);
}

TEST_CASE("length classes are decided apart", "[remote_write]") {
    Pair pair({{CopyWay::ring, 50}, {CopyWay::pull, 80}, {CopyWay::halves, 100}});
    for (int i = 0; i < 20; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::ring);
    pair.ns_a_kib[CopyWay::ring] = 200;
    for (int i = 0; i < 20; ++i) pair.send(64 << 10);
    REQUIRE(pair.ways.next(64 << 10) == CopyWay::pull);
    REQUIRE(pair.ways.next(kLong) == CopyWay::ring);
}

TEST_CASE("a period lasts until no transfer is under way, in either direction", "[remote_write]") {
    CopyWays peer;
    CopyPeriod period;
    std::int64_t now = 0;
    // Pulling ends an incoming transfer sooner, but an outgoing transfer of the same time then takes much longer.
    const auto exchange = [&] {
        const CopyWay way = period.next(peer, kLong);
        const bool pulls = way == CopyWay::pull;
        period.begin(peer, {}, now);
        period.begin(peer, way, now + 10'000);
        period.end(kLong, 0, true, true, now + (pulls ? 20'000 : 60'000));
        period.end(kLong, 0, false, true, now += pulls ? 200'000 : 100'000);
        return way;
    };
    for (std::uint32_t i = 0; i < CopyWays::kRounds * kCopyWays; ++i) exchange();
    REQUIRE(exchange() != CopyWay::pull);
}

TEST_CASE("a period counts only if all its transfers used the one way that it reports", "[remote_write]") {
    CopyWays peer;
    CopyPeriod period;
    std::int64_t now = 0;
    int pulled = 0;
    for (int i = 0; i < 240; ++i) {
        // The ring looks best in periods that do not count, and is never used alone in a period that does.
        const CopyWay way = period.next(peer, kLong);
        const bool rings = way == CopyWay::ring, mixes = rings && i % 2 == 0;
        period.begin(peer, way, now);
        period.begin(peer, mixes ? CopyWay::pull : way, now);
        period.end(kLong, 0, true, !rings || mixes, now);
        period.end(kLong, 0, true, true, now += rings ? 1000 : way == CopyWay::pull ? 100'000 : 200'000);
        pulled += i >= 140 && way == CopyWay::pull;
    }
    REQUIRE(pulled >= 80);
}

TEST_CASE("a period in which the sender has copied nearly all is not counted, and its way is tried again",
          "[remote_write]") {
    CopyWays peer;
    CopyPeriod period;
    std::int64_t now = 0;
    for (int i = 0; i < 100; ++i) {
        const CopyWay way = period.next(peer, kLong);
        const bool was_late = i % 3 != 0;  // all data were there already
        period.begin(peer, way, now);
        now += was_late ? 500 : way == CopyWay::halves ? 50'000 : 100'000;
        period.end(kLong, was_late ? kLong : 0, true, true, now);
    }
    REQUIRE(period.next(peer, kLong) == CopyWay::halves);
}

TEST_CASE("the way of copies is decided separately for periods with several peers and with one", "[remote_write]") {
    CopyWays first, second;
    CopyPeriod period;
    std::int64_t now = 0;
    const auto come = [&](bool from_both) {
        const CopyWay way = period.next(first, kLong);
        const bool is_good = (way == CopyWay::ring) != from_both;
        period.begin(first, way, now);
        if (from_both) {
            period.begin(second, way, now);
            period.end(kLong, 0, true, true, now + 1000);
        }
        period.end(kLong, 0, true, true, now += is_good ? 50'000 : 100'000);
    };
    for (int i = 0; i < 12; ++i) come(false);
    REQUIRE(period.next(first, kLong) == CopyWay::ring);
    for (int i = 0; i < 13; ++i) come(true);
    REQUIRE(period.next(first, kLong) != CopyWay::ring);
    come(false);
    REQUIRE(period.next(first, kLong) == CopyWay::ring);
}

TEST_CASE("first transfers, into memory not touched before, are not counted", "[remote_write]") {
    Pair pair({{CopyWay::ring, 90}, {CopyWay::pull, 900}, {CopyWay::halves, 600}});
    for (std::uint32_t i = 0; i < kCopyWays; ++i) pair.send(kLong);
    pair.ns_a_kib = {{CopyWay::ring, 70}, {CopyWay::pull, 80}, {CopyWay::halves, 50}};
    for (std::uint32_t i = kCopyWays; i < CopyWays::kRounds * kCopyWays; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::halves);
}
