#include "native/engines/pipeline/model.hpp"
#include "native/engines/pipeline/node_model.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace shunt;
using namespace shunt::pipeline;

/// SCI with DMA as in the paper, section 3 and 5.3: 250 MB/s, a start of about 8 us, flow control of 5 us.
Costs sci() {
    Costs costs;
    costs.put_ns = 8'000;
    costs.put_byte_ns = 4;
    costs.word_ns = 5'000;
    costs.copy_byte_ns = 3;
    costs.combine_byte_ns = 4;
    return costs;
}

constexpr double kMiB = 1 << 20;

/// Two cores that share a cache.
NodeCosts of_a_node() {
    NodeCosts costs;
    costs.word_ns = 200;
    costs.copy_byte_ns = 25e3 / kMiB;
    costs.combine_byte_ns = 30e3 / kMiB;
    costs.attach_ns = 700;
    costs.attach_byte_ns = 80e3 / kMiB;
    return costs;
}

TEST_CASE("the equations are those of the paper", "[pipeline]") {
    Costs costs;
    costs.put_ns = 10;
    costs.put_byte_ns = 1;
    costs.word_ns = 5;
    costs.copy_byte_ns = 2;
    costs.combine_byte_ns = 3;
    // Blocks of 100 bytes: put 110, copy 200, combine 300, and 5 for the word; 10 of them through 4 members.
    CHECK(chain_bcast_ns(costs, 4, 1000, 100) == Approx((4 + 10) * 115.0));
    CHECK(chain_reduce_ns(costs, 4, 1000, 100) == Approx(110 + 300 + 200 + 2 * (300 + 110 + 5) + 9 * (300 + 5.0)));
    CHECK(chain_scan_ns(costs, 4, 1000, 100) == Approx(110 + 300 + 200 + 2 * (300 + 110 + 5) + 9 * (310 + 5.0)));
}

TEST_CASE("the best block of 1 MB is about 20 KB for 8 members and 4 KB for 256, as in figure 5", "[pipeline]") {
    const auto best = [](int ranks) {
        return best_block(1024, 1 << 20, [&](double block) { return chain_bcast_ns(sci(), ranks, kMiB, block); });
    };
    CHECK(best(8) == 16 << 10);
    CHECK(best(256) == 4 << 10);
    CHECK(best(1024) <= best(256));
}

TEST_CASE("a slower flow control makes the best blocks larger and costs about a fifth at 8 KB", "[pipeline]") {
    Costs slow = sci();
    slow.word_ns *= 4;
    const double lost = chain_bcast_ns(sci(), 64, kMiB, 8 << 10) / chain_bcast_ns(slow, 64, kMiB, 8 << 10);
    CHECK(lost > 0.65);
    CHECK(lost < 0.85);
    const auto best = [](const Costs& costs) {
        return best_block(1024, 1 << 20, [&](double block) { return chain_bcast_ns(costs, 64, kMiB, block); });
    };
    CHECK(best(slow) >= best(sci()));
    slow.word_ns *= 4;
    CHECK(best(slow) > best(sci()));
}

TEST_CASE("a fractional tree is ahead of the chain for many members and short vectors, and not for few and long ones",
          "[pipeline]") {
    const auto tree = [](int ranks, double bytes) { return fractional_tree_bcast_ns(sci(), ranks, 4, bytes, 4096); };
    const auto chain = [](int ranks, double bytes) { return chain_bcast_ns(sci(), ranks, bytes, 4096); };
    CHECK(tree(1024, 64 << 10) < chain(1024, 64 << 10) / 5);
    CHECK(tree(8, 8 * kMiB) > chain(8, 8 * kMiB));
    CHECK(fractional_tree_bcast_ns(sci(), 8, 8, kMiB, 4096) == chain_bcast_ns(sci(), 8, kMiB, 4096));
}

TEST_CASE(
    "two trees are ahead of every fractional tree for short vectors of many members, and of the chain; the chain is "
    "for long ones",
    "[pipeline]") {
    for (const int ranks : {64, 256, 1024}) {
        const double trees = two_trees_ns(sci(), Operation::bcast, ranks, 64 << 10, 4096);
        for (int run = 1; run < ranks; run *= 2)
            CHECK(trees < fractional_tree_bcast_ns(sci(), ranks, run, 64 << 10, 4096));
        CHECK(trees < chain_bcast_ns(sci(), ranks, 64 << 10, 4096));
    }
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::allreduce, Operation::scan})
        CHECK(two_trees_ns(sci(), operation, 16, 8 * kMiB, 4096) >
              chain_ns(sci(), operation, true, 16, 8 * kMiB, 4096));
}

TEST_CASE("where ports let lone blocks pass before their rate applies, pipelines fill sooner and blocks may be larger",
          "[pipeline]") {
    Costs slow;
    slow.put_byte_ns = 420;
    slow.word_ns = 40'000;
    Costs let_pass = slow;
    let_pass.lone_byte_ns = 2;
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::scan}) {
        const auto time = [&](const Costs& costs) {
            return [&costs, operation](double block) { return chain_ns(costs, operation, true, 16, 256 << 10, block); };
        };
        const std::uint64_t usual = best_block(1024, 64 << 10, time(slow)),
                            larger = best_block(1024, 64 << 10, time(let_pass));
        CHECK(larger > usual);
        CHECK(time(let_pass)(static_cast<double>(larger)) < time(slow)(static_cast<double>(usual)));
        CHECK(larger <= kLoneBlock);  // known to pass; beyond it the rate applies, at every port of the chain
    }
}

TEST_CASE("on one node more members than cores are given larger blocks", "[pipeline]") {
    const auto best = [](int ranks, int cores) {
        return best_block(4096, 1 << 20, [&](double block) {
            return shared_ns(of_a_node(), Operation::allreduce, ranks, cores, 4 * kMiB, block);
        });
    };
    CHECK(best(8, 2) > best(2, 2));
}

TEST_CASE("broadcasts within a node go from memory to memory where that is faster than the ring, and is allowed",
          "[pipeline]") {
    NodeCosts costs = of_a_node();
    const auto direct = [&](Operation operation, int ranks, bool reads_peers) {
        return choose_on_node(costs, operation, ranks, 2, kMiB,
                              {.ring_bytes = 2 << 20, .direct_from = 64 << 10, .reads_peers = reads_peers})
            .direct;
    };
    CHECK_FALSE(direct(Operation::bcast, 2, true));
    costs.copy_byte_ns *= 4;  // cores that share no cache
    CHECK(direct(Operation::bcast, 2, true));
    CHECK_FALSE(direct(Operation::bcast, 2, false));
    CHECK_FALSE(direct(Operation::bcast, 3, true));
    CHECK_FALSE(direct(Operation::reduce, 2, true));
}

TEST_CASE("the time of long vectors on a node is that of its busiest member", "[pipeline]") {
    const NodeCosts costs = of_a_node();
    const auto a_byte = [&](Operation operation) {
        return shared_ns(costs, operation, 2, 2, 64 * kMiB, 32 << 10) / (64 * kMiB);
    };
    CHECK(a_byte(Operation::bcast) == Approx(costs.copy_byte_ns).epsilon(0.3));
    CHECK(a_byte(Operation::reduce) == Approx(costs.combine_byte_ns).epsilon(0.3));
    CHECK(a_byte(Operation::scan) == Approx(2 * costs.copy_byte_ns).epsilon(0.3));
    CHECK(a_byte(Operation::allreduce) == Approx(costs.copy_byte_ns + costs.combine_byte_ns).epsilon(0.3));
}

}  // namespace
