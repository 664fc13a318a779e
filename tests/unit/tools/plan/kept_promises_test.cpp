#include "tools/plan/kept_promises.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "config/rules.hpp"
#include "tests/unit/tools/plan/runs.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::plan_runs;

namespace {

/// The result of line 9, whose calls had that clause.
KeptPromise promise_of_line(const std::string& clause, std::uint8_t engine) {
    const record::ProfileFile run = run_of_steps(4, [&](Parts& parts) {
        parts.strings += record::kClauseMark + clause + '\0';
        Cell& cell = add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall, 110);
        cell.key.engine = engine;
        cell.rule = config::kPlanLine | 9;
        cell.reason = record::kFirstClause;
    });
    const std::vector<KeptPromise> kept = kept_promises(run);
    REQUIRE(kept.size() == 1);
    return kept[0];
}

}  // namespace

TEST_CASE("a line whose times did not hold, but whose carrier was the faster one, is not taken back", "[tools][plan]") {
    const KeptPromise kept = promise_of_line(
        "auto measured pipeline 2.00 x faster than the host (110 us against 220 us); chosen at call 40 as the 50 us "
        "planned did not hold, trying cost 1 us",
        3);
    CHECK_FALSE(kept.is_taken_back);
    CHECK(kept.expected_ns == Approx(50'000));
    CHECK(kept.instead_ns == Approx(220'000));  // as measured in this run
    CHECK(kept.gain_ns() == Approx(1000 * 110'000.0));
}

TEST_CASE("a line without times is reported as taken back if the host was faster", "[tools][plan]") {
    const std::string end = "; chosen at call 40, trying cost 1 us";
    CHECK(promise_of_line("auto measured the host 2.00 x faster than pipeline (110 us against 220 us)" + end, 0)
              .is_taken_back);
    const KeptPromise kept =
        promise_of_line("auto measured pipeline 2.00 x faster than the host (110 us against 220 us)" + end, 3);
    CHECK_FALSE(kept.is_taken_back);
    CHECK(kept.instead_ns == Approx(220'000));
}

TEST_CASE("a line without times has won something, and has promised nothing", "[tools][plan]") {
    const KeptPromise kept = promise_of_line(
        "auto measured pipeline 2.00 x faster than the host (110 us against 220 us); chosen at call 40, trying cost 1 "
        "us",
        3);
    CHECK(kept.promised_gain_ns() == 0);
    CHECK(kept.gain_ns() == Approx(1000 * 110'000.0));
}

TEST_CASE("what few calls of a line would have taken by the host is not said of all its calls", "[tools][plan]") {
    const std::string clause =
        "auto measured pipeline 2.00 x faster than the host (1000 us against 2000 us); chosen at call 40, trying cost "
        "1 us";
    const record::ProfileFile run = run_of_steps(4, [&](Parts& parts) {
        parts.strings += record::kClauseMark + clause + '\0';
        Cell& few = add(parts, "MPI_Allreduce", record::kNoPeer, 1 << 20, 100, kCall, 1000);
        few.rule = config::kPlanLine | 9;
        few.reason = record::kFirstClause;
        Cell& many = add(parts, "MPI_Allreduce", record::kNoPeer, 8, 10000, kCall, 2);
        many.rule = config::kPlanLine | 9;
    });
    const std::vector<KeptPromise> kept = kept_promises(run);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].instead_ns == 0);
    CHECK_FALSE(kept[0].is_taken_back);
}
