#include "native/schedule/pattern.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/unit/native/schedule/patterns.hpp"

using namespace shunt;
using namespace shunt::schedule;

TEST_CASE("a canonical pattern is sorted, without empty and self-messages, and has one message a pair", "[schedule]") {
    const auto pattern = canonical(4, {{3, 1, 5}, {0, 2, 7}, {3, 1, 6}, {1, 1, 9}, {2, 0, 0}});
    REQUIRE(pattern.ok());
    CHECK(pattern.value().messages == std::vector<Message>{{0, 2, 7}, {3, 1, 11}});
}

TEST_CASE("a pattern that cannot be is refused", "[schedule]") {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const Message& bad : {Message{-1, 0, 1}, Message{0, 4, 1}, Message{0, 1, -1}, Message{0, 1, most}})
        CHECK(canonical(4, {bad}).status() == Status::bug);
    CHECK(canonical(4, {{0, 1, most / 2}, {1, 2, most / 2}}).status() == Status::bug);
    CHECK(canonical(4, {{0, 1, std::int64_t{1} << 62}}).ok());
    CHECK(canonical(0, {}).ok());
}

TEST_CASE("the bound is the busiest port, or the busiest uplink by the pairs it carries", "[schedule]") {
    const Pattern pattern = canonical(6, {{0, 3, 10}, {1, 4, 10}, {2, 5, 11}, {0, 1, 5}}).value();
    CHECK(bound_bytes(pattern, {}) == 15);
    CHECK(bound_bytes(pattern, {{0, 0, 0, 1, 1, 1}, {1, 3}}) == 31);
    CHECK(bound_bytes(pattern, {{0, 0, 0, 1, 1, 1}, {2, 3}}) == 16);
    CHECK(bound_bytes(pattern, {{0, 0, 0, 1, 1, 1}, {3, 3}}) == 15);
    CHECK(bound_bytes(canonical(3, {}).value(), {}) == 0);
}

TEST_CASE("a topology must place each node on a switch with an uplink", "[schedule]") {
    CHECK(describes({}, 3));
    CHECK(describes({{0, 1, 0}, {1, 2}}, 3));
    CHECK_FALSE(describes({{0, 1}, {1, 2}}, 3));
    CHECK_FALSE(describes({{0, 2, 0}, {1, 2}}, 3));
    CHECK_FALSE(describes({{0, 1, 0}, {1, 0}}, 3));
    CHECK_FALSE(describes({{}, {1}}, 3));
}

TEST_CASE("sizes are ordered from large to small, ties by all-to-all phase and sender", "[schedule]") {
    const Pattern pattern = worked_example();
    std::vector<Message> sorted;
    for (const auto i : by_size(pattern)) sorted.push_back(pattern.messages[i]);
    CHECK(sorted ==
          std::vector<Message>{
              {0, 1, kMegabyte}, {1, 3, kMegabyte}, {0, 2, 10 * kKilobyte}, {2, 3, 100}, {1, 5, 100}, {2, 1, 100}});
}
