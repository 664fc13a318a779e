#include <catch2/catch.hpp>
#include <set>

#include "native/engines/multicast/acknowledgement_tree.hpp"
#include "native/engines/multicast/tree.hpp"

using namespace shunt::multicast;

TEST_CASE("every node is a child of its parent, and in the subtree of every ancestor", "[multicast]") {
    for (const int nodes : {1, 2, 3, 7, 33, 200})
        for (const int root : {0, nodes / 2, nodes - 1}) {
            const Tree tree(nodes, root);
            std::multiset<int> seen{root};
            for (int child = 0; child < tree.child_count(root); ++child) {
                const int top = tree.node_at(1 + child);
                tree.for_subtree(top, [&](int node) { seen.insert(node); });
            }
            for (int node = 0; node < nodes; ++node) {
                CHECK(seen.count(node) == 1);
                CHECK((node == root || tree.child_index(tree.parent(node), node) >= 0));
            }
            CHECK(seen.size() == static_cast<std::size_t>(nodes));
        }
}

TEST_CASE("4096 nodes are three levels of a tree, 65535 are four", "[multicast]") {
    const auto levels = [](int nodes) {
        const Tree tree(nodes, 0);
        int depth = 1;
        for (int node = nodes - 1; node != 0; node = tree.parent(node)) ++depth;
        return depth;
    };
    CHECK(levels(4096) == 3);
    CHECK(levels(65'535) == 4);
}

TEST_CASE("a subtree reports the operations that all its nodes have, when that number grows", "[multicast]") {
    AcknowledgementTree at(1, 12);  // root 0, three children each: node 1 has 4, 5, 6 below it
    REQUIRE(Tree(12, 0).child_count(1) == 3);
    CHECK_FALSE(at.report(0, 7));
    CHECK(at.child(0, 4, 9));
    CHECK(at.child(0, 5, 7));
    CHECK_FALSE(at.child(0, 7, 9));  // a child of another node
    CHECK_FALSE(at.report(0, 8));
    CHECK(at.child(0, 6, 8));
    CHECK(at.report(0, 8) == 7u);
    CHECK_FALSE(at.report(0, 8));
    CHECK(at.child(0, 5, 6));  // an old report that arrives late
    CHECK(at.child(0, 5, 9));
    CHECK(at.report(0, 9) == 8u);
    at.forget_report(0);
    CHECK(at.report(0, 9) == 8u);
}
