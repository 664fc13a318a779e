#include "native/engines/phased/port_rate.hpp"

#include <catch2/catch.hpp>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

constexpr std::uint64_t kMessage = 48 << 10, kPort = 2'500'000;
constexpr int kMessages = 7;  // messages in a window

std::int64_t time_at(std::uint64_t bytes_per_s) {
    return static_cast<std::int64_t>(1e9 * static_cast<double>(kMessage) / static_cast<double>(bytes_per_s));
}

/// Messages that arrive at that rate, in `windows` windows of measurement.
void arrive(PortRate& rate, std::uint64_t bytes_per_s, int windows) {
    for (int i = 0; i < windows * kMessages; ++i) rate.arrived(kMessage, time_at(bytes_per_s));
}

}  // namespace

TEST_CASE("sends are not paced before the port's rate is known, then they are paced near it", "[phased]") {
    PortRate rate(101);
    CHECK(rate.pace() == 0);
    for (int i = 1; i < kMessages; ++i) rate.arrived(kMessage, time_at(kPort));
    CHECK_FALSE(rate.is_known());
    rate.arrived(kMessage, time_at(kPort));
    CHECK(rate.is_known());
    CHECK(rate.pace() > kPort);
    CHECK(rate.pace() < kPort * 102 / 100);
    PortRate none(0);
    arrive(none, kPort, 3);
    CHECK(none.pace() == 0);
}

TEST_CASE("messages too short to measure are not counted, and disturbances do not slow down later messages",
          "[phased]") {
    PortRate rate(101);
    arrive(rate, kPort, 3);
    const std::uint64_t before = rate.pace();
    for (int i = 0; i < 1000; ++i) {
        rate.arrived(1000, 10'000'000);
        rate.arrived(1 << 20, 1000);
        rate.arrived(1 << 20, 0);
    }
    CHECK(rate.pace() == before);
    arrive(rate, kPort / 10, 8);
    CHECK(rate.pace() == before);
}

TEST_CASE("late members do not make the first pace slow", "[phased]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        PortRate rate(101);
        for (int window = 0; window < 2; ++window) {
            const auto late = random.below(kMessages), later = random.below(kMessages);
            for (std::uint64_t i = 0; i < kMessages; ++i)
                rate.arrived(kMessage, time_at(kPort) + (i == late || i == later ? 1'000'000'000 : 0));
        }
        INFO("seed " << seed);
        CHECK(rate.pace() > kPort);
    }
}

TEST_CASE("a pace that is too low is put right by the eighth window, and then stays near the port's rate", "[phased]") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        PortRate rate(101);
        arrive(rate, kPort / 30, 2);
        INFO("seed " << seed);
        int unpaced = 0;
        for (int i = 2; i < 80; ++i) {
            const std::uint64_t pace = rate.pace() == 0 ? kPort : std::min(kPort, rate.pace());
            if (i >= 16 && rate.pace() != 0) {
                CHECK(rate.pace() > kPort * 97 / 100);
                CHECK(rate.pace() < kPort * 103 / 100);
            }
            unpaced += i >= 16 && rate.pace() == 0;
            arrive(rate, pace * (97 + random.below(5)) / 100, 1);  // measurements are up to 3 % too low or 1 % too high
        }
        CHECK(unpaced == 1);
    }
}

TEST_CASE("a port's bursts do not make the pace climb", "[phased]") {
    PortRate rate(101);
    arrive(rate, kPort, 1);
    for (int i = 0; i < 200; ++i) arrive(rate, rate.pace() == 0 ? kPort : rate.pace(), 1);
    CHECK(rate.pace() < kPort * 102 / 100);
}

TEST_CASE("a port that has become faster is found out at the next look", "[phased]") {
    PortRate rate(101);
    arrive(rate, kPort, 10);
    for (int i = 0; i < 60; ++i) arrive(rate, rate.pace() == 0 ? 4 * kPort : std::min(4 * kPort, rate.pace()), 1);
    CHECK(rate.pace() > 4 * kPort);
}

TEST_CASE("a port that has become slower is followed", "[phased]") {
    PortRate rate(101);
    arrive(rate, 4 * kPort, 16);
    arrive(rate, kPort, 17);
    CHECK(rate.pace() < kPort * 102 / 100);
}

TEST_CASE("fast ports are not paced", "[phased]") {
    PortRate rate(101);
    for (int i = 0; i < 100; ++i) rate.arrived(10 << 20, 5'000'000);
    CHECK(rate.pace() == 0);
}
