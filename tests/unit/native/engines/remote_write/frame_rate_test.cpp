#include "native/engines/remote_write/frame_rate.hpp"

#include <catch2/catch.hpp>

using namespace shunt::remote_write;

namespace {

constexpr std::uint64_t kBytes = 16 << 10;
constexpr std::int64_t kFastNs = 800, kSlowNs = 7000;

FrameRate with_frames_of(std::int64_t ns) {
    FrameRate rate;
    for (std::size_t i = 0; i < CopyFigures::kKept; ++i) {
        REQUIRE(rate.is_due());
        REQUIRE_FALSE(rate.is_fast());  // no preference is sent to the peer yet
        REQUIRE(rate.prefers_frame());  // because the rate has still to be measured
        rate.note(kBytes, ns);
    }
    return rate;
}

/// The number of answers, out of 1000, that prefer a frame.
int frames_preferred(FrameRate& rate) {
    int count = 0;
    for (int i = 0; i < 1000; ++i) count += rate.prefers_frame();
    return count;
}

}  // namespace

TEST_CASE("the second best of the last copies counts", "[remote_write]") {
    CopyFigures figures;
    CHECK(figures.typical() > 1'000'000'000);
    figures.add(1000, 500);
    CHECK(figures.typical() == 500);
    for (const std::int64_t ns : {900, 20, 700}) figures.add(1000, ns);
    CHECK(figures.typical() == 500);
    for (std::size_t i = 0; i < CopyFigures::kKept; ++i) figures.add(1000, 800);
    CHECK(figures.typical() == 800);
    CHECK(figures.known() == CopyFigures::kKept);
    figures.add(1000, 0);  // the clock did not advance
    figures.add(1000, 0);
    CHECK(figures.typical() == 1);
}

TEST_CASE("frames are preferred where they are copied fast, and tried now and then where not", "[remote_write]") {
    FrameRate fast = with_frames_of(kFastNs), slow = with_frames_of(kSlowNs);
    CHECK(fast.is_fast());
    CHECK(frames_preferred(fast) == 1000);
    CHECK_FALSE(slow.is_fast());
    CHECK(frames_preferred(slow) == 1000 / static_cast<int>(FrameRate::kTriedEach));
}

TEST_CASE("a rate that has changed is found out by the frames that are timed", "[remote_write]") {
    FrameRate rate = with_frames_of(kFastNs);
    std::uint32_t frames = 0, timed = 0;
    while (rate.is_fast()) {
        REQUIRE(++frames < 1000);
        if (!rate.is_due()) continue;
        rate.note(kBytes, kSlowNs);
        ++timed;
    }
    CHECK(timed == CopyFigures::kKept - 1);
    CHECK(frames == timed * FrameRate::kTimedEach);
    while (!rate.is_fast()) {
        REQUIRE(++frames < 2000);
        if (rate.is_due()) rate.note(kBytes, kFastNs);
    }
}
