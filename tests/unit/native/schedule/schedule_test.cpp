#include "native/schedule/schedule.hpp"

#include <catch2/catch.hpp>

#include "native/schedule/cost.hpp"
#include "native/schedule/greedy.hpp"
#include "tests/unit/native/schedule/patterns.hpp"

using namespace shunt;
using namespace shunt::schedule;

namespace {
Pattern triangle() { return canonical(3, {{0, 1, 100}, {1, 2, 60}, {0, 2, 40}}).value(); }  // indices: 0>1, 0>2, 1>2
}  // namespace

TEST_CASE("each kind of flaw of a schedule is found", "[schedule]") {
    const Pattern pattern = triangle();
    const Schedule good{{{0, 0, 100}, {2, 0, 60}, {1, 0, 40}}, {0, 2, 3}};
    CHECK(flaw_of(good, pattern, {}) == Flaw::none);
    CHECK(flaw_of(good, pattern, {{0, 0, 1}, {1, 1}}) == Flaw::none);
    CHECK(flaw_of(good, pattern, {{0, 1, 0}, {1, 1}}) == Flaw::none);
    CHECK(flaw_of({{{0, 0, 100}}, {0, 2}}, pattern, {}) == Flaw::malformed);
    CHECK(flaw_of({{{3, 0, 100}}, {0, 1}}, pattern, {}) == Flaw::unknown_message);
    CHECK(flaw_of({{{0, 0, 100}, {2, 0, 60}}, {0, 2}}, pattern, {}) == Flaw::bytes_missing_or_twice);
    CHECK(flaw_of({{{0, 0, 100}, {2, 0, 60}, {1, 0, 39}}, {0, 2, 3}}, pattern, {}) == Flaw::bytes_missing_or_twice);
    CHECK(flaw_of({{{0, 0, 100}, {2, 0, 60}, {1, 0, 41}}, {0, 2, 3}}, pattern, {}) == Flaw::bytes_missing_or_twice);
    CHECK(flaw_of({{{0, 0, 100}, {2, 0, 60}, {1, 0, 40}, {0, 50, 10}}, {0, 2, 3, 4}}, pattern, {}) ==
          Flaw::bytes_missing_or_twice);
    CHECK(flaw_of({{{0, 0, 100}, {1, 0, 40}, {2, 0, 60}}, {0, 2, 3}}, pattern, {}) == Flaw::node_busy_twice);
    CHECK(flaw_of({{{1, 0, 40}, {2, 0, 60}, {0, 0, 100}}, {0, 2, 3}}, pattern, {}) == Flaw::node_busy_twice);
}

TEST_CASE("an uplink that is asked for more pairs than it carries is a flaw", "[schedule]") {
    const Pattern pattern = canonical(4, {{0, 2, 10}, {1, 3, 10}}).value();
    const Schedule together{{{0, 0, 10}, {1, 0, 10}}, {0, 2}}, apart{{{0, 0, 10}, {1, 0, 10}}, {0, 1, 2}};
    CHECK(flaw_of(together, pattern, {{0, 0, 1, 1}, {1, 2}}) == Flaw::uplink_overloaded);
    CHECK(flaw_of(together, pattern, {{0, 0, 1, 1}, {2, 1}}) == Flaw::uplink_overloaded);
    CHECK(flaw_of(together, pattern, {{0, 0, 1, 1}, {2, 2}}) == Flaw::none);
    CHECK(flaw_of(apart, pattern, {{0, 0, 1, 1}, {1, 1}}) == Flaw::none);
}

TEST_CASE("a node's own pieces are the pieces that it sends and receives, in the order of phases", "[schedule]") {
    const Schedule schedule{{{0, 0, 100}, {2, 0, 60}, {1, 0, 40}}, {0, 2, 3}};
    CHECK(own_pieces(schedule, triangle(), 2) == std::vector<OwnPiece>{{0, 1, false, 0, 60}, {1, 0, false, 0, 40}});
    CHECK(own_pieces(schedule, triangle(), 1) == std::vector<OwnPiece>{{0, 0, false, 0, 100}, {0, 2, true, 0, 60}});
    CHECK(own_pieces(schedule, triangle(), 0) == std::vector<OwnPiece>{{0, 1, true, 0, 100}, {1, 2, true, 0, 40}});
}

TEST_CASE("a phase costs its setup, a piece, and its largest piece; a contended one its busiest port", "[schedule]") {
    const CostModel model{10, 1000, 100};
    Schedule schedule{{{0, 0, 100}, {2, 0, 60}, {1, 0, 40}}, {0, 2, 3}};
    CHECK(cost_ps(schedule, triangle(), {}, model) == (1000 + 100 + 1000) + (1000 + 100 + 400));
    CHECK(serial_bytes(schedule, triangle(), {}) == 140);
    const Schedule contended{{{0, 0, 100}, {1, 0, 40}, {2, 0, 60}}, {0, 3}, true};
    CHECK(cost_ps(contended, triangle(), {}, model) == 1000 + 200 + 1400);
    CHECK(cost_ps(contended, triangle(), {{0, 1, 1}, {1, 1}}, model) == 1000 + 200 + 1400);
}

TEST_CASE("a cost beyond 64 bits stays at the largest number", "[schedule]") {
    const Pattern pattern = canonical(2, {{0, 1, std::int64_t{1} << 61}}).value();
    CHECK(cost_ps(greedy(pattern, {}, 0), pattern, {}, {}) == INT64_MAX);
}
