#include <catch2/catch.hpp>

#include <set>

#include "native/engines/multicast/recipients.hpp"

using namespace shunt;
using namespace shunt::multicast;

TEST_CASE("the recipients of a scatterv are the nodes of ranks with data, without the root's", "[multicast]") {
    const std::vector<int> node_of = {0, 0, 1, 1, 2, 3};
    const std::vector<std::uint64_t> sizes = {5, 9, 0, 1, 0, 7};
    CHECK(nodes_with_data(node_of, 0, sizes) == std::vector<int>{1, 3});
    CHECK(nodes_with_data(node_of, 5, sizes) == std::vector<int>{0, 1});
    CHECK(nodes_with_data(node_of, 4, std::vector<std::uint64_t>(6)).empty());
}

TEST_CASE("a group is made for one call only if it has few nodes and much data", "[multicast]") {
    CHECK(worth_a_group(2, 4, 1 << 20, GroupScheme::automatic));
    CHECK_FALSE(worth_a_group(3, 4, 1 << 20, GroupScheme::automatic));
    CHECK_FALSE(worth_a_group(1, 3, 1 << 20, GroupScheme::automatic));
    CHECK_FALSE(worth_a_group(2, 4, kWorthJoining - 1, GroupScheme::automatic));
    CHECK_FALSE(worth_a_group(kMostDirect + 1, 4096, 1 << 20, GroupScheme::automatic));
    CHECK(worth_a_group(3, 3, 1, GroupScheme::per_call));
    CHECK_FALSE(worth_a_group(2, 4, 1 << 20, GroupScheme::per_communicator));
}

TEST_CASE("groups are named by their members and the opening, never 0", "[multicast]") {
    std::set<std::uint32_t> names;
    for (int first = 0; first < 20; ++first)
        for (int second = first + 1; second < 20; ++second)
            for (std::uint32_t opening = 0; opening < 5; ++opening)
                names.insert(group_name(std::vector<int>{first, second}, opening));
    CHECK(names.size() == 190 * 5);
    CHECK(names.count(0) == 0);
    CHECK(group_name(std::vector<int>{1, 2}, 0) == group_name(std::vector<int>{1, 2}, 0));
}
