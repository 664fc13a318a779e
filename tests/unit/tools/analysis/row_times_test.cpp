#include "tools/analysis/row_times.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kCall, record::kSampled;

namespace {

/// `count` calls of which `timed` were timed, one of them with `longest_us`, the others with `us`.
Cell& add_sampled(Parts& parts, const char* function, std::uint64_t count, std::uint64_t timed, double us,
                  double longest_us, unsigned flags = kCall | kSampled) {
    Cell& cell = add(parts, function, record::kNoPeer, 0, count, flags, us, us);
    cell.timed = timed;
    cell.max_ticks = static_cast<std::uint64_t>(longest_us * 2000);
    cell.ticks = static_cast<std::uint64_t>(us * 2000 * static_cast<double>(timed - 1)) + cell.max_ticks;
    return cell;
}

}  // namespace

TEST_CASE("calls timed always and calls timed by sample are not scaled together", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Wait", record::kNoPeer, 0, 20, kCall, 50'000, 1);  // 1 s, each of them timed
    add_sampled(rank, "MPI_Wait", 1600, 100, 1, 1);
    const Analysis run = analysis_of({rank, idle_rank(1, 2)});
    REQUIRE(function_of(run, "MPI_Wait").total.calls == 1620);
    REQUIRE(function_of(run, "MPI_Wait").total.time_ns == Approx(1e9 + 1600 * kUs));
}

TEST_CASE("the longest of the calls that were timed stands for itself alone", "[report]") {
    Parts rank = idle_rank(0, 1);
    add_sampled(rank, "MPI_Isend", 1600, 100, 2, 5000);
    const Analysis run = analysis_of({rank});
    REQUIRE(function_of(run, "MPI_Isend").total.time_ns == Approx((5000 + 1599 * 2) * kUs));
}

TEST_CASE("no rank has more MPI time than its run lasted, whatever was estimated", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Recv", 1, 8, 1, kCall, 500'000, 500'000);
    add_sampled(rank, "MPI_Wait", 220, 33, 30'000, 60'000,
                kCall);  // a row of an older version: long waits among short ones
    add_sampled(rank, "MPI_Isend", 10, 1, 400'000, 400'000);
    const Analysis run = analysis_of({rank, idle_rank(1, 2)});
    const double measured = 0.5e9 + (32 * 30'000 + 60'000) * kUs + 0.4e9;
    REQUIRE(measured < 2e9);
    REQUIRE(run.ranks[0].mpi.time_ns == Approx(2e9));
    for (const FunctionRow& row : run.functions) REQUIRE(row.total.time_ns <= 2e9);
    REQUIRE(function_of(run, "MPI_Recv").total.time_ns == Approx(0.5e9));  // the measured time stays
}

TEST_CASE("a row does not exceed the phase it is in", "[report]") {
    Parts rank = idle_rank(0, 1);
    const std::uint64_t start = rank.header.clock_first.ticks;
    rank.phases = {{0, 1, start, 3'600'000'000}, {4, 1, start + 3'600'000'000, 0}};  // 1.8 s and 0.2 s
    add_sampled(rank, "MPI_Isend", 160, 10, 10'000, 10'000).key.phase = 1;
    const Analysis run = analysis_of({rank});
    REQUIRE(run.phases[1].mpi.time_ns == Approx(0.2e9));
}

TEST_CASE("threads that call MPI at once may have more MPI time than their rank lasts", "[report]") {
    Parts rank = idle_rank(0, 1);
    rank.header.thread_level = 3;
    add_sampled(rank, "MPI_Testall", 16'000, 1000, 250, 250);
    REQUIRE(analysis_of({rank}).ranks[0].mpi.time_ns == Approx(4e9));
}
