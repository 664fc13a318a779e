#include "tools/analysis/analysis.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kAnySource, record::kCall, record::kCancelled, record::kOneSided, record::kReceive, record::kTraffic;

TEST_CASE("the time of calls that were timed one in a few is scaled to all of them", "[report]") {
    Parts rank = idle_rank(0, 1);
    Cell& cell = add(rank, "MPI_Comm_rank", record::kNoPeer, 0, 1000, kCall, 1, 1);
    cell.timed = 10;
    cell.ticks = 10 * 40;
    cell.max_ticks = 40;
    const Analysis run = analysis_of({rank});
    REQUIRE(function_of(run, "MPI_Comm_rank").total.time_ns == Approx(1000 * 20));
    REQUIRE(run.mpi.calls == 1000);
    REQUIRE(run.other_ns == Approx(20'000));
    REQUIRE(run.transfer_ns() == Approx(0).margin(1e-6));
}

TEST_CASE("a blocking call's wait is its time beyond the fastest similar call", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Recv", 1, 64, 10, kCall | kTraffic | kReceive, 5, 2);
    const Analysis run = analysis_of({rank, idle_rank(1, 2)});
    const FunctionRow& row = function_of(run, "MPI_Recv");
    REQUIRE(row.total.time_ns == Approx(50 * kUs));
    REQUIRE(row.total.wait_ns == Approx(30 * kUs));
    REQUIRE(row.basis == kWaitMinimum);
    REQUIRE(run.transfer_ns() == Approx(20 * kUs));
}

TEST_CASE("the fastest alike may be in another phase, but not of another size, peer or rank", "[report]") {
    Parts zero = idle_rank(0, 3), one = idle_rank(1, 3);
    zero.phases.push_back({7, 1, zero.header.clock_first.ticks, 0});
    add(zero, "MPI_Send", 1, 64, 4, kCall | kTraffic, 10, 8);
    add(zero, "MPI_Send", 1, 64, 1, kCall | kTraffic, 3, 3).key.phase = 1;
    add(zero, "MPI_Send", 1, 65, 1, kCall | kTraffic, 1, 1);
    add(zero, "MPI_Send", 2, 64, 1, kCall | kTraffic, 1, 1);
    add(one, "MPI_Send", 2, 64, 1, kCall | kTraffic, 1, 1);
    const Analysis run = analysis_of({zero, one, idle_rank(2, 3)});
    REQUIRE(function_of(run, "MPI_Send").by_rank[0].wait_ns == Approx((40 - 4 * 3) * kUs));
    REQUIRE(function_of(run, "MPI_Send").by_rank[1].wait_ns == Approx(0).margin(1e-6));
}

TEST_CASE("waits of nonblocking operations are reported with them and counted once", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Irecv", 1, 64, 10, kCall, 1, 1);
    add(rank, "MPI_Irecv", 1, 64, 10, kTraffic | kReceive).wait_ticks = 2000 * 70;
    add(rank, "MPI_Wait", record::kNoPeer, 0, 10, kCall, 8, 1);
    const Analysis run = analysis_of({rank, idle_rank(1, 2)});
    REQUIRE(run.mpi.time_ns == Approx(90 * kUs));
    REQUIRE(run.mpi.wait_ns == Approx(80 * kUs));
    REQUIRE(function_of(run, "MPI_Wait").total.wait_ns == Approx(80 * kUs));
    REQUIRE(function_of(run, "MPI_Irecv").total.wait_ns == 0);
    REQUIRE(function_of(run, "MPI_Irecv").total.later_ns == Approx(70 * kUs));
    REQUIRE(run.pairs.at(0).wait_ns == Approx(70 * kUs));
    REQUIRE(run.pairs.at(0).from == 1);
}

TEST_CASE("the matrix has the senders' word, the receivers' beside it, and one-sided traffic apart", "[report]") {
    Parts zero = idle_rank(0, 2), one = idle_rank(1, 2);
    add(zero, "MPI_Send", 1, 100, 3, kCall | kTraffic, 1, 1);
    add(zero, "MPI_Put", 1, 7, 2, kCall | kTraffic | kOneSided, 1, 1);
    add(zero, "MPI_Send", 1, 100, 9, kTraffic | kCancelled);
    add(one, "MPI_Recv", 0, 100, 2, kCall | kTraffic | kReceive | kAnySource, 1, 1);
    const Analysis run = analysis_of({zero, one});
    REQUIRE(run.pairs.size() == 1);
    const PairTraffic& pair = run.pairs[0];
    REQUIRE(std::pair(pair.from, pair.to) == std::pair(0, 1));
    REQUIRE(std::pair(pair.bytes, pair.messages) == std::pair<std::uint64_t, std::uint64_t>(300, 3));
    REQUIRE(std::pair(pair.received_bytes, pair.received_messages) == std::pair<std::uint64_t, std::uint64_t>(200, 2));
    REQUIRE(std::pair(pair.one_sided_bytes, pair.one_sided_messages) == std::pair<std::uint64_t, std::uint64_t>(14, 2));
    REQUIRE(run.habits.wildcard == 2);
    REQUIRE(run.habits.cancelled == 9);
    REQUIRE(run.ranks[0].sent_messages == 3);
    REQUIRE(run.warnings == std::vector<std::string>{"1 messages were sent that no receive is recorded for."});
}

TEST_CASE("messages fall into powers of two by their size", "[report]") {
    Parts rank = idle_rank(0, 1);
    for (const std::uint64_t bytes : {0u, 1u, 2u, 3u, 4u}) add(rank, "MPI_Send", 0, bytes, 1, kCall | kTraffic, 1, 1);
    add(rank, "MPI_Allreduce", record::kNoPeer, 3, 5, kCall, 1, 1);
    const Analysis run = analysis_of({rank});
    REQUIRE(run.sizes.size() == 4);
    REQUIRE(run.sizes[0].low == 0);
    REQUIRE(run.sizes[0].messages == 1);
    REQUIRE(run.sizes[2].low == 2);
    REQUIRE(run.sizes[2].messages == 2);
    REQUIRE(run.sizes[2].bytes == 5);
    REQUIRE(run.sizes[2].collective_calls == 5);
    REQUIRE(run.sizes[3].low == 4);
}

TEST_CASE("calls beyond the full table are in the totals, and the report says so", "[report]") {
    Parts rank = idle_rank(0, 1);
    rank.header.flags = record::kCellsOverflowed;
    rank.overflow.resize(rank.functions.size());
    rank.overflow[rank.function("MPI_Send")] = {7, 700, 2000 * 14};
    const Analysis run = analysis_of({rank});
    REQUIRE(function_of(run, "MPI_Send").total.calls == 7);
    REQUIRE(function_of(run, "MPI_Send").total.bytes == 700);
    REQUIRE(run.mpi.time_ns == Approx(14 * kUs));
    REQUIRE(run.warnings.size() == 1);
    REQUIRE(run.warnings[0].starts_with("On rank 0 the record was full"));
}

TEST_CASE("a rank killed inside a call is named with the call and for how long", "[report]") {
    Parts zero = idle_rank(0, 3), two = idle_rank(2, 3);
    two.header.state = record::SpoolState::running;
    two.header.current_function = two.function("MPI_Recv");
    two.header.current_comm = 0;
    two.header.current_peer = 1;
    two.header.clock_last.ticks -= 3'600'000'000;  // its clock was last read 1.8 s before the end
    two.header.clock_last.monotonic_ns -= 1'800'000'000;
    two.header.current_enter_ticks = two.header.clock_last.ticks;
    const Analysis run = analysis_of({zero, two}, record::kRecovered);
    REQUIRE(run.missing == std::vector<std::int32_t>{1});
    REQUIRE(run.ranks[1].last_call == "in MPI_Recv from 1 for 1.80 s");
    REQUIRE(run.warnings[0] == "No record of rank 1 of 3: all sums are without them.");
    REQUIRE(run.warnings[2] == "Rank 2 ended without MPI_Finalize; it was in MPI_Recv from 1 for 1.80 s.");
}

TEST_CASE("the ends of ranks without MPI_Finalize are reported", "[report]") {
    Parts zero = idle_rank(0, 3), one = idle_rank(1, 3), two = idle_rank(2, 3);
    zero.header.state = two.header.state = record::SpoolState::running;
    one.header.state = record::SpoolState::exited;
    one.header.abort_code = 3;
    const Analysis run = analysis_of({zero, one, two});
    REQUIRE(run.warnings == std::vector<std::string>{
                                "Rank 1 left by exit(3) without MPI_Finalize.",
                                "Ended without MPI_Finalize, outside of MPI calls: ranks 0, 2.",
                            });
}

TEST_CASE("the last phase of a run counts up to its end", "[report]") {
    Parts rank = idle_rank(0, 1);
    const std::uint64_t start = rank.header.clock_first.ticks;
    rank.phases = {{0, 1, start, 1'000'000'000}, {4, 1, start + 1'000'000'000, 0}};
    const Analysis run = analysis_of({rank});
    REQUIRE(run.phases.size() == 2);
    REQUIRE(run.phases[0].mean_wall_ns == Approx(0.5e9));
    REQUIRE(run.phases[1].label == 4);
    REQUIRE(run.phases[1].mean_wall_ns == Approx(1.5e9));
    REQUIRE(run.phases[1].first_start_ns == Approx(0.5e9));
}

TEST_CASE("host and engine are compared at the same size, only for functions that an engine carried", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Allreduce", record::kNoPeer, 8, 10, kCall, 4, 4);
    add(rank, "MPI_Allreduce", record::kNoPeer, 8, 5, kCall, 2, 2).key.engine = 1;
    add(rank, "MPI_Send", 0, 8, 5, kCall | kTraffic, 2, 2);
    const Analysis run = analysis_of({rank});
    REQUIRE(run.engines.size() == 2);
    REQUIRE(run.engines[0].engine == "host");
    REQUIRE(run.engines[0].mean_ns() == Approx(4 * kUs));
    REQUIRE(run.engines[1].engine == "phased");
    REQUIRE(run.engines[1].mean_ns() == Approx(2 * kUs));
}

TEST_CASE("communicators of one name and size are one row that counts them", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        record::CommEntry row = ranks.back().comms[0];
        row.id = 10u + static_cast<unsigned>(r / 2);
        row.size = 2;
        row.leader_world = r / 2 * 2;
        ranks.back().comms.push_back(row);
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, 3, kCall, 1, 1).key.comm = 1;
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.comms.size() == 2);
    REQUIRE(run.comms[0].size == 2);
    REQUIRE(run.comms[0].instances == 2);
    REQUIRE(run.comms[0].total.calls == 12);
    REQUIRE(run.comms[1].instances == 1);
}

TEST_CASE("starting and ending MPI is shown, but in no sum", "[report]") {
    Parts rank = idle_rank(0, 1);
    rank.functions.push_back("MPI_Init init");
    add(rank, "MPI_Init", record::kNoPeer, 0, 1, kCall, 500'000, 500'000);
    add(rank, "MPI_Comm_rank", record::kNoPeer, 0, 1, kCall, 1, 1);
    const Analysis run = analysis_of({rank});
    REQUIRE(run.run_ns == Approx(2e9));
    REQUIRE(run.startup_ns == Approx(0.5e9));
    REQUIRE(run.rank_time_ns == Approx(1.5e9));
    REQUIRE(run.mpi.time_ns == Approx(1 * kUs));
    REQUIRE(run.functions.back().name == "MPI_Init");
    REQUIRE(run.phases[0].mean_wall_ns == Approx(1.5e9));
}

TEST_CASE("an empty run gives an empty analysis", "[report]") {
    const Analysis nothing = analyze({});
    REQUIRE(nothing.ranks.empty());
    REQUIRE(nothing.findings.empty());
    const Analysis idle = analysis_of({idle_rank(0, 1)});
    REQUIRE(idle.mpi.calls == 0);
    REQUIRE(idle.functions.empty());
    REQUIRE(idle.run_ns == Approx(2e9));
}
