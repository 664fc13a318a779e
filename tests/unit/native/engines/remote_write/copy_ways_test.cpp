#include "native/engines/remote_write/copy_ways.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::remote_write;

namespace {

/// A pair whose ways take so many nanoseconds a KiB, with noise.
struct Pair {
    explicit Pair(std::map<CopyWay, double> takes) : ns_a_kib(std::move(takes)) {}
    CopyWays ways;
    std::map<CopyWay, double> ns_a_kib;
    Random random{7};
    std::int64_t now_ns = 0;
    std::map<CopyWay, int> used;

    void send(std::uint64_t bytes, bool whole = true) {
        const CopyWay way = ways.next(bytes);
        ++used[way];
        ways.begin(way, now_ns);
        const double noise = random.chance(1, 8) ? 3 : 1 + static_cast<double>(random.below(100)) / 1000;
        now_ns += static_cast<std::int64_t>(ns_a_kib[way] * static_cast<double>(bytes) / 1024 * noise);
        ways.end(whole, bytes, now_ns);
        now_ns += 1000;
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
    for (int i = 0; i < 12; ++i) pair.send(kLong);
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

TEST_CASE("a period tells only of transfers that all went whole and by one way", "[remote_write]") {
    CopyWays ways;
    std::int64_t now = 0;
    const auto period = [&](bool mixes, bool whole, std::int64_t ns) {
        const CopyWay way = ways.next(kLong);
        ways.begin(way, now);
        ways.begin(mixes && way == CopyWay::ring ? CopyWay::pull : way, now);
        ways.end(whole, kLong, now += ns / 2);
        ways.end(true, kLong, now += ns / 2);
        return way;
    };
    // The ring looks best in periods that do not count, and is never seen in one that does.
    for (std::uint32_t i = 0; i < CopyWays::kRounds * kCopyWays; ++i) {
        const bool rings = ways.next(kLong) == CopyWay::ring;
        const bool mixes = rings && i % 2 == 0;
        period(mixes, !rings || mixes, rings ? 1000 : ways.next(kLong) == CopyWay::pull ? 100'000 : 200'000);
    }
    REQUIRE(ways.next(kLong) == CopyWay::pull);
}

TEST_CASE("first transfers, into memory not touched before, decide nothing", "[remote_write]") {
    Pair pair({{CopyWay::ring, 90}, {CopyWay::pull, 900}, {CopyWay::halves, 600}});
    for (std::uint32_t i = 0; i < kCopyWays; ++i) pair.send(kLong);
    pair.ns_a_kib = {{CopyWay::ring, 70}, {CopyWay::pull, 80}, {CopyWay::halves, 50}};
    for (std::uint32_t i = kCopyWays; i < CopyWays::kRounds * kCopyWays; ++i) pair.send(kLong);
    REQUIRE(pair.ways.next(kLong) == CopyWay::halves);
}
