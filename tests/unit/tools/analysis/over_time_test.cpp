// The run over time: bins of all ranks on one clock.
#include "tools/analysis/over_time.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/report/html_over_time.hpp"
#include "tools/report/over_time.hpp"

using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using shunt::record::TimeBin;
using shunt::record::TimeKind;

namespace {

constexpr std::uint64_t kBin = std::uint64_t{1} << 30;  // ticks: 0.54 s, so that a run of 2 s has four

/// A rank with four bins.
Parts rank_with_bins(int rank, int size) {
    Parts parts = idle_rank(rank, size);
    parts.header.bins_start = parts.header.clock_first.ticks;
    parts.header.bins_shift = 30;
    parts.bins.resize(4);
    return parts;
}

void put(Parts& parts, std::size_t place, TimeKind kind, double share) {
    parts.bins[place].ticks[static_cast<std::size_t>(kind)] = static_cast<std::uint64_t>(share * kBin);
}

std::string printed(const Analysis& run) {
    std::ostringstream out;
    print_over_time(run, out, {80, false});
    return out.str();
}

}  // namespace

TEST_CASE("shares over time are means of the ranks", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 2), rank_with_bins(1, 2)};
    put(ranks[0], 1, TimeKind::collective, 0.5);
    put(ranks[1], 1, TimeKind::wait, 0.25);
    ranks[0].bins[1].bytes = 1'000'000;
    const Analysis run = analysis_of(ranks);
    const OverTime& times = run.over_time;
    REQUIRE(times.slices.size() == 4);
    CHECK(times.slice_ns == Approx(500e6));  // the run ends in the last bin
    CHECK(times.slices[0].in_mpi() == 0);
    // The second bin, from 0.537 to 1.074 s, overlaps the second slice (0.5 to 1 s) and the third.
    CHECK(times.slices[1].of(TimeKind::collective) == Approx(0.25 * 0.463 / 0.5).epsilon(0.01));
    CHECK(times.slices[1].of(TimeKind::wait) == Approx(0.125 * 0.463 / 0.5).epsilon(0.01));
    CHECK(times.slices[2].of(TimeKind::collective) == Approx(0.25 * 0.074 / 0.5).epsilon(0.01));
    CHECK((times.slices[1].bytes_per_s + times.slices[2].bytes_per_s) * 0.5 == Approx(1'000'000));
    REQUIRE(times.in_mpi.size() == 2);
    CHECK(times.in_mpi[0][1] == Approx(0.5 * 0.463 / 0.5).epsilon(0.01));
    CHECK(times.in_mpi[1][0] == 0);
}

TEST_CASE("a rank that was not there has no share", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 2), rank_with_bins(1, 2)};
    put(ranks[0], 0, TimeKind::wait, 0.5);
    ranks[1].header.clock_first.monotonic_ns += 1'000'000'000;  // its run began a second later
    ranks[1].header.clock_last.monotonic_ns += 1'000'000'000;
    put(ranks[1], 0, TimeKind::wait, 1);
    const OverTime times = analysis_of(ranks).over_time;
    REQUIRE(times.slices.size() == 6);
    CHECK(times.in_mpi[1][0] < 0);
    CHECK(times.slices[0].of(TimeKind::wait) == Approx(0.5).epsilon(0.01));  // of the one rank that was running
    CHECK(times.in_mpi[1][2] == Approx(1).epsilon(0.01));
    CHECK(times.in_mpi[0].back() < 0);
}

TEST_CASE("waiting for late ranks is known where there are samples", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 2), rank_with_bins(1, 2)};
    for (Parts& parts : ranks)
        for (const std::size_t place : {0u, 2u}) put(parts, place, TimeKind::collective, 0.4);
    // Rank 0 waits 300 of its 400 us, rank 1 none of its 100 us: 60 % of both.
    add_sample(ranks[0], 0, 1000, 1400);
    add_sample(ranks[1], 0, 1300, 1400);
    const OverTime times = analysis_of(ranks).over_time;
    CHECK(times.slices[0].late_share == Approx(0.6 * times.slices[0].of(TimeKind::collective)));
    CHECK(times.slices[2].of(TimeKind::collective) > 0.3);
    CHECK(times.slices[2].late_share == 0);
}

TEST_CASE("a slice has a phase where all ranks were in it", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 2), rank_with_bins(1, 2)};
    for (Parts& parts : ranks) {
        parts.phases.push_back({7, 1, parts.header.clock_first.ticks + 2 * kBin, 0});
        parts.bins[2].phase = parts.bins[3].phase = 1;
        add(parts, "MPI_Wait", -1, 0, 1, shunt::record::kCall, 1);
    }
    ranks[1].bins[2].phase = shunt::record::kManyPhases;
    const Analysis run = analysis_of(ranks);
    const OverTime& times = run.over_time;
    REQUIRE(times.slices.size() == 4);
    CHECK((times.slices[0].has_phase && times.slices[0].phase == 0));
    CHECK(!times.slices[2].has_phase);
    CHECK((times.slices[3].has_phase == false || times.slices[3].phase == 7));
    CHECK(printed(run).find("phase              00*") != std::string::npos);
    CHECK(html::over_time(run).find("Phases (MPI_Pcontrol)") != std::string::npos);
}

TEST_CASE("estimates longer than their bin are cut to it", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 1)};
    put(ranks[0], 0, TimeKind::message, 3);
    put(ranks[0], 0, TimeKind::wait, 1);
    const OverTime times = analysis_of(ranks).over_time;
    CHECK(times.slices[0].of(TimeKind::message) == Approx(0.75));
    CHECK(times.slices[0].in_mpi() == Approx(1));
}

TEST_CASE("a run without bins has nothing over time", "[report]") {
    const Analysis run = analysis_of({idle_rank(0, 1)});
    CHECK(run.over_time.slices.empty());
    CHECK(printed(run) == "Profiles of older versions contain no activity over time.\n");
}

TEST_CASE("the text has a shade for each share", "[report]") {
    std::vector<Parts> ranks = {rank_with_bins(0, 1)};
    ranks[0].header.clock_last.ticks = ranks[0].header.bins_start + 4 * kBin;
    ranks[0].header.clock_last.monotonic_ns =
        ranks[0].header.clock_first.monotonic_ns + static_cast<std::int64_t>(2 * kBin);
    put(ranks[0], 1, TimeKind::wait, 0.01);
    put(ranks[0], 2, TimeKind::wait, 0.5);
    put(ranks[0], 3, TimeKind::wait, 1);
    ranks[0].bins[3].bytes = 1 << 30;
    const std::string text = printed(analysis_of(ranks));
    INFO(text);
    CHECK(text.find("  waits             .+@  37.7 %\n") != std::string::npos);  // the first column is blank
    CHECK(text.find("bytes a second        @  477 MiB/s\n") != std::string::npos);
    CHECK(text.find("collectives") == std::string::npos);  // there were none
}
