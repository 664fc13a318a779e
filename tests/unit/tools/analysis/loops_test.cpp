// The loops of a run: which are shown, under which names, with whose times; and their position over time.
#include "tools/analysis/loops.hpp"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "tests/unit/record/synthetic.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/report/html.hpp"
#include "tools/report/over_time.hpp"

namespace shunt::tools {
namespace {

using record::synthetic::Parts;

Analysis of(void (*change)(Parts&), int size = 4) {
    const record::ProfileFile file = record::synthetic::make_profile(size, change);
    return analyze({file.images(), static_cast<std::int32_t>(file.header().world_size), 0});
}

std::string shown(const Analysis& run) {
    std::ostringstream out;
    TextStyle style;
    style.width = 100;
    print_loops(run, out, style);
    return out.str();
}

}  // namespace

TEST_CASE("loops are named from outside in, with their calls", "[tools]") {
    const Analysis run = of(record::synthetic::add_loops);
    REQUIRE(run.loops.rows.size() == 2);
    CHECK(run.loops.rank == 0);
    const LoopRow &steps = run.loops.rows[0], &solver = run.loops.rows[1];
    CHECK(steps.name == "A");
    CHECK(steps.body == "A.1, MPI_Bcast 1 MiB");
    CHECK(steps.depth == 0);
    CHECK(steps.iterations == 40);
    CHECK(steps.mean_ns == Approx(30e6));  // half a ns a tick
    CHECK(solver.name == "A.1");
    CHECK(solver.body == "MPI_Allreduce 8 B on MPI_COMM_WORLD, MPI_Alltoall 4 KiB on dup of MPI_COMM_WORLD");
    CHECK(solver.depth == 1);
    CHECK(solver.least == 3);
    CHECK(solver.most == 7);
    CHECK(solver.mean_ns == Approx(5e6));
    CHECK(solver.min_ns == Approx(4e6));
    CHECK(solver.max_ns == Approx(6e6 + 1500));  // that of the slowest rank
    CHECK(solver.slowest_rank == 3);
    CHECK(solver.in_mpi < 0);
    CHECK(steps.in_mpi > 0);
    const std::string text = shown(run);
    CHECK(text.find(" A.1         200    3 to 7  5.00 ms") != std::string::npos);
    CHECK(text.find("A.1: MPI_Allreduce 8 B on") != std::string::npos);
}

TEST_CASE("a loop's place in time is where the rank was in it", "[tools]") {
    const Analysis run = of(record::synthetic::add_loops);
    REQUIRE(run.loops.runs.size() == 1);
    const std::vector<std::size_t> rows = loops_by_slice(run.loops, run.over_time);
    REQUIRE(rows.size() == run.over_time.slices.size());
    CHECK(rows == std::vector<std::size_t>{0, 1, 1, 0});
    std::ostringstream page;
    write_html_report(run, page);
    CHECK(page.str().find("<title>loop A, 500 ms to 1.50 s") != std::string::npos);
    CHECK(page.str().find("id=\"loops\"") != std::string::npos);
}

TEST_CASE("loops below one percent are not shown, and older profiles have none", "[tools]") {
    const auto brief = [](Parts& parts) {
        record::synthetic::add_loops(parts);
        for (record::LoopEntry& loop : parts.loops) loop.ticks /= 1000, loop.run_ticks /= 1000;
    };
    CHECK(of(brief).loops.rows.empty());
    CHECK(shown(of(brief)).find("No loop was found") == 0);
    const Analysis none = of(nullptr);
    CHECK(none.loops.rows.empty());
    CHECK(none.loops.rank == -1);
}

TEST_CASE("a record without an end reports the iterations so far of its loop", "[tools]") {
    const Analysis run = of([](Parts& parts) {
        record::synthetic::add_loops(parts);
        parts.header.state = record::SpoolState::running;
        parts.loops[1].least_iterations = 0;
        parts.loop_runs.clear();
    });
    REQUIRE(run.loops.rows.size() == 2);
    CHECK(run.loops.rows[0].is_live);
    REQUIRE(run.loops.runs.size() == 1);
    CHECK(shown(run).find("A             40  40 so far  30.0 ms") != std::string::npos);
}

TEST_CASE("loops that name each other come to an end", "[tools]") {
    const Analysis run = of([](Parts& parts) {
        record::synthetic::add_loops(parts);
        parts.loop_parts[0].loop = 2;  // a damaged record: each loop is inside the other
    });
    CHECK(run.loops.rows.empty());  // no loop is outermost
    const Analysis self = of([](Parts& parts) {
        record::synthetic::add_loops(parts);
        parts.loop_parts[1].loop = 1;
    });
    CHECK(self.loops.rows.size() == 2);
}

}  // namespace shunt::tools
