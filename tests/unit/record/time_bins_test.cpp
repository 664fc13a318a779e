// The record over time: bins that double their width, estimates, phases.
#include "shim/observe/record/time_bins.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <vector>

#include "native/base/random.hpp"
#include "shim/observe/record/recorder.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/record/synthetic.hpp"

using namespace shunt::record;

namespace {

constexpr std::uint64_t kStart = 5'000'000;
constexpr std::uint64_t kFirstWidth = 1u << 18;

/// Bins in memory of their own.
struct Bins {
    SpoolHeader head{};
    std::vector<TimeBin> memory = std::vector<TimeBin>(kTimeBins);
    TimeBins bins;

    Bins() : bins(ready(head), memory.data(), kStart) {}
    static SpoolHeader& ready(SpoolHeader& head) {
        head.function_count = 4;
        return head;
    }
    std::uint64_t used() const { return head.bins.used; }
    std::uint64_t width() const { return std::uint64_t{1} << head.bins_shift; }
    std::uint64_t ticks(std::uint64_t place, TimeKind kind) const {
        return memory[place].ticks[static_cast<std::size_t>(kind)];
    }
    std::uint64_t sum(TimeKind kind) const {
        std::uint64_t all = 0;
        for (std::uint64_t place = 0; place < used(); ++place) all += ticks(place, kind);
        return all;
    }
    std::uint64_t bytes() const {
        std::uint64_t all = 0;
        for (std::uint64_t place = 0; place < used(); ++place) all += memory[place].bytes;
        return all;
    }
};

}  // namespace

TEST_CASE("a call lies in the bins of its time", "[record]") {
    Bins of;
    of.bins.add(TimeKind::wait, kStart + 100, kStart + 300);
    CHECK(of.used() == 1);
    CHECK(of.ticks(0, TimeKind::wait) == 200);
    // From the middle of the first to the second quarter of the fourth.
    of.bins.add(TimeKind::collective, kStart + kFirstWidth / 2, kStart + 3 * kFirstWidth + kFirstWidth / 4);
    CHECK(of.used() == 4);
    CHECK(of.ticks(0, TimeKind::collective) == kFirstWidth / 2);
    CHECK(of.ticks(1, TimeKind::collective) == kFirstWidth);
    CHECK(of.ticks(2, TimeKind::collective) == kFirstWidth);
    CHECK(of.ticks(3, TimeKind::collective) == kFirstWidth / 4);
    // A call that began before the record counts from the record's start on, and one that ended before it not at all.
    of.bins.add(TimeKind::startup, 10, kStart + 50);
    of.bins.add(TimeKind::startup, 10, 20);
    CHECK(of.sum(TimeKind::startup) == 50);
    // Another thread's call, which ended earlier than the last noted one.
    of.bins.add(TimeKind::message, kStart + kFirstWidth - 10, kStart + kFirstWidth + 10);
    CHECK(of.ticks(0, TimeKind::message) == 10);
    CHECK(of.ticks(1, TimeKind::message) == 10);
    CHECK(of.used() == 4);
}

TEST_CASE("bins double their width, and nothing is lost", "[record]") {
    Bins of;
    of.bins.add(TimeKind::wait, kStart, kStart + 10);
    of.bins.add_bytes(77);
    of.bins.add(TimeKind::wait, kStart + 3 * kFirstWidth, kStart + 3 * kFirstWidth + 5);
    const std::uint64_t last = kStart + kTimeBins * kFirstWidth;  // the first tick after the bins
    of.bins.add(TimeKind::wait, last - 1, last);
    CHECK(of.width() == 2 * kFirstWidth);
    CHECK(of.used() == kTimeBins / 2 + 1);
    CHECK(of.ticks(0, TimeKind::wait) == 10);
    CHECK(of.memory[0].bytes == 77);
    CHECK(of.ticks(1, TimeKind::wait) == 5);
    CHECK(of.ticks(kTimeBins / 2 - 1, TimeKind::wait) == 1);
    of.bins.add(TimeKind::wait, last + 500 * kTimeBins * kFirstWidth, last + 500 * kTimeBins * kFirstWidth + 7);
    CHECK(of.width() == 512 * kFirstWidth);
    CHECK(of.used() > kTimeBins / 2);
    CHECK(of.sum(TimeKind::wait) == 10 + 5 + 1 + 7);
    CHECK(of.bytes() == 77);
}

TEST_CASE("random calls lie where a naive count has them", "[record]") {
    for (std::uint64_t seed = 1; seed < shunt::end_of_seeds(1, 300); ++seed) {
        shunt::Random random(seed);
        Bins of;
        std::map<std::uint64_t, std::uint64_t> naive;  // by first width
        std::uint64_t now = kStart, bytes = 0;
        for (int call = 0; call < 200; ++call) {
            const std::uint64_t begin = now + random.below(random.chance(1, 10) ? 40 * kFirstWidth : 2000);
            now = begin + 1 + random.below(random.chance(1, 10) ? 20 * kFirstWidth : 5000);
            of.bins.add(TimeKind::other, begin, now);
            const std::uint64_t sent = random.below(100);
            of.bins.add_bytes(sent);
            bytes += sent;
            for (std::uint64_t at = begin; at < now;) {
                const std::uint64_t place = (at - kStart) / kFirstWidth;
                const std::uint64_t next = std::min(now, kStart + (place + 1) * kFirstWidth);
                naive[place] += next - at;
                at = next;
            }
        }
        std::vector<std::uint64_t> expected(kTimeBins);
        for (const auto& [place, ticks] : naive) expected[place * kFirstWidth / of.width()] += ticks;
        INFO("seed " << seed);
        for (std::uint64_t place = 0; place < kTimeBins; ++place)
            REQUIRE(expected[place] == (place < of.used() ? of.ticks(place, TimeKind::other) : 0));
        REQUIRE(of.bytes() == bytes);
        REQUIRE(of.used() == (now - kStart) / of.width() + 1);
    }
}

TEST_CASE("untimed calls between two timed ones count as long as the shorter of these, at their place in time",
          "[record]") {
    Bins of;
    // The first call connects; the calls after it are short.
    of.bins.add_sampled(1, TimeKind::message, kStart, kStart + 50'000, 8);
    CHECK(of.sum(TimeKind::message) == 50'000);
    const std::uint64_t second = kStart + 4 * kFirstWidth;
    of.bins.add_sampled(1, TimeKind::message, second, second + 100, 8);
    CHECK(of.sum(TimeKind::message) == Approx(50'000 + 100 + 7 * 100).margin(8));
    CHECK(of.ticks(2, TimeKind::message) == Approx(700.0 / 4).margin(40));  // evenly over the time between samples
    of.bins.add_sampled(2, TimeKind::wait, second, second + 10, 8);         // another function
    CHECK(of.sum(TimeKind::wait) == 10);
    // Estimates never exceed the time that has passed.
    of.bins.add_sampled(2, TimeKind::wait, second + 30, second + 40, 8);
    CHECK(of.sum(TimeKind::wait) == 10 + 20 + 10);
}

TEST_CASE("a bin has the phase that filled it, or none", "[record]") {
    Bins of;
    of.bins.enter_phase(1, kStart + 2 * kFirstWidth + 10);
    of.bins.add(TimeKind::other, kStart + 5 * kFirstWidth, kStart + 5 * kFirstWidth + 1);
    of.bins.enter_phase(3, kStart + 5 * kFirstWidth + 2);
    of.bins.add(TimeKind::other, kStart + 7 * kFirstWidth, kStart + 7 * kFirstWidth + 1);
    const auto phases = [&] {
        std::vector<int> all;
        for (std::uint64_t place = 0; place < of.used(); ++place)
            all.push_back(of.memory[place].phase == kManyPhases ? -1 : of.memory[place].phase);
        return all;
    };
    CHECK(phases() == std::vector<int>{0, 0, -1, 1, 1, -1, 3, 3});
    of.bins.add(TimeKind::other, kStart + kTimeBins * kFirstWidth, kStart + kTimeBins * kFirstWidth + 1);
    auto halved = phases();
    halved.resize(5);
    CHECK(halved == std::vector<int>{0, -1, -1, 3, 3});
}

TEST_CASE("kinds of functions become kinds of time", "[record]") {
    CHECK(time_kind_of("send") == TimeKind::message);
    CHECK(time_kind_of("sendrecv") == TimeKind::message);
    CHECK(time_kind_of("start") == TimeKind::message);
    CHECK(time_kind_of("probe") == TimeKind::wait);
    CHECK(time_kind_of("wait") == TimeKind::wait);
    CHECK(time_kind_of("collective") == TimeKind::collective);
    CHECK(time_kind_of("rma_sync") == TimeKind::one_sided);
    CHECK(time_kind_of("io") == TimeKind::other);
    CHECK(time_kind_of("local") == TimeKind::other);
    CHECK(time_kind_of("init") == TimeKind::startup);
}

TEST_CASE("a recorder's bins are in its image and in merged images", "[record]") {
    Spool spool;
    synthetic::open_in_memory(spool, {"MPI_Send send", "MPI_Wait wait"});
    Recorder recorder(spool);
    const std::uint64_t start = spool.header()->bins_start;
    recorder.note_time(0, start + 10, start + 30, 1);
    recorder.note_time(1, start + 30, start + 100, 1);
    recorder.note_time(1, start + 100, start + 110, 8);
    recorder.note_bytes(1000);
    recorder.enter_phase(5);
    const synthetic::LiveAndMerged images(spool);
    for (const Image* each : {&images.live, &images.merged}) {
        REQUIRE(!each->bins().empty());
        const TimeBin& first = each->bins()[0];
        CHECK(first.ticks[static_cast<std::size_t>(TimeKind::message)] == 20);
        CHECK(first.ticks[static_cast<std::size_t>(TimeKind::wait)] == 80);
        CHECK(first.bytes == 1000);
    }
}

TEST_CASE("records of version 2 have no bins", "[record]") {
    auto parts = synthetic::make_parts(0, 2);
    parts.header.version = 2;
    Image image;
    std::string error;
    const auto bytes = synthetic::build(parts);
    REQUIRE(Image::open(bytes, image, error));
    CHECK(image.bins().empty());
    CHECK(image.cells().size() == parts.cells.size());
}

TEST_CASE("damaged bins are found", "[record]") {
    const auto error_of = [](void (*change)(synthetic::Parts&)) {
        auto parts = synthetic::make_parts(0, 2);
        change(parts);
        Image image;
        std::string error;
        return Image::open(synthetic::build(parts), image, error) ? std::string("opened") : error;
    };
    CHECK(error_of([](synthetic::Parts& parts) { parts.bins[1].phase = 2; }) ==
          "damaged: a time bin names a phase that does not exist");
    CHECK(error_of([](synthetic::Parts& parts) { parts.header.bins_shift = 57; }) == "damaged: time bins");
}
