#include "tools/analysis/combining_orders.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/unit/record/synthetic.hpp"
#include "tools/analysis/profile_diff.hpp"

using namespace shunt::tools;
using namespace shunt::record;
using synthetic::make_profile;
using synthetic::Parts;

namespace {

constexpr std::uint64_t kBytes = 64 << 10;
constexpr std::uint8_t kPhased = 1;

/// `calls` calls of Allreduce, carried by the host or an engine, for the reason in `clause`.
void add_sums(Parts& parts, std::uint64_t calls, std::uint8_t engine, const std::string& clause,
              unsigned flags = kRounded) {
    Cell cell;
    cell.key.function = parts.function("MPI_Allreduce");
    cell.key.bytes = kBytes;
    cell.key.comm = 0;
    cell.key.engine = engine;
    cell.key.flags = static_cast<std::uint8_t>(kCall | flags);
    cell.count = calls;
    if (!clause.empty()) {
        const auto before = std::count(parts.strings.begin(), parts.strings.end(), kClauseMark);
        cell.reason = static_cast<std::uint8_t>(kFirstClause + before);
        parts.strings += kClauseMark + clause + '\0';
    }
    parts.cells.push_back(cell);
}

void in_a_ring(Parts& parts) {
    add_sums(parts, 10, 0, "");
    add_sums(parts, 90, kPhased, "as asked; combined in one ring");
}
void more_in_a_ring(Parts& parts) {
    add_sums(parts, 10, 0, "");
    add_sums(parts, 200, kPhased, "auto expects phased to be faster than the host; combined in one ring");
}
void later_in_a_ring(Parts& parts) {
    add_sums(parts, 20, 0, "");
    add_sums(parts, 80, kPhased, "as asked; combined in one ring");
}
void in_trees(Parts& parts) {
    add_sums(parts, 10, 0, "");
    add_sums(parts, 90, kPhased, "as asked; combined in two trees, blocks of 4K");
}
void by_algorithm(Parts& parts) {
    add_sums(parts, 100, 0, "the host's algorithm ring, segment 8K; combined by the host's ring/8K");
}
void exact(Parts& parts) { add_sums(parts, 100, 0, "", 0); }

std::string said_of(void (*before)(Parts&), void (*after)(Parts&)) {
    std::ostringstream out;
    print_diff(compare(make_profile(2, before), make_profile(2, after), {}), "a", "b", {100, false}, out);
    return out.str();
}

}  // namespace

TEST_CASE("two runs that combine alike are said to, whatever else differs", "[tools]") {
    for (const auto after : {in_a_ring, more_in_a_ring}) {
        const OrderComparison orders = compare_orders(make_profile(2, in_a_ring), make_profile(2, after));
        CHECK(orders.compared == 1);
        CHECK(orders.changes.empty());
        CHECK_THAT(said_of(in_a_ring, after), Catch::Contains("combined in the same order in both runs"));
    }
}

TEST_CASE("two runs that combine in different orders are distinguished, with the carriers", "[tools]") {
    for (const auto after : {later_in_a_ring, in_trees, by_algorithm}) {
        const OrderComparison orders = compare_orders(make_profile(2, in_a_ring), make_profile(2, after));
        REQUIRE(orders.changes.size() == 1);
        CHECK(orders.changes[0].function == "MPI_Allreduce");
        CHECK(orders.changes[0].bytes == kBytes);
        CHECK(orders.changes[0].before == "180 by phased in one ring, 20 by the host");
    }
    const OrderComparison orders = compare_orders(make_profile(2, in_trees), make_profile(2, by_algorithm));
    CHECK(orders.changes.at(0).before == "180 by phased in two trees, blocks of 4K, 20 by the host");
    CHECK(orders.changes.at(0).after == "200 by the host's ring/8K");
    CHECK_THAT(said_of(in_a_ring, in_trees), Catch::Contains("Combined in different orders"));
}

TEST_CASE("reductions that have the same bits in any order are not reported", "[tools]") {
    CHECK(compare_orders(make_profile(2, exact), make_profile(2, exact)).compared == 0);
    CHECK(said_of(exact, exact).find("ombined in") == std::string::npos);
    CHECK(compare_orders(make_profile(2, in_a_ring), make_profile(2, exact)).compared == 0);
}
