#include "native/select/algorithm_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "native/engines/registry.hpp"

using namespace shunt;

namespace {

/// The names of `choices`, the one expected to be the fastest first.
std::vector<std::string> order_of(std::vector<HostChoice> choices, const Facts& call, const Ports* ports = nullptr) {
    std::ranges::stable_sort(choices, {}, [&](const HostChoice& one) { return rough_ns(one, call, ports); });
    std::vector<std::string> names;
    for (const HostChoice& one : choices)
        names.push_back(std::string(one.algorithm) +
                        (one.segment > 0 ? "/" + std::to_string(one.segment >> 10) + "K" : ""));
    return names;
}

Facts call_of(Operation operation, std::int64_t bytes, int ranks = 16, int nodes = 16) {
    Facts facts;
    facts.operation = operation;
    facts.ranks = ranks;
    facts.nodes = nodes;
    facts.block_bytes = bytes;
    return facts;
}

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

const std::vector<HostChoice> kTrees = {{"linear"},
                                        {"chain"},
                                        {"chain", 8 << 10},
                                        {"pipeline"},
                                        {"pipeline", 8 << 10},
                                        {"binary_tree"},
                                        {"binary_tree", 8 << 10},
                                        {"binomial"},
                                        {"binomial", 8 << 10},
                                        {"knomial"}};

}  // namespace

TEST_CASE("segmented algorithms are tried first for long broadcasts and reductions among nodes", "[select]") {
    for (const Operation operation : {Operation::bcast, Operation::reduce}) {
        const auto names = order_of(kTrees, call_of(operation, 1 << 20));
        CHECK(names.front() == "pipeline/8K");
        CHECK(place_of(names, "binary_tree/8K") < 4);
        CHECK(names.back() == "pipeline");  // it sends the whole message fifteen times in succession
    }
}

TEST_CASE("algorithms of few steps are tried first for short broadcasts and reductions", "[select]") {
    const auto names = order_of({{"pipeline"}, {"chain"}, {"linear"}, {"binomial"}, {"binary_tree"}, {"knomial"}},
                                call_of(Operation::reduce, 8));
    CHECK(names.front() == "knomial");
    CHECK(names[1] == "binomial");
    CHECK(names.back() == "pipeline");
}

TEST_CASE("exchanges: few rounds for short blocks, few bytes for long ones", "[select]") {
    const std::vector<HostChoice> alltoalls = {{"pairwise"}, {"brucks"}, {"scattered"}};
    CHECK(order_of(alltoalls, call_of(Operation::alltoall, 8)).front() == "brucks");
    CHECK(order_of(alltoalls, call_of(Operation::alltoall, 1 << 20)).back() == "brucks");
    const std::vector<HostChoice> allreduces = {{"ring"}, {"rabenseifner"}, {"recursive_doubling"}, {"nonoverlapping"}};
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 8)).front() == "recursive_doubling");
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 8)).back() == "ring");
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 4 << 20)).front() == "ring");
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 4 << 20)).back() == "nonoverlapping");
}

TEST_CASE("measured ports decide which calls are long", "[select]") {
    const Facts call = call_of(Operation::reduce, 4 << 10);
    const Ports slow{10'000, 2.4e-3, 0}, fast{10'000, 1, 0};
    CHECK(order_of({{"pipeline", 1 << 10}, {"knomial"}}, call, &slow).front() == "pipeline/1K");
    CHECK(order_of({{"pipeline", 1 << 10}, {"knomial"}}, call, &fast).front() == "knomial");
    CHECK(rough_ns({"pipeline"}, call, &slow) == Approx(15 * (10'000 + 4096 / 2.4e-3)));
    const Facts within_node = call_of(Operation::reduce, 4 << 10, 16, 1);
    CHECK(rough_ns({"pipeline"}, within_node, &slow) == rough_ns({"pipeline"}, within_node));
}

// As measured on 16 hosts of 20 Mbit/s with Open MPI 4.1.4, us: reduce 128 KiB by pipeline/8K 51 300, pipeline/1K
// 55 600, binomial 213 600; bcast by split_binary_tree/8K 116 900; allreduce by ring 99 300, by rabenseifner 151 300.
TEST_CASE("long calls take about as long as is expected by the ports", "[select]") {
    const Ports ports{12'000, 2.39e-3, 11'000};
    const auto us = [&](Operation operation, const HostChoice& choice) {
        return rough_ns(choice, call_of(operation, 128 << 10), &ports) / 1e3;
    };
    CHECK(us(Operation::reduce, {"pipeline", 8 << 10}) == Approx(51'300).epsilon(0.15));
    CHECK(us(Operation::reduce, {"pipeline", 1 << 10}) == Approx(55'600).epsilon(0.15));
    CHECK(us(Operation::reduce, {"binomial"}) == Approx(213'600).epsilon(0.15));
    CHECK(us(Operation::bcast, {"split_binary_tree", 8 << 10}) == Approx(116'900).epsilon(0.35));
    CHECK(us(Operation::allreduce, {"ring"}) == Approx(99'300).epsilon(0.15));
    CHECK(us(Operation::allreduce, {"rabenseifner"}) == Approx(151'300).epsilon(0.2));
}

// As measured on 4 hosts of 20 Mbit/s with 4 ranks each, us.
TEST_CASE("ranks of a node share its port", "[select]") {
    const Ports ports{6'300, 2.39e-3, 14'900};
    const auto us = [&](Operation operation, const HostChoice& choice, std::int64_t bytes = 128 << 10) {
        return rough_ns(choice, call_of(operation, bytes, 16, 4), &ports) / 1e3;
    };
    CHECK(us(Operation::reduce, {"pipeline", 8 << 10}) == Approx(50'900).epsilon(0.15));
    CHECK(us(Operation::reduce, {"binomial"}) == Approx(104'300).epsilon(0.1));
    CHECK(us(Operation::reduce, {"rabenseifner"}) == Approx(78'100).epsilon(0.1));
    CHECK(us(Operation::reduce, {"chain", 8 << 10}) == Approx(214'100).epsilon(0.1));
    CHECK(us(Operation::bcast, {"pipeline", 32 << 10}) == Approx(65'400).epsilon(0.15));
    CHECK(us(Operation::bcast, {"binomial", 8 << 10}) == Approx(440'600).epsilon(0.1));
    CHECK(us(Operation::bcast, {"scatter_allgather"}) == Approx(271'300).epsilon(0.1));
    CHECK(us(Operation::bcast, {"scatter_allgather_ring"}) == Approx(101'900).epsilon(0.1));
    CHECK(us(Operation::bcast, {"basic_linear"}) == Approx(654'500).epsilon(0.1));
    CHECK(us(Operation::allreduce, {"ring"}) == Approx(98'400).epsilon(0.1));
    CHECK(us(Operation::allreduce, {"rabenseifner"}) == Approx(80'000).epsilon(0.3));
    CHECK(us(Operation::allreduce, {"nonoverlapping"}) == Approx(685'100).epsilon(0.3));
    CHECK(us(Operation::allgather, {"ring"}, 16 << 10) == Approx(100'000).epsilon(0.1));
    const Facts call = call_of(Operation::allgather, 16 << 10, 16, 4);
    CHECK(rough_ns(*find_engine("phased"), call, ports) / 1e3 == Approx(84'000).epsilon(0.15));
}

// On 16 hosts: bcast 128 KiB by multicast 49 200, allgather 816 000; reduce by pipeline 67 200, allreduce 99 400, scan
// 52 800; allgather 16 KiB by phased 100 800, alltoall 101 500.
TEST_CASE("engines among nodes take about as long as is expected by the ports", "[select]") {
    const Ports ports{12'000, 2.39e-3, 11'000};
    const auto us = [&](const char* engine, Operation operation, std::int64_t bytes) {
        return rough_ns(*find_engine(engine), call_of(operation, bytes), ports) / 1e3;
    };
    CHECK(us("pipeline", Operation::reduce, 128 << 10) == Approx(67'200).epsilon(0.15));
    CHECK(us("pipeline", Operation::allreduce, 128 << 10) == Approx(99'400).epsilon(0.15));
    CHECK(us("pipeline", Operation::scan, 128 << 10) == Approx(52'800).epsilon(0.3));
    CHECK(us("phased", Operation::allgather, 16 << 10) == Approx(100'800).epsilon(0.15));
    CHECK(us("phased", Operation::alltoall, 16 << 10) == Approx(101'500).epsilon(0.15));
    CHECK(us("multicast", Operation::bcast, 128 << 10) == Approx(49'300).epsilon(0.15));
    CHECK(us("multicast", Operation::allgather, 128 << 10) == Approx(816'000).epsilon(0.15));
    CHECK(us("multicast", Operation::scatter, 128 << 10) == 0);
}

TEST_CASE("nothing takes less than its data need to pass the ports", "[select]") {
    const Ports ports{12'000, 2.5e-3, 0};
    const double block_ns = 64 * 1024 / 2.5e-3;
    const auto least = [&](Operation operation, int ranks, int nodes) {
        return least_ns(call_of(operation, 64 << 10, ranks, nodes), ports);
    };
    CHECK(least(Operation::bcast, 16, 4) == Approx(block_ns + 12'000));
    CHECK(least(Operation::allgather, 16, 4) == Approx(12 * block_ns + 12'000));
    CHECK(least(Operation::alltoall, 16, 16) == Approx(15 * block_ns + 12'000));
    CHECK(least(Operation::alltoall, 16, 4) == Approx(4 * 12 * block_ns + 12'000));
    CHECK(least(Operation::allreduce, 16, 16) == Approx(2 * 15 / 16.0 * block_ns + 24'000));
    CHECK(least(Operation::barrier, 16, 16) == 0);
}

TEST_CASE("bytes that an idle port passes at once fill a pipeline in no time", "[select]") {
    const Facts call = call_of(Operation::bcast, 8 << 10);
    const Ports bucket{10'000, 2.4e-3, 16 << 10}, none{10'000, 2.4e-3, 0};
    CHECK(rough_ns({"pipeline"}, call, &bucket) == Approx(15 * 10'000));
    // In a loop of calls the buckets stay empty.
    CHECK(rough_ns({"linear"}, call, &bucket) == rough_ns({"linear"}, call, &none));
}

TEST_CASE("algorithms that choose again by themselves are not known", "[select]") {
    CHECK_FALSE(is_known_algorithm({"smp"}));
    CHECK_FALSE(is_known_algorithm({"nb"}));
    for (const char* name : {"basic_linear", "split_binary_tree", "in-order_binary", "two_proc", "double_ring", "bruck",
                             "scatter_recursive_doubling_allgather", "pairwise_sendrecv_replace", "dissemination"})
        CHECK(is_known_algorithm({name}));
}
