#include "native/net/liveness.hpp"

#include <catch2/catch.hpp>

using namespace shunt::net;

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;

}  // namespace

TEST_CASE("a peer is lost when it has left a request unanswered for as long as patience", "[transport]") {
    SilenceWatch watch;
    const std::int64_t patience_ns = 300 * kSecondNs;
    // Idle for hours, but it was not asked for an answer.
    CHECK_FALSE(watch.judge({0, 10'000'000, true}, -1, 1 * kSecondNs, patience_ns));
    // It was asked: the time counts from now on, not from when it was last heard.
    for (std::int64_t second = 2; second < 302; ++second)
        CHECK_FALSE(watch.judge({9, 10'000'000, true}, -1, second * kSecondNs, patience_ns));
    CHECK(watch.judge({10, 10'300'000, true}, -1, 302 * kSecondNs, patience_ns));
    CHECK(watch.silent_ms() == 10'300'000);
}

TEST_CASE("an outage of 45 s does not end a connection, and one answer begins patience anew", "[transport]") {
    SilenceWatch watch;
    std::int64_t now = 0;
    for (int outage = 0; outage < 20; ++outage) {
        for (std::uint32_t second = 1; second <= 45; ++second)
            CHECK_FALSE(watch.judge({second / 5, 1000 * second, true}, -1, now += kSecondNs, kUsualPatienceNs));
        CHECK_FALSE(watch.judge({0, 10, true}, -1, now += kSecondNs, kUsualPatienceNs));
    }
}

TEST_CASE("a connection with unanswered data at each of few checks, but answers between them, is not lost",
          "[transport]") {
    SilenceWatch watch;
    for (std::int64_t look = 1; look < 20; ++look)
        CHECK_FALSE(watch.judge({1, 30, true}, -1, look * 1000 * kSecondNs, kUsualPatienceNs));
}

TEST_CASE("a silence is reported with its length and its beginning", "[transport]") {
    const std::string text = silence_text(312'400);
    CHECK(text.starts_with("has not answered for 312 s, since "));
    CHECK(text.size() == std::string_view("has not answered for 312 s, since 17:03:22").size());
}
