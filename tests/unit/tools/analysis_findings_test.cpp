#include "tools/analysis_findings.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kCall, record::kReceive, record::kTraffic;

namespace {

bool says(const Analysis& run, const std::string& words) {
    for (const Finding& finding : run.findings)
        if ((finding.text + " " + finding.remedy).find(words) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("the rank that comes last to a collective is named with its share and cost", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        for (std::uint32_t i = 0; i < 10; ++i) {
            const bool late = r == (i < 8 ? 3 : 1);
            add_sample(ranks.back(), i, 1000 * i + (late ? 90 : 0), 1000 * i + 100);
        }
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, 10, kCall, 100, 5);
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.findings.size() == 1);
    REQUIRE(run.findings[0].text.find("MPI_Allreduce: rank 3 arrives last 80.0 % of the time") != std::string::npos);
    REQUIRE(run.findings[0].cost_ns == Approx(run.mpi.wait_ns));
    REQUIRE(run.findings[0].share == Approx(run.mpi.wait_ns / run.mpi.time_ns));
}

TEST_CASE("of several late ranks the one that waits least is the likely cause", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        for (std::uint32_t i = 0; i < 10; ++i) add_sample(ranks.back(), i, 1000 * i + (r == 0 ? 90 : r == 1 ? 80 : 0), 1000 * i + 100);
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, 10, kCall, 100, 5);
    }
    add(ranks[0], "MPI_Wait", record::kNoPeer, 0, 10, kCall, 80, 1);  // rank 0 is late because it waits for rank 1
    const Analysis run = analysis_of(ranks);
    REQUIRE(says(run, "latest ranks 0, 1."));
    REQUIRE(says(run, "rank 1 waits least itself"));
}

TEST_CASE("a wait shared out among both neighbours of a rank names neither", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) ranks.push_back(idle_rank(r, 4));
    add(ranks[0], "MPI_Wait", record::kNoPeer, 0, 10, kCall, 100, 1);
    add(ranks[0], "MPI_Isend", 1, 64, 10, kCall | kTraffic, 1, 1).wait_ticks = 500 * 2000;
    add(ranks[0], "MPI_Irecv", 3, 64, 10, kTraffic | kReceive).wait_ticks = 500 * 2000;
    const Analysis run = analysis_of(ranks);
    REQUIRE_FALSE(says(run, "Other ranks wait"));
    REQUIRE(says(run, "Ranks wait 1.00 ms for messages to come or to be taken"));
}

TEST_CASE("a sender that all wait for is named", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) ranks.push_back(idle_rank(r, 4));
    for (int r = 1; r < 4; ++r) {
        add(ranks[static_cast<unsigned>(r)], "MPI_Recv", 0, 64, 10, kCall | kTraffic | kReceive, 500, 2);
        add(ranks[0], "MPI_Send", r, 64, 10, kCall | kTraffic, 2, 2);
    }
    add(ranks[0], "MPI_Recv", 1, 64, 10, kCall | kTraffic | kReceive, 3, 2);
    add(ranks[1], "MPI_Send", 0, 64, 10, kCall | kTraffic, 2, 2);
    REQUIRE(says(analysis_of(ranks), "for messages of rank 0 or for it to take theirs, 99.9 %"));
}

TEST_CASE("receives posted late, small messages and polling are found, with a remedy", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    add(ranks[0], "MPI_Send", 1, 16, 5000, kCall | kTraffic, 3, 1);
    Cell& receive = add(ranks[1], "MPI_Recv", 0, 16, 5000, kCall | kTraffic | kReceive, 1, 1);
    receive.probed = 5000;
    receive.unexpected = 4000;
    add(ranks[1], "MPI_Testall", record::kNoPeer, 0, 200'000, kCall, 0.5, 0.1);
    const Analysis run = analysis_of(ranks);
    REQUIRE(says(run, "80.0 % of 5000 receives looked at were posted after"));
    REQUIRE(says(run, "5000 messages (100 %) carry at most 1 KiB"));
    REQUIRE(says(run, "calls of MPI_Testall"));
    REQUIRE(says(run, "Ranks wait 10.0 ms for messages to come or to be taken"));
    REQUIRE(run.findings.size() == 4);
    for (std::size_t i = 1; i < run.findings.size(); ++i) REQUIRE(run.findings[i - 1].cost_ns >= run.findings[i].cost_ns);
}

TEST_CASE("blocking waits on crowded cores are found only when the cores are known and the host waited", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        add(ranks.back(), "MPI_Wait", record::kNoPeer, 0, 10, kCall, 500, 2);
    }
    REQUIRE_FALSE(says(analysis_of(ranks), "cores"));
    record::CounterEntry cores;
    std::snprintf(cores.name, sizeof cores.name, "node.cores");
    cores.value = 2;
    for (Parts& rank : ranks) rank.counters = {cores};
    REQUIRE(says(analysis_of(ranks), "4 ranks share 2 cores"));
    for (Parts& rank : ranks) std::snprintf(rank.header.wait_mode, sizeof rank.header.wait_mode, "gentle");
    REQUIRE_FALSE(says(analysis_of(ranks), "cores"));
}

TEST_CASE("the report says which ranks waited gently because of load, since when and for how long", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 3), idle_rank(1, 3), idle_rank(2, 3)};
    REQUIRE(analysis_of(ranks).facts.wait_mode == "host");
    const auto by_load = [](Parts& rank, std::uint64_t since_ns, std::uint64_t for_ns) {
        std::snprintf(rank.header.wait_mode, sizeof rank.header.wait_mode, "%s", record::kGentleByLoad);
        record::CounterEntry since, total;
        std::snprintf(since.name, sizeof since.name, "%s", record::kGentleByLoadSince);
        std::snprintf(total.name, sizeof total.name, "%s", record::kGentleByLoadNs);
        since.value = since_ns;
        total.value = for_ns;
        rank.counters = {since, total};
    };
    by_load(ranks[0], 700'000'000, 1'000'000'000);
    by_load(ranks[2], 250'000'000, 1'200'000'000);
    REQUIRE(analysis_of(ranks).facts.wait_mode == "host, gentle by load on 2 of 3 ranks (since 250 ms, for 1.20 s)");
    by_load(ranks[1], 300'000'000, 100'000'000);
    REQUIRE(analysis_of(ranks).facts.wait_mode == "host, gentle by load on 3 of 3 ranks (since 250 ms, for 1.20 s)");
}

TEST_CASE("an engine slower than the host is a finding, a faster one is not", "[report]") {
    Parts rank = idle_rank(0, 2);
    add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 10, kCall, 4, 4);
    Cell& carried = add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 10, kCall, 9, 9);
    carried.key.engine = 1;
    REQUIRE(says(analysis_of({rank}), "9.00 us with phased, 4.00 us with the host"));
    rank.cells[1].ticks /= 4;
    REQUIRE_FALSE(says(analysis_of({rank}), "phased"));
}

TEST_CASE("a quiet run has no findings", "[report]") {
    Parts rank = idle_rank(0, 1);
    add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 10, kCall, 4, 4);
    REQUIRE(analysis_of({rank}).findings.empty());
}
