#include "tools/analysis/profile_diff.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <sstream>

#include "tests/unit/record/synthetic.hpp"
#include "tests/unit/tools/approval.hpp"

using namespace shunt::tools;
using shunt::record::synthetic::make_profile;
using shunt::record::synthetic::Parts;

namespace {

void slower_and_fewer(Parts& parts) {
    std::snprintf(parts.header.wait_mode, sizeof parts.header.wait_mode, "gentle");
    parts.options =
        "record.memory = 8MiB    # environment\nwait = gentle    # environment\nprofile = /other    # default\n";
    for (auto& cell : parts.cells) {
        if (cell.key.function == parts.function("MPI_Bcast")) cell.ticks = cell.ticks * 3000;
        if (cell.key.function == parts.function("MPI_Isend")) cell.count -= 1;
        if (cell.key.function == parts.function("MPI_Allreduce")) cell.ticks += 10;
    }
    std::erase_if(parts.cells, [](const auto& cell) { return cell.key.engine == 1; });
}

const DiffRow* row_of(const ProfileDiff& diff, const std::string& function, const std::string& engine) {
    for (const DiffRow& row : diff.rows)
        if (row.function == function && row.engine == engine) return &row;
    return nullptr;
}

}  // namespace

TEST_CASE("a run compared with itself shows no change", "[tools]") {
    const auto profile = make_profile(4);
    const auto diff = compare(profile, profile, {});
    CHECK(diff.rows.empty());
    CHECK(diff.differences.empty());
    CHECK(diff.unchanged == 8);
    CHECK(compare(profile, profile, {0.05, 1e6, true}).rows.size() == 8);
}

TEST_CASE("a comparison names the differences of the runs and of their functions", "[tools]") {
    const auto diff = compare(make_profile(4), make_profile(4, slower_and_fewer), {});
    REQUIRE(diff.rows.size() == 3);
    CHECK(diff.rows[0].function == "MPI_Bcast");
    const DiffRow* bcast = row_of(diff, "MPI_Bcast", "host");
    REQUIRE(bcast != nullptr);
    CHECK(bcast->after.time_ns == Approx(3000 * bcast->before.time_ns));
    CHECK(bcast->before.bytes == 4.0 * 4 * (1 << 20));
    const DiffRow* isend = row_of(diff, "MPI_Isend", "host");
    REQUIRE(isend != nullptr);
    CHECK(isend->before.calls == 20);
    CHECK(isend->after.calls == 16);
    const DiffRow* carried = row_of(diff, "MPI_Alltoall", "phased");
    REQUIRE(carried != nullptr);
    CHECK(carried->after.calls == 0);
    CHECK(row_of(diff, "MPI_Alltoall", "host") == nullptr);
}

TEST_CASE("loops that both runs have are compared by their iterations", "[tools]") {
    const auto before = make_profile(4, shunt::record::synthetic::add_loops);
    const auto after = make_profile(4, [](Parts& parts) {
        shunt::record::synthetic::add_loops(parts);
        parts.loops[0].digest = 33;  // another solver
        parts.loops[1].ticks /= 2;
        parts.loops[1].runs = 2;
        parts.loops[1].iterations = 80;
    });
    const auto diff = compare(before, after, {});
    REQUIRE(diff.loops.size() == 1);
    CHECK(diff.loops[0].body == "A: A.1, MPI_Bcast 1 MiB");
    CHECK(diff.loops[0].before == 40);
    CHECK(diff.loops[0].after == 80);
    CHECK(diff.loops[0].before_ns == Approx(30e6));
    CHECK(diff.loops[0].after_ns == Approx(7.5e6));
    std::ostringstream out;
    print_diff(diff, "a", "b", {}, out);
    CHECK(out.str().find("A: A.1, MPI_Bcast 1 MiB    40 -> 80      30.0 ms  7.50 ms  x 0.25") != std::string::npos);
    CHECK(compare(make_profile(4), after, {}).loops.empty());
}

TEST_CASE("time that changes by less than the threshold is not a change", "[tools]") {
    const auto before = make_profile(2), after = make_profile(2, [](Parts&parts) {
                                             for (auto& cell : parts.cells) cell.ticks += cell.ticks / 10;
                                         });
    CHECK(compare(before, after, {0.05, 0, false}).rows.size() == 8);
    CHECK(compare(before, after, {0.20, 0, false}).rows.empty());
    CHECK(compare(before, after, {0.05, 1e9, false}).rows.empty());
}

TEST_CASE("the printed comparison", "[tools][approval]") {
    std::ostringstream out;
    print_diff(compare(make_profile(4), make_profile(4, slower_and_fewer), {}), "before.shunt", "after.shunt",
               {100, false}, out);
    shunt::tests::approve("diff.txt", out.str());
}
