#include "tools/plan/proposal.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "config/plan.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/observe/record/comm_names.hpp"
#include "tests/unit/tools/approval.hpp"
#include "tests/unit/tools/plan/runs.hpp"
#include "tools/plan/call_phases.hpp"
#include "tools/plan/forecast.hpp"
#include "tools/plan/kept_promises.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::plan_runs;

namespace {

/// Adds a clause to the strings.   Returns: its number, as in Cell::reason.
std::uint8_t clause(Parts& parts, const std::string& text) {
    parts.strings += record::kClauseMark + text + '\0';
    std::uint8_t place = record::kFirstClause;
    for (const char c : parts.strings) place += c == record::kClauseMark ? 1 : 0;
    return place - 1;
}

/// 1000 sums of whole numbers by the host. Each takes `us` on the rank that waits least.
record::ProfileFile host_run(double us, int size = 4, std::int64_t start_ns = 0) {
    return run_of_steps(
        size,
        [&](Parts& parts) {
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall, us + parts.header.world_rank);
        },
        start_ns);
}

/// The same sums by the pipeline.
record::ProfileFile engine_run(double us, std::int64_t start_ns, unsigned flags = kCall) {
    return run_of_steps(
        4,
        [&](Parts& parts) { add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, flags, us).key.engine = 3; },
        start_ns);
}

}  // namespace

TEST_CASE("a carrier that another run has measured to be faster is proposed, with its gain", "[tools][plan]") {
    const record::ProfileFile host = host_run(300, 4, 2), engine = engine_run(100, 1);
    const Proposal found = propose_from({&host, &engine});
    REQUIRE(found.changes.size() == 1);
    const ProposedChange& change = found.changes[0];
    CHECK(change.rule == "allreduce 256K..327679 ranks 4 nodes 1 comm world -> pipeline");
    CHECK(change.sureness == Sureness::measured);
    CHECK(change.note.instead_ns == Approx(300'000).epsilon(0.01));  // of the rank that waits least
    CHECK(change.note.expect_ns == Approx(100'000).epsilon(0.01));
    CHECK(change.gain_ns == Approx(1000 * 200'000.0).epsilon(0.01));
    CHECK(change.of_ns == Approx(1000 * 300'000.0).epsilon(0.01));
    CHECK(found.program == "steps");
    CHECK(found.ranks == 4);
}

TEST_CASE("a plan reads as it did when it was approved, and the library reads it back", "[tools][plan]") {
    const record::ProfileFile host = run_of_steps(
        4,
        [](Parts& parts) {
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall, 300);
            add(parts, "MPI_Allreduce", record::kNoPeer, 64 << 10, 1000, kCall | record::kRounded, 200);
            add(parts, "MPI_Bcast", 0, 1 << 20, 50, kCall, 900);
            add(parts, "MPI_Allreduce", record::kNoPeer, 8, 100, kCall, 3);
        },
        2);
    const record::ProfileFile engine = run_of_steps(
        4,
        [](Parts& parts) {
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall, 100).key.engine = 3;
            add(parts, "MPI_Allreduce", record::kNoPeer, 64 << 10, 1000, kCall | record::kRounded, 50).key.engine = 3;
            add(parts, "MPI_Bcast", 0, 1 << 20, 50, kCall, 400).key.engine = 3;
        },
        1);
    Proposal found = propose_from({&host, &engine});
    const std::string text = plan_text(found, "steps.plan");
    tests::approve("steps.plan", text);

    const config::Plan plan = config::parse_plan(text, "steps.plan");
    CHECK(plan.errors.empty());
    REQUIRE(plan.lines.size() == 3);  // the last line: broadcasts of other lengths
    REQUIRE(found.changes.size() == 2);
    CHECK(plan.lines[0].plan.line == found.changes[0].note.line);
    CHECK(plan.lines[0].plan.expect_ns == found.changes[0].note.expect_ns);
    std::vector<config::Message> messages;
    CHECK(config::parse_rules(plan.lines, vocabulary(), messages).planned == 3);
    CHECK(messages.empty());
}

TEST_CASE("sums whose last bits would change are left out, unless they are wanted", "[tools][plan]") {
    const record::ProfileFile host = run_of_steps(
        4,
        [](Parts& parts) {
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall | record::kRounded, 300);
        },
        2);
    const record::ProfileFile engine = engine_run(100, 1, kCall | record::kRounded);
    CHECK(propose_from({&host, &engine}).changes.empty());
    CHECK(propose_from({&host, &engine}).left_out.size() == 1);
    ProposalWishes wishes;
    wishes.with_reductions = true;
    const Proposal wanted = propose_from({&host, &engine}, wishes);
    REQUIRE(wanted.changes.size() == 1);
    CHECK(wanted.changes[0].note.rounded);
}

TEST_CASE("a choice that auto has measured is kept, with both its times", "[tools][plan]") {
    const record::ProfileFile run = run_of_steps(4, [](Parts& parts) {
        Cell& cell = add(parts, "MPI_Bcast", 0, 1 << 20, 1000, kCall, 210);
        cell.key.engine = 3;
        cell.reason = clause(
            parts, "auto measured pipeline 3.00 x faster than the host (200 us against 600 us); chosen at call 88");
    });
    const Proposal found = propose_from({&run});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].note.expect_ns == 200'000);
    CHECK(found.changes[0].note.instead_ns == 600'000);
    CHECK_THAT(found.changes[0].why, Catch::Contains("measured by auto in run1.shunt"));
}

TEST_CASE("the steps of an engine on the machine that is given make a forecast", "[tools][plan]") {
    const record::ProfileFile host = host_run(3000);
    ProposalWishes wishes;
    wishes.machine = fast_machine();
    wishes.machine_name = "fast.net";
    const Proposal found = propose_from({&host}, wishes);
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].sureness == Sureness::modelled);
    CHECK_THAT(found.changes[0].rule, Catch::EndsWith("-> pipeline"));
    program::Network slow;
    slow.local_rate = slow.copy_rate = slow.combine_rate = 1e6;
    wishes.machine = slow;
    CHECK(propose_from({&host}, wishes).changes.empty());
}

TEST_CASE("calls of too many parts are not simulated, their times follow from those of shorter ones", "[tools][plan]") {
    ForecastBasis basis;
    basis.profiles = {"run1.shunt"};
    Forecaster forecaster(basis);
    const auto pipeline_ns = [&](int ranks, std::int64_t bytes) {
        CarriedTimes host;
        host.carrier = "host";
        host.calls = 1;
        host.call_ns = 1e12;
        host.mean_bytes = static_cast<double>(bytes);
        const auto found = forecaster.candidates({Operation::bcast, bytes, false, "world", ranks, ranks}, {host});
        const auto pipeline = std::ranges::find(found, "pipeline", &Forecast::carrier);
        return pipeline == found.end() ? 0.0 : pipeline->ns;
    };
    const double simulated = pipeline_ns(16, 64 << 20), longer = pipeline_ns(16, 128 << 20);
    CHECK(simulated > 0);
    CHECK(longer == Approx(2 * simulated).epsilon(0.02));
    CHECK(pipeline_ns(16, std::int64_t{16} << 30) == Approx(256 * simulated).epsilon(0.02));
    CHECK(pipeline_ns(512, std::int64_t{16} << 30) > 0);
}

TEST_CASE("calls longer than any memory are left out of plans", "[tools][plan]") {
    for (const std::uint64_t bytes : {std::uint64_t{1} << 51, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
        const record::ProfileFile run = run_of_steps(
            4, [&](Parts& parts) { add(parts, "MPI_Allreduce", record::kNoPeer, bytes, 1000, kCall, 1e6); });
        CHECK(plan_for_report(run, "run").empty());
    }
}

TEST_CASE("a knowledge file gives the times of calls by other carriers", "[tools][plan]") {
    record::ProfileFile host = run_of_steps(4, [](Parts& parts) {
        std::snprintf(parts.header.mpi_library, sizeof parts.header.mpi_library, "Open MPI v4.1.4, package: x");
        std::snprintf(parts.header.host, sizeof parts.header.host, "node7");
        add(parts, "MPI_Bcast", 0, 1 << 20, 1000, kCall, 600);
    });
    Knowledge knowledge;
    knowledge.sections.push_back(
        {"Open MPI v4.1.4, 4 ranks on node7, 8 cores (12)",
         {{Operation::bcast, 1 << 20, 4, 1, {{"host:chain/8K", 150'000}, {"host", 580'000}}, 20'000}}});
    ProposalWishes wishes;
    wishes.knowledge = text_of(knowledge);
    wishes.knowledge_name = "knowledge";
    const Proposal found = propose_from({&host}, wishes);
    REQUIRE(found.changes.size() == 1);
    CHECK_THAT(found.changes[0].rule, Catch::EndsWith("-> host algorithm=chain segment=8K"));
    CHECK(found.changes[0].note.expect_ns == 150'000);
    wishes.knowledge = text_of(Knowledge{{{"MPICH, 4 ranks on node7", knowledge.sections[0].entries}}});
    const Proposal other = propose_from({&host}, wishes);
    CHECK(other.changes.empty());
    CHECK_THAT(other.notes.at(0), Catch::Contains("has no section for this MPI"));
}

TEST_CASE("profiles of other programs, or of other numbers of ranks, are refused or narrowed", "[tools][plan]") {
    const record::ProfileFile four = host_run(300), eight = host_run(300, 8, 5);
    Ranks ranks;
    for (int rank = 0; rank < 4; ++rank) ranks.push_back(rank_of(rank, 4, 0, "/opt/others"));
    const record::ProfileFile other = example::load(ranks);
    CHECK_THROWS_WITH(propose_from({&four, &other}), Catch::Contains("run2.shunt is of the program others") &&
                                                         Catch::Contains("a plan is for one program"));
    CHECK_THROWS_WITH(propose_from({&four, &eight}), Catch::Contains("of 4 and of 8 ranks"));
    ProposalWishes wishes;
    wishes.ranks = 8;
    const Proposal narrowed = propose_from({&four, &eight}, wishes);
    CHECK(narrowed.made_from == "run2.shunt");
    CHECK_THAT(narrowed.notes.at(0), Catch::Contains("run1.shunt is of 4 ranks: it was left out"));
    const record::ProfileFile engine = engine_run(20, 1);
    wishes.ranks = 16;
    Proposal larger = propose_from({&four, &engine}, wishes);
    REQUIRE(larger.changes.size() == 1);
    CHECK(larger.changes[0].rule == "allreduce 256K..327679 ranks 16 comm world -> pipeline");
    CHECK(larger.changes[0].note.expect_ns == 0);  // nothing was measured for 16 ranks
    CHECK(larger.changes[0].sureness == Sureness::guessed);
    CHECK_THAT(larger.notes.at(0), Catch::Contains("For 16 ranks, from a profile of 4"));
    CHECK(config::parse_plan(plan_text(larger, "a.plan"), "a.plan").ranks == 16);
}

TEST_CASE("a run that ended too early serves with less trust", "[tools][plan]") {
    const auto fill = [](double us, unsigned char engine) {
        return [us, engine](Parts& parts) { add(parts, "MPI_Bcast", 0, 1 << 20, 1000, kCall, us).key.engine = engine; };
    };
    const record::ProfileFile host = run_of_steps(4, fill(120, 0), 2, record::kRecovered);
    const record::ProfileFile engine = run_of_steps(4, fill(100, 3), 1);
    CHECK(propose_from({&host, &engine}).changes.empty());  // then a factor of 1.2 is not enough
    const record::ProfileFile slow = run_of_steps(4, fill(300, 0), 2, record::kRecovered);
    const Proposal found = propose_from({&slow, &engine});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].sureness != Sureness::measured);
    CHECK_THAT(found.notes.at(0), Catch::Contains("ended too early"));
}

TEST_CASE("where the MPI itself was never timed nothing is proposed, and that is said", "[tools][plan]") {
    const record::ProfileFile engine = engine_run(100, 1);
    const Proposal found = propose_from({&engine});
    CHECK(found.changes.empty());
    CHECK_THAT(found.notes.at(0), Catch::Contains("give a profile of a run without rules"));
}

TEST_CASE("phases that want different carriers get lines of their own, by ordinals", "[tools][plan]") {
    // In phase 7 the host is fast, in phase 8 slow. The first 100 calls are in phase 7, the others in phase 8.
    const auto phases = [](Parts& parts) {
        parts.phases = {{7, 1, parts.header.clock_first.ticks, 0}, {8, 1, parts.header.clock_first.ticks + 1, 0}};
        for (std::uint32_t before = 0; before < 200; ++before) {  // a record counts the calls before each phase
            hand_made::add_sample(parts, before, before * 10.0, before * 10.0 + 1);
            parts.samples.back().phase = before >= 100;
        }
    };
    const record::ProfileFile host = run_of_steps(
        4,
        [&](Parts& parts) {
            phases(parts);
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 100, kCall, 1000);
            Cell& late = add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 100, kCall, 9000);
            late.key.phase = 1;
        },
        2);
    const record::ProfileFile engine = run_of_steps(
        4,
        [&](Parts& parts) {
            phases(parts);
            add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 100, kCall, 3000).key.engine = 3;
            Cell& late = add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 100, kCall, 3000);
            late.key.engine = 3;
            late.key.phase = 1;
        },
        1);
    const auto known = find_call_phases(host);
    REQUIRE(known.contains("world"));
    CHECK(known.at("world").calls.at(7) == std::vector<config::Range>{{1, 100}});
    CHECK(known.at("world").calls.at(8) == std::vector<config::Range>{{101, INT64_MAX}});
    const Proposal found = propose_from({&host, &engine});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].phase == "phase 8");
    CHECK(found.changes[0].note.calls == std::vector<config::Range>{{101, INT64_MAX}});
}

TEST_CASE("phases that members do not see alike are not used", "[tools][plan]") {
    const record::ProfileFile file = run_of_steps(4, [](Parts& parts) {
        parts.phases = {{7, 1, parts.header.clock_first.ticks, 0}, {8, 1, parts.header.clock_first.ticks + 1, 0}};
        hand_made::add_sample(parts, 5, 10, 20);
        parts.samples.back().phase = parts.header.world_rank == 2;
    });
    const auto known = find_call_phases(file);
    CHECK(known.at("world").calls.empty());
    CHECK_THAT(known.at("world").problem, Catch::Contains("different phases in one call"));
}

TEST_CASE("remote write is proposed for messages only where a profile has measured it as faster", "[tools][plan]") {
    const auto messages = [](unsigned engine, double us) {
        return [engine, us](Parts& parts) {
            const std::int32_t peer = (parts.header.world_rank + 1) % 4;
            add(parts, "MPI_Send", peer, 1 << 20, 1000, kCall | record::kTraffic, us, us * 0.9).key.engine = engine;
        };
    };
    constexpr unsigned kHost = 0, kRemoteWrite = 4;
    const record::ProfileFile host = run_of_steps(4, messages(kHost, 100), 2),
                              faster = run_of_steps(4, messages(kRemoteWrite, 60), 1),
                              slower = run_of_steps(4, messages(kRemoteWrite, 130), 1);
    const Proposal found = propose_from({&host, &faster});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].rule == "p2p ranks 4 nodes 1 comm world -> remote_write");
    CHECK(found.changes[0].gain_ns > 0);
    CHECK(propose_from({&host, &slower}).changes.empty());
    CHECK(propose_from({&host}).changes.empty());
}

TEST_CASE("settings are proposed where two runs differ in one alone", "[tools][plan]") {
    const auto with = [](const char* options, std::uint64_t length_ns) {
        return [options, length_ns](Parts& parts) {
            parts.options = options;
            parts.header.clock_last.monotonic_ns =
                parts.header.clock_first.monotonic_ns + static_cast<std::int64_t>(length_ns);
        };
    };
    const record::ProfileFile off =
        run_of_steps(2, with("wait = auto # default\nprogress-thread = off    # default\n", 5'000'000'000), 2);
    const record::ProfileFile on =
        run_of_steps(2, with("wait = auto # default\nprogress-thread = on    # environment\n", 4'000'000'000), 1);
    const record::ProfileFile both =
        run_of_steps(2, with("wait = host # default\nprogress-thread = on    # environment\n", 4'000'000'000), 1);
    const Proposal found = propose_from({&off, &on});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].rule == "set progress-thread = on");
    CHECK(propose_from({&off, &both}).changes.empty());
}

TEST_CASE("a plan that sets how ranks wait may change the bits of sums only if that is wanted", "[tools][plan]") {
    const auto run_with = [](const char* wait, const char* reductions, std::int64_t length_ns, std::int64_t start_ns) {
        return run_of_steps(
            2,
            [&](Parts& parts) {
                parts.options = std::string("wait = ") + wait + " # \nwait.reductions = " + reductions + " # \n";
                parts.header.clock_last.monotonic_ns = parts.header.clock_first.monotonic_ns + length_ns;
            },
            start_ns);
    };
    const record::ProfileFile host = run_with("host", "twin", 5'000'000'000, 2);
    const record::ProfileFile gentle = run_with("gentle", "twin", 4'000'000'000, 1);
    const record::ProfileFile planned = run_with("gentle", "host", 4'000'000'000, 1);
    ProposalWishes with_bits;
    with_bits.with_reductions = true;
    // The time of a run whose sums waited gently, too, is no promise for a plan under which they do not.
    const Proposal other = propose_from({&host, &gentle});
    CHECK(other.changes.empty());
    REQUIRE(other.left_out.size() == 1);
    CHECK(other.left_out[0].rule == "set wait = gentle");
    Proposal found = propose_from({&host, &planned});  // the plan's run differs in both options
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].rule == "set wait = gentle");
    CHECK_THAT(plan_text(found, "a.plan"), !Catch::Contains("wait.reductions"));
    Proposal wanted = propose_from({&host, &gentle}, with_bits);
    CHECK_THAT(plan_text(wanted, "a.plan"), Catch::Contains("\nset wait.reductions = twin\n"));

    const record::ProfileFile slow = run_with("gentle", "host", 5'000'000'000, 2);
    CHECK(propose_from({&slow, &gentle}).changes.empty());
    CHECK(propose_from({&slow, &gentle}).left_out.size() == 1);
    CHECK(propose_from({&slow, &gentle}, with_bits).changes.size() == 1);
}

TEST_CASE("the results of a plan's promises are reported line by line", "[tools][plan]") {
    const record::ProfileFile run = run_of_steps(4, [](Parts& parts) {
        Cell& held = add(parts, "MPI_Allreduce", record::kNoPeer, 256 << 10, 1000, kCall, 110);
        held.key.engine = held.asked = 3;
        held.rule = config::kPlanLine | 9;
        held.reason = clause(
            parts, "the plan expects pipeline 3.00 x faster than the host (100 us against 300 us); it held at call 8");
        Cell& back = add(parts, "MPI_Bcast", 0, 1 << 20, 50, kCall, 90);
        back.rule = config::kPlanLine | 12;
        back.reason = clause(parts,
                             "auto measured the host 2.00 x faster than pipeline (90 us against 180 us); chosen at "
                             "call 40 as the 50 us planned did not hold, trying cost 1 us");
    });
    const std::vector<KeptPromise> kept = kept_promises(run);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].line == 9);
    CHECK(kept[0].operation == "allreduce");
    CHECK(kept[0].gain_ns() == Approx(1000 * 190'000.0));
    CHECK(kept[0].promised_gain_ns() == Approx(1000 * 200'000.0));
    CHECK(kept[1].is_taken_back);
    CHECK(kept[1].expected_ns == Approx(50'000));
    std::ostringstream out;
    print_promises(kept, {}, out);
    CHECK_THAT(out.str(), Catch::Contains("taken back") && Catch::Contains("promised"));
    CHECK(kept_promises(host_run(3)).empty());
}

TEST_CASE("a profile of 256 ranks, for shunt analyze to be timed with", "[.][write-profile-256]") {
    const char* path = std::getenv("SHUNT_TEST_PROFILE");
    REQUIRE(path);
    const record::ProfileFile run = example::make_run(256, 32, true);
    std::string error;
    CHECK(record::write_profile(path, run.images(), 0, error));
}
