#include "tools/analysis/auto_decisions.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/export/tables.hpp"
#include "tools/report/html.hpp"
#include "tools/report/terminal.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using Catch::Contains;
using record::kCall;

namespace {

/// Four ranks in a run of 10 s each.
Analysis run_of(EngineRow row) {
    Analysis run;
    run.ranks.resize(4);
    run.rank_time_ns = 40e9;
    run.engines.push_back(std::move(row));
    return run;
}

constexpr const char* kScan =
    "auto measured pipeline 63.00 x faster than the host (35 us against 2210 us); chosen at call 88";

/// Two ranks whose broadcasts were measured: the clause is in the strings of both.
std::vector<Parts> measured(const std::string& clause) {
    std::vector<Parts> ranks;
    for (int r = 0; r < 2; ++r) {
        Parts rank = idle_rank(r, 2);
        rank.functions.push_back("MPI_Bcast collective");
        rank.engines = {"host", "null", "multicast"};
        rank.strings += record::kClauseMark + clause + '\0';
        for (const std::int32_t root : {0, 1}) {
            Cell& cell = add(rank, "MPI_Bcast", root, 65536, 100, kCall, 400, 400);
            cell.key.engine = cell.asked = 2;
            cell.reason = record::kFirstClause;
        }
        ranks.push_back(std::move(rank));
    }
    return ranks;
}

}  // namespace

TEST_CASE("a gain in short calls is named if it is far above noise, and a visible share of the run", "[tools]") {
    constexpr std::uint64_t kBytes = 1 << 20;
    CHECK_THAT(auto_text(run_of({"MPI_Scan", "pipeline", kScan, kBytes, 4000, 4000 * 35e3})),
               Contains("MPI_Scan 1 MiB by pipeline (63.0 x)"));
    CHECK(auto_text(run_of({"MPI_Scan", "pipeline", kScan, kBytes, 4, 4 * 35e3})).empty());  // 9 ms of 40 s
    const std::string little =
        "auto measured pipeline 1.40 x faster than the host (35 us against 49 us); chosen at call 88";
    CHECK(auto_text(run_of({"MPI_Scan", "pipeline", little, kBytes, 400'000, 400'000 * 35e3})).empty());
}

TEST_CASE("the gain of a choice that follows a knowledge file alone is named from the file's times", "[tools]") {
    const std::string clause =
        "auto remembers pipeline 2.00 x faster than the host (3100 us against 6200 us), and keeps the order of "
        "combining; combined by pipeline in rank order";
    CHECK_THAT(auto_text(run_of({"MPI_Allreduce", "pipeline", clause, 65536, 4000, 4000 * 3.1e6})),
               Contains("MPI_Allreduce 64 KiB by pipeline (2.0 x, remembered)"));
}

TEST_CASE("a plan's promise is no gain before its calls have been timed", "[tools]") {
    const std::string promise = "the plan expects phased 3.00 x faster than the host (200 us against 600 us)";
    const EngineRow row{"MPI_Alltoall", "phased", promise, 1 << 10, 4000, 4e9};
    CHECK(auto_text(run_of(row)).empty());
    EngineRow held = row;
    held.why += "; it held at call 8";
    CHECK_THAT(auto_text(run_of(held)), Contains("MPI_Alltoall 1 KiB by phased (3.0 x, remembered)"));
}

TEST_CASE("each decision of auto has its candidates, medians, choice, call, cost and gain in all reports", "[report]") {
    const std::string clause =
        "auto measured multicast 3.00 x faster than the host (400 us against 1200 us; pipeline 500 us, the host's "
        "chain/8K 1100 us); chosen at call 88, trying cost 12000 us";
    const std::vector<Parts> ranks = measured(clause);
    const Analysis run = analysis_of(ranks);
    const std::vector<AutoDecision> all = auto_decisions(run);
    REQUIRE(all.size() == 1);
    CHECK(all[0].choice() == "multicast");
    CHECK(all[0].trial.chosen_at == 88);
    CHECK(all[0].factor == Approx(3));
    CHECK(all[0].gained_ns == Approx(2 * all[0].row->time_ns));
    const std::string candidates = "multicast 400 us, the host 1.20 ms, pipeline 500 us, the host's chain/8K 1.10 ms";
    CHECK(candidates_text(all[0]) == candidates);
    CHECK(run.trying_ns == Approx(2 * 12e6));  // the clause counts once on each rank
    CHECK_THAT(trying_text(run), Catch::StartsWith("trying cost 12.0 ms a rank, "));
    CHECK_THAT(auto_text(run), Catch::EndsWith(trying_text(run)));

    std::ostringstream terminal, html, json;
    print_report(run, {"auto"}, terminal, {120, false});
    CHECK_THAT(terminal.str(), Contains("Decisions of auto") && Contains("a: " + candidates) && Contains(" 88 ") &&
                                   Contains("In all, trying cost 12.0 ms a rank"));
    write_html_report(run, html);
    CHECK_THAT(html.str(), Contains("Decisions of auto") && Contains(candidates.substr(0, 40)));
    const auto sink = json_sink(json);
    export_tables(example::load(ranks), *sink);
    CHECK_THAT(json.str(), Contains("\"decisions\"") && Contains("the host's chain/8K") && Contains("chosen_at_call"));
}

TEST_CASE("a clause is long enough in the report for all figures", "[report]") {
    std::string others;
    for (int i = 0; i < 7; ++i) others += (i ? ", " : "; ") + ("the host's algorithm" + std::to_string(i)) + " 1500 us";
    const Analysis run =
        analysis_of(measured("auto measured multicast 3.00 x faster than the host (400 us against 1200 us" + others +
                             "); chosen at call 88, trying cost 12000 us"));
    REQUIRE(auto_decisions(run).size() == 1);
    CHECK(auto_decisions(run)[0].trial.times.size() == 9);
    CHECK(auto_decisions(run)[0].trial.trying_ns == Approx(12e6));
}

TEST_CASE("a run without auto has no decisions", "[report]") {
    const Analysis run = analysis_of(measured("below multicast.scatter-most"));
    CHECK(auto_decisions(run).empty());
    CHECK(trying_text(run).empty());
    std::ostringstream terminal;
    print_report(run, {}, terminal, {120, false});
    CHECK_THAT(terminal.str(), !Contains("Decisions of auto"));
}
