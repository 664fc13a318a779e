#include "tools/analysis/collective_traffic.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/analysis/transfer.hpp"
#include "tools/report/terminal.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kCall, record::kTraffic;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

/// `size` ranks, each of which made `count` calls of `function` with `bytes`, as the record measures them.
std::vector<Parts> ranks_that_call(const std::string& function, int size, std::uint64_t bytes, std::uint64_t count,
                                   int root = record::kNoPeer, int per_node = 64) {
    std::vector<Parts> ranks;
    for (int r = 0; r < size; ++r) {
        ranks.push_back(idle_rank(r, size));
        ranks.back().header.node = r / per_node;
        ranks.back().header.node_count = (size + per_node - 1) / per_node;
        ranks.back().functions.push_back(function + " collective");
        add(ranks.back(), function.c_str(), root, bytes, count, kCall, 1000, 900);
    }
    return ranks;
}

std::uint64_t moved(const std::vector<Parts>& ranks) {
    std::uint64_t sum = 0;
    for (const RankRow& rank : analysis_of(ranks).ranks) sum += rank.collective_bytes;
    return sum;
}

std::uint64_t between(const Analysis& run, int from, int to) {
    for (const PairTraffic& pair : run.pairs)
        if (pair.from == from && pair.to == to) return pair.collective_bytes;
    return 0;
}

}  // namespace

TEST_CASE("functions of all forms are known by their operation", "[report]") {
    CHECK(operation_of("MPI_Alltoallv") == Operation::alltoallv);
    CHECK(operation_of("MPI_Ialltoallv_c") == Operation::alltoallv);
    CHECK(operation_of("MPIX_Allgather_init") == Operation::allgather);
    CHECK(operation_of("MPI_Ireduce_scatter_block") == Operation::reduce_scatter_block);
    CHECK(operation_of("MPI_Comm_split") == std::nullopt);
    CHECK(operation_of("nonsense") == std::nullopt);
}

TEST_CASE("an all-to-all moves a block for each other rank, not one block", "[report]") {
    // As FT of class A on 16 ranks: 8 transpositions of 128 MiB.
    const auto ranks = ranks_that_call("MPI_Alltoall", 16, 128 * kMiB / 16 / 16, 8);
    const Analysis run = analysis_of(ranks);
    CHECK(moved(ranks) == 8 * 128 * kMiB / 16 * 15);  // 960 MiB: a rank's block for itself does not move
    CHECK(function_of(run, "MPI_Alltoall").total.bytes == 960 * kMiB);
    CHECK(run.pairs.size() == 16 * 15);
    CHECK(between(run, 3, 11) == 8 * kMiB / 2);
    CHECK(between(run, 3, 3) == 0);
}

TEST_CASE("the bytes that collectives move follow from the owners of the blocks", "[report]") {
    const auto sum = [](const char* function, int root = record::kNoPeer) {
        return moved(ranks_that_call(function, 4, 1000, 1, root));
    };
    CHECK(sum("MPI_Allgather") == 4 * 3 * 1000);
    CHECK(sum("MPI_Iallgatherv") == 4 * 3 * 1000);
    CHECK(sum("MPI_Alltoallv") == 4 * 750);  // the rank measures all its blocks, of which a fourth is for itself
    CHECK(sum("MPI_Reduce_scatter_block") == 4 * 3 * 1000);
    CHECK(sum("MPI_Reduce_scatter") == 4 * 750);
    CHECK(sum("MPI_Allreduce") == 4 * 1500);
    CHECK(sum("MPI_Scan") == 3 * 1000);
    CHECK(sum("MPI_Barrier") == 0);
    for (const char* rooted : {"MPI_Bcast", "MPI_Reduce", "MPI_Gather", "MPI_Scatter"}) {
        CHECK(sum(rooted, 2) == 3 * 1000);
        CHECK(sum(rooted) == 3 * 1000);  // also where an older record does not contain the root
    }
    CHECK(moved(ranks_that_call("MPI_Alltoall", 1, 1000, 1)) == 0);
}

TEST_CASE("the matrix has the traffic of collectives for which both ranks are known", "[report]") {
    const auto pairs = [](const char* function, int root) {
        return analysis_of(ranks_that_call(function, 3, 600, 2, root));
    };
    const Analysis bcast = pairs("MPI_Bcast", 1), gather = pairs("MPI_Gatherv", 1),
                   scan = pairs("MPI_Exscan", record::kNoPeer);
    CHECK(between(bcast, 1, 0) == 1200);
    CHECK(between(bcast, 0, 1) == 0);
    CHECK(between(gather, 2, 1) == 1200);
    CHECK(between(gather, 1, 2) == 0);
    CHECK(between(scan, 0, 1) == 1200);
    CHECK(between(scan, 0, 2) == 0);
    CHECK(pairs("MPI_Bcast", record::kNoPeer).pairs.empty());
}

TEST_CASE("ranks of a communicator are placed as ranks of the world", "[report]") {
    std::vector<Parts> ranks = ranks_that_call("MPI_Alltoall", 4, 10, 1);
    for (int r = 0; r < 4; ++r) {
        record::CommEntry odd_or_even = ranks[static_cast<std::size_t>(r)].comms[0];
        odd_or_even.id = 70u + static_cast<unsigned>(r % 2);
        odd_or_even.leader_world = r % 2;
        odd_or_even.size = 2;
        odd_or_even.rank = r / 2;
        ranks[static_cast<std::size_t>(r)].comms.push_back(odd_or_even);
        ranks[static_cast<std::size_t>(r)].cells[0].key.comm = 1;
    }
    const Analysis run = analysis_of(ranks);
    CHECK(between(run, 0, 2) == 10);
    CHECK(between(run, 3, 1) == 10);
    CHECK(between(run, 0, 1) == 0);
}

TEST_CASE("a communicator of a damaged record takes no memory and no traffic", "[report]") {
    std::vector<Parts> ranks = ranks_that_call("MPI_Alltoall", 2, 10, 1);
    ranks[0].comms[0].id = 99;
    ranks[0].comms[0].size = INT32_MAX;
    ranks[0].comms[0].rank = INT32_MAX - 1;
    const Analysis run = analysis_of(ranks);
    CHECK(run.pairs_without_collectives);
    CHECK(between(run, 0, 1) == 0);
}

TEST_CASE("the rate of a node stands beside its link's", "[report]") {
    std::vector<Parts> ranks =
        ranks_that_call("MPI_Alltoall", 4, kMiB, 100, record::kNoPeer, 2);  // 0.1 s, half of it to the other node
    add(ranks[0], "MPI_Isend", 1, 500, 1, kCall | kTraffic, 1, 1);          // within the node
    add(ranks[0], "MPI_Isend", 2, 500, 1, kCall | kTraffic, 1, 1);
    record::CounterEntry slow, fast;
    std::snprintf(slow.name, sizeof slow.name, "link.eth0.mbit");
    slow.value = 1000;
    std::snprintf(fast.name, sizeof fast.name, "link.ib0.mbit");
    fast.value = 100'000;
    ranks[0].counters = ranks[2].counters = {slow, fast};
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.nodes.size() == 2);
    CHECK(run.nodes[0].sent_bytes == Approx(2.0 * 2 * 100 * kMiB + 500));
    CHECK(run.nodes[0].received_bytes == Approx(2.0 * 2 * 100 * kMiB));
    CHECK(run.nodes[0].bytes_per_s() == Approx(run.nodes[0].sent_bytes / 0.1).epsilon(0.001));
    CHECK(run.nodes[1].link_bytes_per_s == Approx(12.5e9));
    CHECK(rate_text(run).find("while in MPI, its link (ib0) 11.6 GiB/s") != std::string::npos);
    CHECK(rate_text(analysis_of(ranks_that_call("MPI_Alltoall", 4, kMiB, 100))).empty());
}
