#include "native/phased/port_rate.hpp"

#include <catch2/catch.hpp>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

constexpr std::uint64_t kMessage = 48 << 10, kPort = 2'500'000;
constexpr int kMessages = 7;   // of a window

std::int64_t time_at(std::uint64_t bytes_per_s) {
    return static_cast<std::int64_t>(1e9 * static_cast<double>(kMessage) / static_cast<double>(bytes_per_s));
}

/// Messages that were confirmed at that rate, `windows` times what is looked at together.
void confirm(PortRate& rate, std::uint64_t bytes_per_s, int windows) {
    for (int i = 0; i < windows * kMessages; ++i) rate.confirmed(kMessage, time_at(bytes_per_s));
}

}  // namespace

TEST_CASE("nothing is paced before something is known of the port, then it is sent near its rate", "[phased]") {
    PortRate rate;
    CHECK(rate.pace(105) == 0);
    confirm(rate, kPort, 1);
    CHECK(rate.pace(105) == 0);
    confirm(rate, kPort, 1);
    CHECK(rate.pace(105) > kPort * 104 / 100);
    CHECK(rate.pace(105) < kPort * 106 / 100);
    CHECK(rate.pace(0) == 0);
}

TEST_CASE("messages too short to tell count for nothing, and what disturbs does not slow down what follows", "[phased]") {
    PortRate rate;
    confirm(rate, kPort, 3);
    const std::uint64_t before = rate.pace(105);
    for (int i = 0; i < 1000; ++i) {
        rate.confirmed(1000, 10'000'000);
        rate.confirmed(1 << 20, 1000);
        rate.confirmed(1 << 20, 0);
    }
    CHECK(rate.pace(105) == before);
    confirm(rate, kPort / 10, 8);
    CHECK(rate.pace(105) == before);
}

TEST_CASE("members that come late do not make the first pace slow", "[phased]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        PortRate rate;
        for (int window = 0; window < 2; ++window) {
            const auto late = random.below(kMessages), later = random.below(kMessages);
            for (std::uint64_t i = 0; i < kMessages; ++i)
                rate.confirmed(kMessage, time_at(kPort) + (i == late || i == later ? 1'000'000'000 : 0));
        }
        INFO("seed " << seed);
        CHECK(rate.pace(105) > kPort);
    }
}

TEST_CASE("a pace that is too low is put right within 16 windows, and then stays near the port's rate", "[phased]") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        PortRate rate;
        confirm(rate, kPort / 30, 2);
        INFO("seed " << seed);
        int unpaced = 0;
        for (int i = 0; i < 80; ++i) {
            const std::uint64_t pace = rate.pace(105) == 0 ? kPort : std::min(kPort, rate.pace(105));
            unpaced += rate.pace(105) == 0;
            confirm(rate, pace * (97 + random.below(5)) / 100, 1);   // measures are 3 % too low and 1 % too high
            if (i < 16 || rate.pace(105) == 0) continue;
            CHECK(rate.pace(105) > kPort * 101 / 100);
            CHECK(rate.pace(105) < kPort * 107 / 100);
        }
        CHECK(unpaced == 5);
    }
}

TEST_CASE("a port that has become slower is followed", "[phased]") {
    PortRate rate;
    confirm(rate, 4 * kPort, 16);
    confirm(rate, kPort, 17);
    CHECK(rate.pace(105) < kPort * 107 / 100);
}

TEST_CASE("fast ports are not paced", "[phased]") {
    PortRate rate;
    for (int i = 0; i < 100; ++i) rate.confirmed(10 << 20, 5'000'000);
    CHECK(rate.pace(105) == 0);
}
