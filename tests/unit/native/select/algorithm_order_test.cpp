#include "native/select/algorithm_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace shunt;

namespace {

/// The names of `choices`, the one that is expected to be the fastest first.
std::vector<std::string> order_of(std::vector<HostChoice> choices, const Facts& call) {
    std::ranges::stable_sort(choices, {}, [&](const HostChoice& one) { return rough_ns(one, call); });
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

TEST_CASE("long broadcasts and reductions among nodes are looked at in segments first", "[select]") {
    for (const Operation operation : {Operation::bcast, Operation::reduce}) {
        const auto names = order_of(kTrees, call_of(operation, 1 << 20));
        CHECK(names.front() == "pipeline/8K");
        CHECK(place_of(names, "binary_tree/8K") < 4);
        CHECK(names.back() == "pipeline");  // the whole message fifteen times, one after the other
    }
}

TEST_CASE("short broadcasts and reductions are looked at by those of few steps first", "[select]") {
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
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 4 << 20)).front() == "rabenseifner");
    CHECK(order_of(allreduces, call_of(Operation::allreduce, 4 << 20)).back() == "nonoverlapping");
}

TEST_CASE("algorithms that choose again by themselves are not known", "[select]") {
    CHECK_FALSE(is_known_algorithm({"smp"}));
    CHECK_FALSE(is_known_algorithm({"nb"}));
    for (const char* name : {"basic_linear", "split_binary_tree", "in-order_binary", "two_proc", "double_ring", "bruck",
                             "scatter_recursive_doubling_allgather", "pairwise_sendrecv_replace", "dissemination"})
        CHECK(is_known_algorithm({name}));
}
