#include "native/engines/pipeline/tree_shape.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <numeric>

#include "native/base/random.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/select/vocabulary.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;

/// The positions of the subtree of `top`, itself included, from left to right.
void in_order(int tree, int count, int top, std::vector<int>& into) {
    const TreeLinks links = links_in_tree(tree, count, top);
    if (links.left >= 0) in_order(tree, count, links.left, into);
    into.push_back(top);
    if (links.right >= 0) in_order(tree, count, links.right, into);
}

bool has_children(int tree, int count, int place) {
    const TreeLinks links = links_in_tree(tree, count, place);
    return links.left >= 0 || links.right >= 0;
}

TEST_CASE("both trees hold every place once and in order, and links go both ways over distances that are powers of two",
          "[pipeline]") {
    for (int count = 1; count <= 130; ++count)
        for (const int tree : {0, 1}) {
            INFO("tree " << tree << " over " << count);
            std::vector<int> found, all(static_cast<std::size_t>(count));
            std::iota(all.begin(), all.end(), 0);
            in_order(tree, count, top_of_tree(tree, count), found);
            REQUIRE(found == all);
            for (int place = 0; place < count; ++place) {
                const TreeLinks links = links_in_tree(tree, count, place);
                for (const int child : {links.left, links.right}) {
                    if (child < 0) continue;
                    REQUIRE(links_in_tree(tree, count, child).parent == place);
                    REQUIRE(std::has_single_bit(static_cast<unsigned>(std::abs(child - place))));
                }
            }
            REQUIRE(links_in_tree(tree, count, top_of_tree(tree, count)).parent == -1);
        }
}

TEST_CASE("a member with children in one tree has none in the other, except the root of both", "[pipeline]") {
    for (int count = 2; count <= 130; ++count)
        for (int place = 1; place < count; ++place)
            CHECK_FALSE((has_children(0, count, place) && has_children(1, count, place)));
}

TEST_CASE("trees are as deep as the logarithm of the places", "[pipeline]") {
    for (const int count : {2, 16, 100, 1024})
        for (const int tree : {0, 1})
            for (int place = 0; place < count; ++place) {
                int depth = 0;
                for (int at = place; at != top_of_tree(tree, count); at = links_in_tree(tree, count, at).parent)
                    ++depth;
                REQUIRE(depth <= static_cast<int>(std::bit_width(static_cast<unsigned>(count))));
            }
}

VectorCall call_of(Operation operation, int root, bool commutative) {
    VectorCall call;
    call.operation = operation;
    call.root = root;
    call.bytes = 64 << 10;
    call.block_bytes = 1 << 10;
    call.element_bytes = 8;
    call.commutative = commutative;
    return call;
}

struct Traffic {
    std::uint64_t sent = 0, received = 0;
};

/// Checks that each member expects what the others send it, and that the two ends of each link agree.   Returns: the
/// traffic of each port.
std::vector<Traffic> checked_traffic(const VectorCall& call, const Ways& ways, const std::vector<int>& node_of) {
    const int size = static_cast<int>(node_of.size());
    std::vector<std::vector<Branch>> all;
    for (int rank = 0; rank < size; ++rank) all.push_back(branches_of(call, ways.places(call), rank));
    std::vector<Traffic> traffic(static_cast<std::size_t>(size));
    const auto carry = [&](int from, int to, const Branch& branch) {
        const auto& known = ways.tree_peers[static_cast<std::size_t>(from)];
        REQUIRE(std::find(known.begin(), known.end(), to) != known.end());
        if (node_of[static_cast<std::size_t>(from)] == node_of[static_cast<std::size_t>(to)]) return;
        traffic[static_cast<std::size_t>(from)].sent += branch.end - branch.begin;
        traffic[static_cast<std::size_t>(to)].received += branch.end - branch.begin;
    };
    for (int rank = 0; rank < size; ++rank)
        for (std::size_t tree = 0; tree < 2; ++tree) {
            const Branch& own = all[static_cast<std::size_t>(rank)][tree];
            if (own.goes_up && own.up_to >= 0) {
                const auto& children = all[static_cast<std::size_t>(own.up_to)][tree].up_from;
                REQUIRE(std::count(children.begin(), children.end(), rank) == 1);
                carry(rank, own.up_to, own);
            }
            for (const int child : own.up_from) REQUIRE(all[static_cast<std::size_t>(child)][tree].up_to == rank);
            for (const int child : own.down_to) {
                const Branch& its = all[static_cast<std::size_t>(child)][tree];
                REQUIRE((its.comes_down && its.down_from == rank));
                carry(rank, child, own);
            }
            if (own.comes_down && own.down_from >= 0) {
                const auto& from = all[static_cast<std::size_t>(own.down_from)][tree].down_to;
                REQUIRE(std::count(from.begin(), from.end(), rank) == 1);
            }
        }
    return traffic;
}

TEST_CASE("each send has its expected receive for every operation and root, and no port carries more than its share",
          "[pipeline]") {
    for (const int size : {2, 3, 5, 8, 16, 33})
        for (const bool commutative : {true, false})
            for (const Operation operation :
                 {Operation::bcast, Operation::reduce, Operation::allreduce, Operation::scan})
                for (int root = 0; root < size; ++root) {
                    INFO(name_of(operation) << " of " << size << " from " << root << (commutative ? "" : ", in order"));
                    std::vector<int> node_of(static_cast<std::size_t>(size));
                    std::iota(node_of.begin(), node_of.end(), 0);
                    const VectorCall call = call_of(operation, root, commutative);
                    const bool both_ways = operation == Operation::allreduce || operation == Operation::scan;
                    const std::uint64_t vectors = both_ways || (operation == Operation::reduce && !commutative) ? 2 : 1;
                    for (const Traffic& port : checked_traffic(call, Ways(node_of), node_of)) {
                        CHECK(port.sent <= vectors * call.bytes);
                        CHECK(port.received <= vectors * call.bytes);
                    }
                }
}

TEST_CASE("a broadcast enters each node once in each tree, and the members of a node have it from its first",
          "[pipeline]") {
    constexpr std::uint64_t kSeed = 23;
    INFO("seed " << kSeed);
    Random random(kSeed);
    for (int turn = 0; turn < 40; ++turn) {
        const int size = 2 + static_cast<int>(random.below(40));
        std::vector<int> node_of;
        for (int rank = 0; rank < size; ++rank) node_of.push_back(static_cast<int>(random.below(6)));
        const VectorCall call =
            call_of(Operation::bcast, static_cast<int>(random.below(static_cast<std::uint64_t>(size))), true);
        std::uint64_t entered[6] = {};
        const auto traffic = checked_traffic(call, Ways(node_of), node_of);
        for (int rank = 0; rank < size; ++rank)
            entered[node_of[static_cast<std::size_t>(rank)]] += traffic[static_cast<std::size_t>(rank)].received;
        for (int node = 0; node < 6; ++node)
            CHECK(entered[node] == (node == node_of[static_cast<std::size_t>(call.root)] ||
                                            std::count(node_of.begin(), node_of.end(), node) == 0
                                        ? 0
                                        : call.bytes));
    }
}

TEST_CASE("neighbours in the trees grow with the logarithm of the members", "[pipeline]") {
    std::vector<int> each(1024);
    std::iota(each.begin(), each.end(), 0);
    const Ways ways(each);
    for (const auto& known : ways.tree_peers) CHECK(known.size() <= 2 * 10 + 2);
}

TEST_CASE("short vectors of many nodes take the trees and long ones the chain, and a rule may decide", "[pipeline]") {
    std::vector<int> each(64);
    std::iota(each.begin(), each.end(), 0);
    const Ways ways(each);
    PipelineOptions options = default_engine_options().get<PipelineOptions>();
    options.tcp = {100'000, 400'000'000, 50'000};
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::allreduce}) {
        VectorCall call = call_of(operation, 3, true);
        call.bytes = 8 << 10;
        const Route brief = route_of(call, ways, 64, options, options.tcp, Shape::automatic);
        CHECK(brief.tree);
        CHECK(brief.block_bytes <= tree_rings(options).slot_bytes);
        CHECK_FALSE(route_of(call, ways, 64, options, options.tcp, Shape::chain).tree);
        call.bytes = 64 << 20;
        CHECK_FALSE(route_of(call, ways, 64, options, options.tcp, Shape::automatic).tree);
        CHECK(route_of(call, ways, 64, options, options.tcp, Shape::tree).tree);
    }
    CHECK_FALSE(route_of(call_of(Operation::exscan, 0, true), ways, 64, options, options.tcp, Shape::tree).tree);
}

}  // namespace
