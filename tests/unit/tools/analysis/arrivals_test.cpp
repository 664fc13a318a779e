#include "tools/analysis/arrivals.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kCall;

TEST_CASE("a rank waits in a collective until the last rank arrives, at most as long as it is inside", "[report]") {
    Parts zero = idle_rank(0, 3), one = idle_rank(1, 3), two = idle_rank(2, 3);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const double t = 1000 * i;
        add_sample(zero, i, t, t + 100);
        add_sample(one, i, t + 80, t + 100);
        add_sample(two, i, t + 10, t + 30);  // it left early: it waits 20, not 70
    }
    for (Parts* rank : {&zero, &one, &two}) add(*rank, "MPI_Allreduce", record::kNoPeer, 8, 40, kCall, 50, 5);
    const Analysis run = analysis_of({zero, one, two});
    const FunctionRow& row = function_of(run, "MPI_Allreduce");
    REQUIRE(row.basis == kWaitArrivals);
    REQUIRE(row.by_rank[0].wait_ns == Approx(2000 * kUs * 0.8));
    REQUIRE(row.by_rank[1].wait_ns == Approx(0).margin(1));
    REQUIRE(row.by_rank[2].wait_ns == Approx(2000 * kUs * 1.0));
    REQUIRE(run.collectives.size() == 1);
    REQUIRE(run.collectives[0].sampled == 4);
    REQUIRE(run.collectives[0].mean_spread_ns == Approx(80 * kUs));
    REQUIRE(run.collectives[0].last_rank == 1);
    REQUIRE(run.collectives[0].last_share == Approx(1));
    REQUIRE(run.arrivals[1].last == 4);
    REQUIRE(run.arrivals[2].lateness_ns == Approx(40 * kUs));
}

TEST_CASE("arrivals are compared on one clock, along the chain of measured offsets", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 3; ++r) ranks.push_back(idle_rank(r, 3));
    ranks[1].header.clock_first.monotonic_ns += 500'000'000;  // rank 1's clock is 500 ms ahead of rank 0's ...
    ranks[1].header.clock_last.monotonic_ns += 500'000'000;
    ranks[1].header.clock_parent = 0;
    ranks[1].header.clock_offset_ns = -500'000'000;
    ranks[2].header.clock_first.monotonic_ns += 600'000'000;  // ... and rank 2's 100 ms ahead of rank 1's
    ranks[2].header.clock_last.monotonic_ns += 600'000'000;
    ranks[2].header.clock_parent = 1;
    ranks[2].header.clock_offset_ns = -100'000'000;
    add_sample(ranks[0], 0, 0, 100);
    add_sample(ranks[1], 0, 30, 100);
    add_sample(ranks[2], 0, 60, 100);
    add(ranks[0], "MPI_Allreduce", record::kNoPeer, 8, 1, kCall, 100, 100);
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.collectives[0].mean_spread_ns == Approx(60 * kUs));
    REQUIRE(run.collectives[0].last_rank == 2);
    REQUIRE(run.clock_error_ns == 0);
    REQUIRE(function_of(run, "MPI_Allreduce").total.wait_ns == Approx(60 * kUs));
}

TEST_CASE("an arrival after others have left betrays a wrong clock", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    add_sample(ranks[0], 0, 0, 100, "MPI_Barrier");
    add_sample(ranks[1], 0, 350, 450, "MPI_Barrier");
    add(ranks[0], "MPI_Barrier", record::kNoPeer, 0, 1, kCall, 100, 100);
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.clock_error_ns == Approx(250 * kUs));
    REQUIRE(run.warnings.size() == 1);
    REQUIRE(run.warnings[0].find("250 us") != std::string::npos);
}

TEST_CASE("a circular or broken chain of clocks ends", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 3), idle_rank(1, 3)};
    ranks[0].header.clock_parent = 1;
    ranks[1].header.clock_parent = 0;
    add_sample(ranks[0], 0, 0, 10);
    add_sample(ranks[1], 0, 0, 10);
    REQUIRE(analysis_of(ranks).arrivals.size() == 2);
    ranks[1].header.clock_parent = 2;  // not recorded
    REQUIRE(analysis_of(ranks).arrivals.size() == 2);
}

TEST_CASE("samples of different operations are not put together", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    add_sample(ranks[0], 0, 0, 10);
    add_sample(ranks[1], 1, 0, 10);  // another sequence number
    add_sample(ranks[0], 2, 0, 10);
    add_sample(ranks[1], 2, 0, 10, "MPI_Barrier");  // another function
    REQUIRE(analysis_of(ranks).arrivals.empty());
    for (Parts& rank : ranks) rank.comms[0].size = 1;
    ranks[1].samples[0].sequence = 0;  // MPI_COMM_SELF has one id on all ranks
    REQUIRE(analysis_of(ranks).arrivals.empty());
}

TEST_CASE("without enough samples the fastest call is used", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    for (Parts& rank : ranks) {
        add_sample(rank, 0, 0, 10);
        add(rank, "MPI_Allreduce", record::kNoPeer, 8, 100, kCall, 5, 2);
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(function_of(run, "MPI_Allreduce").basis == kWaitMinimum);
    REQUIRE(run.mpi.wait_ns == Approx(2 * 300 * kUs));
}
