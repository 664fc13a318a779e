#include "shim/host/load_judge.hpp"

#include <catch2/catch.hpp>

#include "shim/host/agreed_waiting.hpp"

using namespace shunt;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kWindow = LoadJudge::kWindowNs;

/// A judge and its clock; windows follow one another.
struct Judged {
    LoadJudge judge;
    std::int64_t now_ns = 77 * kMs;

    void window(double delayed_part, std::int64_t window_ns = kWindow) {
        now_ns += window_ns;
        judge.hear(now_ns, window_ns, static_cast<std::int64_t>(delayed_part * static_cast<double>(window_ns)));
    }
    /// Adds windows until the judge says `busy`, or for `most_ms`.   Returns: the time in ms.
    std::int64_t until(bool busy, double delayed_part, std::int64_t most_ms = 60'000) {
        const std::int64_t from = now_ns;
        while (judge.busy() != busy && now_ns - from < most_ms * kMs) window(delayed_part);
        return (now_ns - from) / kMs;
    }
};

}  // namespace

TEST_CASE("a quiet machine never is busy, whatever a daemon does now and then", "[load]") {
    Judged rank;
    for (int second = 0; second < 100; ++second) {
        for (int i = 0; i < 3; ++i) rank.window(0.6);  // 72 ms in succession
        for (int i = 0; i < 38; ++i) rank.window(0.005);
        CHECK_FALSE(rank.judge.busy());
    }
}

TEST_CASE("a machine whose cores others hold is busy within a fifth of a second", "[load]") {
    Judged rank;
    CHECK(rank.until(true, 0.5) <= 200);
    CHECK(rank.judge.busy());
}

TEST_CASE("one long window counts as much as many short ones", "[load]") {
    Judged rank;
    rank.window(0.3, 2000 * kMs);
    CHECK(rank.judge.busy());
}

TEST_CASE("load is believed for a second after other threads have left the core", "[load]") {
    Judged rank;
    rank.until(true, 0.5);
    const std::int64_t took = rank.until(false, 0.001);
    CHECK(took >= 1000);
    CHECK(took <= 1100);
}

TEST_CASE("a rank that waits gently and is still delayed stays gentle", "[load]") {
    Judged rank;
    rank.until(true, 0.5);
    CHECK(rank.until(false, 0.05) >= 60'000);
}

TEST_CASE("tries without gentle waiting become fewer if gentle waiting hides the load", "[load]") {
    Judged rank;
    rank.until(true, 0.5);
    std::int64_t gentle = 0, host = 0;
    for (int tries = 0; tries < 8; ++tries) {
        gentle += rank.until(false, 0.001);
        host += rank.until(true, 0.5);
    }
    CHECK(host <= 8 * 25);
    CHECK(gentle >= 60'000);
}

TEST_CASE("load that returns late is proven anew and believed for a second again", "[load]") {
    Judged rank;
    for (int i = 0; i < 4; ++i) {
        rank.until(true, 0.5);
        rank.until(false, 0.001);
    }
    rank.window(0.001, 5000 * kMs);
    CHECK(rank.until(true, 0.5) >= 100);
    CHECK(rank.until(false, 0.001) <= 1100);
}

TEST_CASE("members agree about ten times a second, and at most before each 256th call", "[load]") {
    const auto settled = [](std::int64_t each_ns) {
        std::uint64_t interval = AgreedWaiting::kFirst;
        for (int i = 0; i < 20; ++i) {
            const std::uint64_t next = next_interval(interval, static_cast<std::int64_t>(interval) * each_ns);
            CHECK(next >= 1);
            CHECK(next <= 2 * interval);
            interval = next;
        }
        return interval;
    };
    CHECK(settled(0) == 256);
    CHECK(settled(1'000) == 256);
    CHECK(settled(1 * kMs) == 100);
    CHECK(settled(10 * kMs) == 10);
    CHECK(settled(3000 * kMs) == 1);
}

TEST_CASE("calls are counted until the call in which members agree", "[load]") {
    AgreedWaiting waiting;
    int before = 0;
    while (!waiting.count()) ++before;
    CHECK(before == AgreedWaiting::kFirst - 1);
    CHECK(waiting.count());  // until they have agreed
}
