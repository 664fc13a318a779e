#include "tools/analysis/findings.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/analysis/blame.hpp"

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

TEST_CASE("the rank that is last to arrive at a collective is named with its share and cost", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        for (std::uint32_t i = 0; i < 40; ++i) {
            const bool late = r == (i < 32 ? 3 : 1);
            add_sample(ranks.back(), i, 1000 * i + (late ? 90 : 0), 1000 * i + 100);
        }
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, 40, kCall, 100, 5);
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.findings.size() == 1);
    REQUIRE(run.findings[0].text.find("MPI_Allreduce: rank 3 is last in 32 of 40 sampled calls") != std::string::npos);
    REQUIRE(run.findings[0].cost_ns == Approx(run.mpi.wait_ns));
    REQUIRE(run.findings[0].share == Approx(run.mpi.wait_ns / run.mpi.time_ns));
}

TEST_CASE("of several late ranks the one that waits least is the likely cause", "[report]") {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        ranks.push_back(idle_rank(r, 4));
        for (std::uint32_t i = 0; i < 40; ++i)
            add_sample(ranks.back(), i, 1000 * i + (r == 0 ? 90 : r == 1 ? 80 : 0), 1000 * i + 100);
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, 40, kCall, 100, 5);
    }
    add(ranks[0], "MPI_Wait", record::kNoPeer, 0, 40, kCall, 80, 1);  // rank 0 is late because it waits for rank 1
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
    REQUIRE(says(run, "Ranks wait 1.00 ms for messages to arrive or to be received"));
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
    REQUIRE(says(analysis_of(ranks), "for messages of rank 0 or for it to receive theirs, 99.9 %"));
}

TEST_CASE("receives posted late, small messages and polling are found, with a remedy", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    add(ranks[0], "MPI_Send", 1, 16, 5000, kCall | kTraffic, 3, 1);
    Cell& receive = add(ranks[1], "MPI_Recv", 0, 16, 5000, kCall | kTraffic | kReceive, 1, 1);
    receive.probed = 5000;
    receive.unexpected = 4000;
    add(ranks[1], "MPI_Testall", record::kNoPeer, 0, 200'000, kCall, 0.5, 0.1);
    const Analysis run = analysis_of(ranks);
    REQUIRE(says(run, "80.0 % of 5000 checked receives were posted after"));
    REQUIRE(says(run, "5000 messages (100 %) carry at most 1 KiB"));
    REQUIRE(says(run, "calls of MPI_Testall and its like, 39 for every message"));
    REQUIRE(says(run, "Ranks 0 and 1 wait 10.0 ms for each other's messages to arrive or to be received"));
    REQUIRE(run.findings.size() == 4);
    for (std::size_t i = 1; i < run.findings.size(); ++i)
        REQUIRE(run.findings[i - 1].cost_ns >= run.findings[i].cost_ns);
}

TEST_CASE("waits for one-sided operations are found, and windows made again and again", "[report]") {
    std::vector<Parts> ranks = {idle_rank(0, 2), idle_rank(1, 2)};
    for (Parts& rank : ranks)
        for (const char* function :
             {"MPI_Win_flush_all rma_sync", "MPI_Win_unlock_all rma_sync", "MPI_Win_allocate manage", "MPI_Rput rma"})
            rank.functions.emplace_back(function);
    add(ranks[0], "MPI_Rput", 1, 64, 1000, kCall | kTraffic | record::kOneSided, 1);
    add(ranks[0], "MPI_Win_flush_all", record::kNoPeer, 0, 900, kCall, 20);
    add(ranks[0], "MPI_Win_unlock_all", record::kNoPeer, 0, 100, kCall, 3);
    const Analysis run = analysis_of(ranks);
    REQUIRE(says(run, "MPI_Win_flush_all and its like take 18.3 ms for 1000 one-sided operations in 1000 calls."));
    REQUIRE(run.findings.at(0).remedy.starts_with("Complete several operations by one call"));
    REQUIRE_FALSE(says(run, "windows"));

    add(ranks[0], "MPI_Rput", 1, 4096, 50'000, kCall | kTraffic | record::kOneSided, 0.1);
    for (Parts& rank : ranks) add(rank, "MPI_Win_allocate", record::kNoPeer, 0, 150, kCall, 100);
    const Analysis later = analysis_of(ranks);
    REQUIRE(says(later, "300 calls make and free windows and take 30.0 ms."));
    REQUIRE(says(later, "51 000 one-sided operations in 1000 calls."));
    REQUIRE(later.findings.at(1).remedy.starts_with("MPI may serve such operations only"));
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
    for (Parts& rank : ranks) std::snprintf(rank.header.wait_mode, sizeof rank.header.wait_mode, "host, yielding");
    REQUIRE(says(analysis_of(ranks), "4 ranks share 2 cores of a node and take turns on them"));
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
    add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 40, kCall, 4, 4);
    Cell& carried = add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 40, kCall, 9, 9);
    carried.key.engine = 1;
    REQUIRE(says(analysis_of({rank}), "9.00 us with phased, 4.00 us with the host"));
    rank.cells[1].ticks /= 4;
    REQUIRE_FALSE(says(analysis_of({rank}), "with phased"));
}

TEST_CASE("an engine is not called slower than the host after few calls of either, or by a little", "[report]") {
    const auto says_slower = [](std::uint64_t host_calls, std::uint64_t calls, double us) {
        Parts rank = idle_rank(0, 2);
        add(rank, "MPI_Allreduce", record::kNoPeer, 4096, host_calls, kCall, 4, 4);
        add(rank, "MPI_Allreduce", record::kNoPeer, 4096, calls, kCall, us, us).key.engine = 1;
        return says(analysis_of({rank}), "Leave this size to the host");
    };
    REQUIRE_FALSE(says_slower(1, 1000, 9));
    REQUIRE_FALSE(says_slower(1000, 1, 9));
    REQUIRE_FALSE(says_slower(20, 1000, 5));  // so few calls may differ by this much by chance
    REQUIRE(says_slower(1000, 1000, 5));
}

TEST_CASE("few messages name no rank that others wait for, nor one that moves most bytes", "[report]") {
    const auto run_of = [](std::uint64_t messages) {
        std::vector<Parts> ranks;
        for (int r = 0; r < 4; ++r) ranks.push_back(idle_rank(r, 4));
        add(ranks[0], "MPI_Send", 1, 1 << 20, messages, kCall | kTraffic, 2, 2);
        add(ranks[1], "MPI_Recv", 0, 1 << 20, messages, kCall | kTraffic | kReceive, 500, 2);
        add(ranks[2], "MPI_Recv", 0, 64, 1, kCall | kTraffic | kReceive, 5, 2);
        add(ranks[3], "MPI_Recv", 0, 64, 1, kCall | kTraffic | kReceive, 5, 2);
        return analysis_of(ranks);
    };
    REQUIRE(says(run_of(100), "for messages of rank 0 or for it to receive theirs"));
    const Analysis few = run_of(2);
    REQUIRE_FALSE(says(few, "for messages of rank 0"));
    REQUIRE(says(few, "for messages to arrive or to be received, spread over many partners"));
}

TEST_CASE("a rank that moves most bytes is named from some messages on", "[report]") {
    const auto names_rank = [](std::uint64_t messages) {
        std::vector<Parts> ranks;
        for (int r = 0; r < 5; ++r) ranks.push_back(idle_rank(r, 5));
        for (int r = 1; r < 5; ++r) {
            add(ranks[0], "MPI_Irecv", r, 8 << 20, messages, kCall | kTraffic | kReceive, 1, 1);
            add(ranks[static_cast<unsigned>(r)], "MPI_Send", 0, 8, messages, kCall | kTraffic, 500, 2);
            ranks[0].cells.back().wait_ticks = 500 * 2000;
        }
        return says(analysis_of(ranks), "times the average rank");
    };
    REQUIRE(names_rank(50));
    REQUIRE_FALSE(names_rank(1));
}

TEST_CASE("a quiet run has no findings", "[report]") {
    Parts rank = idle_rank(0, 1);
    add(rank, "MPI_Allreduce", record::kNoPeer, 4096, 10, kCall, 4, 4);
    REQUIRE(analysis_of({rank}).findings.empty());
}

namespace {

/// `size` ranks in `calls` sampled calls of MPI_Allreduce, in which rank `last(call)` enters 90 us after the others.
template <class Last>
std::vector<Parts> ranks_in_allreduce(int size, std::uint32_t calls, Last&& last) {
    std::vector<Parts> ranks;
    for (int r = 0; r < size; ++r) {
        ranks.push_back(idle_rank(r, size));
        for (std::uint32_t i = 0; i < calls; ++i)
            add_sample(ranks.back(), i, 1000 * i + (r == last(i) ? 90 : r % 5), 1000 * i + 100);
        add(ranks.back(), "MPI_Allreduce", record::kNoPeer, 8, calls, kCall, 100, 5);
    }
    return ranks;
}

void add_counter(Parts& rank, const char* name, std::uint64_t value) {
    record::CounterEntry counter;
    std::snprintf(counter.name, sizeof counter.name, "%s", name);
    counter.value = value;
    rank.counters.push_back(counter);
}

}  // namespace

TEST_CASE("a share is sure only as far as the observations reach", "[report]") {
    REQUIRE(surely_at_least(3, 11) < 0.1);
    REQUIRE(surely_at_least(32, 40) == Approx(0.596).margin(0.005));
    REQUIRE(surely_at_least(900, 1000) > 0.87);
    REQUIRE(surely_at_least(0, 0) == 0);
    REQUIRE(surely_at_least(0, 50) == Approx(0).margin(1e-9));
}

TEST_CASE("no rank is named on a few samples", "[report]") {
    const Analysis few =
        analysis_of(ranks_in_allreduce(16, 11, [](std::uint32_t i) { return i < 3 ? 10 : static_cast<int>(i) % 9; }));
    REQUIRE(says(few, "11 sampled calls are too few to name a late rank"));
    REQUIRE_FALSE(says(few, "rank 10"));
    REQUIRE_FALSE(says(few, "less work"));
    // Nor where enough calls were sampled, but chance may have made a rank the last one: 6 of 24 among 16 ranks.
    const Analysis chance =
        analysis_of(ranks_in_allreduce(16, 24, [](std::uint32_t i) { return i < 6 ? 10 : static_cast<int>(i) % 9; }));
    REQUIRE_FALSE(says(chance, "less work"));
    const Analysis sure =
        analysis_of(ranks_in_allreduce(16, 40, [](std::uint32_t i) { return i < 24 ? 10 : static_cast<int>(i) % 9; }));
    REQUIRE(says(sure, "rank 10 is last in 24 of 40 sampled calls"));
    REQUIRE(says(sure, "Give rank 10 less work"));
}

TEST_CASE("two ranks that are last by turns are not named as late, nor as many partners", "[report]") {
    std::vector<Parts> ranks = ranks_in_allreduce(2, 40, [](std::uint32_t i) { return static_cast<int>(i % 2); });
    add(ranks[0], "MPI_Irecv", 1, 64, 10, kTraffic | kReceive).wait_ticks = 500 * 2000;
    add(ranks[1], "MPI_Isend", 0, 64, 10, kCall | kTraffic, 1, 1);
    const Analysis run = analysis_of(ranks);
    REQUIRE_FALSE(says(run, "latest ranks"));
    REQUIRE_FALSE(says(run, "less work"));
    REQUIRE_FALSE(says(run, "many partners"));
    REQUIRE(says(run, "sometimes one last and sometimes the other"));
    REQUIRE(says(run, "Ranks 0 and 1 wait 500 us for each other's messages"));
    const Analysis one = analysis_of(ranks_in_allreduce(2, 40, [](std::uint32_t i) { return i < 38 ? 1 : 0; }));
    REQUIRE(says(one, "rank 1 is last in 38 of 40"));
}

/// 8 ranks on 4 nodes that move long blocks by one collective.
std::vector<Parts> ranks_that_move(const std::string& function) {
    std::vector<Parts> ranks;
    for (int r = 0; r < 8; ++r) {
        ranks.push_back(idle_rank(r, 8));
        ranks.back().header.node = r / 2;
        ranks.back().header.node_count = 4;
        ranks.back().functions.push_back(function + " collective");
        add(ranks.back(), function.c_str(), record::kNoPeer, 8 << 20, 10, kCall, 6600, 6000);
    }
    return ranks;
}

TEST_CASE("transfer that dominates is the first finding, with the rule that may help", "[report]") {
    std::vector<Parts> ranks = ranks_that_move("MPI_Alltoallv");  // 66 % of the MPI time
    for (int r = 0; r < 8; ++r) {
        Parts& rank = ranks[static_cast<std::size_t>(r)];
        add(rank, "MPI_Wait", record::kNoPeer, 0, 10, kCall, 3400, 1);
        add(rank, "MPI_Irecv", (r + 1) % 8, 64, 10, kTraffic | kReceive).wait_ticks = 34'000 * 2000;
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.findings.at(0).text.starts_with(
        "MPI_Alltoallv moves data for 480 ms: 560 MiB in 80 calls. Over the whole run a node reached"));
    REQUIRE(run.findings[0].remedy ==
            "A rule that sends it to an engine may help: shunt run --rules 'alltoallv -> phased'.");
    REQUIRE(run.findings[0].share == Approx(0.6));
    // It remains the first where waiting costs more.
    for (Parts& rank : ranks) rank.cells[2].wait_ticks *= 20;
    REQUIRE(analysis_of(ranks).findings.at(0).text.starts_with("MPI_Alltoallv moves data"));
    REQUIRE(analysis_of(ranks).findings.at(1).cost_ns > analysis_of(ranks).findings.at(0).cost_ns);
    // On one node no engine is expected to be faster.
    for (Parts& rank : ranks) rank.header.node = 0;
    REQUIRE(analysis_of(ranks).findings.at(0).remedy.starts_with("No engine is expected to be faster here"));
    // Calls that an engine already carries need no rule.
    for (Parts& rank : ranks) rank.header.node = rank.header.world_rank / 2, rank.cells[0].key.engine = 1;
    REQUIRE(analysis_of(ranks).findings.at(0).remedy.starts_with("phased carries it already"));
}

TEST_CASE("a nonblocking collective has the rule of an engine that begins it", "[report]") {
    REQUIRE(analysis_of(ranks_that_move("MPI_Iallgather")).findings.at(0).remedy ==
            "A rule that sends it to an engine may help: shunt run --rules 'allgather -> phased'.");
}

TEST_CASE("a machine that is short of cores is named before uneven work", "[report]") {
    const auto uneven = [](const char* wait_mode) {
        std::vector<Parts> ranks;
        for (int r = 0; r < 4; ++r) {
            ranks.push_back(idle_rank(r, 4));
            std::snprintf(ranks.back().header.wait_mode, sizeof ranks.back().header.wait_mode, "%s", wait_mode);
            add(ranks.back(), "MPI_Wait", record::kNoPeer, 0, 10, kCall, r == 2 ? 10'000 : 160'000, 2);
        }
        return ranks;
    };
    for (const char* wait_mode : {"host", "host, yielding"}) {
        std::vector<Parts> ranks = uneven(wait_mode);
        REQUIRE(analysis_of(ranks).findings.at(0).text.starts_with("Rank 2 spends"));
        for (Parts& rank : ranks) add_counter(rank, "node.cores", 2);
        const Analysis crowded = analysis_of(ranks);
        REQUIRE(crowded.findings.at(0).text.starts_with("4 ranks share 2 cores of a node"));
        REQUIRE(crowded.findings.at(1).remedy.starts_with("Solve the shortage of cores first"));
        for (Parts& rank : ranks) add_counter(rank, "cpu.run-delay-us", 1'000'000);  // half: two ranks a core
        REQUIRE_FALSE(says(analysis_of(ranks), "Other work"));
        for (Parts& rank : ranks) add_counter(rank, "cpu.run-delay-us", 800'000);
        REQUIRE(says(analysis_of(ranks), "Other work had the cores, too."));

        ranks = uneven(wait_mode);
        for (Parts& rank : ranks) add_counter(rank, "node.cores", 4), add_counter(rank, "cpu.run-delay-us", 1'000'000);
        const Analysis busy = analysis_of(ranks);
        REQUIRE(
            busy.findings.at(0).text ==
            "The machine is busy with other work. Ranks were ready to run but had no core for 50.0 % of their time.");
        REQUIRE(busy.findings.at(1).text.starts_with("Rank 2 spends"));
        for (Parts& rank : ranks) rank.counters[1].value = 1000;
        REQUIRE_FALSE(says(analysis_of(ranks), "busy"));
    }
}

TEST_CASE("a late rank on a busy machine is not advised to work less", "[report]") {
    std::vector<Parts> ranks = ranks_in_allreduce(4, 40, [](std::uint32_t) { return 3; });
    for (Parts& rank : ranks) add_counter(rank, "cpu.run-delay-us", 1'000'000);
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.findings.at(0).text.starts_with("The machine is busy"));
    REQUIRE(says(run, "rank 3 is last in 40 of 40"));
    REQUIRE_FALSE(says(run, "less work"));
}
