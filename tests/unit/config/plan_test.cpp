#include "config/plan.hpp"

#include <catch2/catch.hpp>

#include "config/digest.hpp"
#include "config/reader.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/config/words.hpp"

using namespace shunt::config;

namespace {

constexpr std::string_view kText =
    "plan 1\n"
    "# By shunt analyze\n"
    "program hpcc\n"
    "ranks 4\n"
    "\n"
    "[any phase]\n"
    "set progress-thread = on ; wins 2 s\n"
    "alltoall 64K..80K ranks 4 comm world/split#0 -> phased | expect 320us instead 660us; wins 0.4 s   # why\n"
    "bcast comm world -> phased | rounded calls 1..200,401.. ; may be\n"
    "bcast -> host\n";

/// load() of the plan with that name, with rules.
Loaded loaded_with(const std::string& plan, const std::string& rules, const std::string& wait = {}) {
    Inputs inputs;
    inputs.environment = {"SHUNT_PLAN=app.plan", "SHUNT_RULES=" + rules};
    if (!wait.empty()) inputs.environment.push_back("SHUNT_WAIT=" + wait);
    inputs.read_file = [plan](const std::string& path) {
        return path == "app.plan" ? FileText{plan, {}} : FileText{{}, "No such file"};
    };
    Loaded loaded = load(inputs, shunt::option_table());
    loaded.rules = parse_all_rules(loaded, words::kVocabulary, loaded.messages);
    return loaded;
}

std::string errors_of(const std::string& text) {
    const Plan plan = parse_plan(text, "app.plan");
    return plan.errors.empty() ? "" : plan.errors.front();
}

}  // namespace

TEST_CASE("a plan is read line by line, and text for people is skipped", "[config][plan]") {
    const Plan plan = parse_plan(kText, "app.plan");
    REQUIRE(plan.errors.empty());
    CHECK(plan.program == "hpcc");
    CHECK(plan.ranks == 4);
    REQUIRE(plan.settings.size() == 1);
    CHECK(plan.settings[0].key == "progress-thread");
    CHECK(plan.settings[0].value == "on");
    REQUIRE(plan.lines.size() == 3);
    CHECK(plan.lines[0].text == "alltoall 64K..80K ranks 4 comm world/split#0 -> phased");
    CHECK(plan.lines[0].where == "app.plan:8");
    CHECK(plan.lines[0].plan.line == 8);
    CHECK(plan.lines[0].plan.expect_ns == 320'000);
    CHECK(plan.lines[0].plan.instead_ns == 660'000);
    CHECK_FALSE(plan.lines[0].plan.rounded);
    CHECK(plan.lines[1].plan.rounded);
    CHECK(plan.lines[1].plan.calls == std::vector<Range>{{1, 200}, {401, INT64_MAX}});
    CHECK(to_text(plan.lines[1].plan) == "rounded calls 1..200,401..");
    CHECK(plan.lines[2].plan.line == 10);
}

TEST_CASE("a wrong plan is refused with its line and the fault", "[config][plan]") {
    CHECK_THAT(errors_of("alltoall -> phased\n"), Catch::Contains("app.plan:1: is no plan"));
    CHECK_THAT(errors_of(""), Catch::Contains("is no plan"));
    CHECK_THAT(errors_of("plan 2\n"), Catch::Contains("version 2"));
    CHECK_THAT(errors_of("plan 1\nranks 4\n"), Catch::Contains("'program NAME'"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks four\n"), Catch::Contains("app.plan:3: ranks: 'four'"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nbcast -> host | expect soon\n"), Catch::Contains("no time"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nbcast -> host | expekt 1us\n"), Catch::Contains("'expekt'"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nbcast -> host | calls 5..3\n"), Catch::Contains("calls:"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nbcast -> host | calls 1..9,5..\n"), Catch::Contains("calls:"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nset enabled = off\n"), Catch::Contains("not 'enabled'"));
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\n[any\n"), Catch::Contains("closing bracket"));
}

TEST_CASE("a plan is for one program and one number of ranks", "[config][plan]") {
    const Plan plan = parse_plan(kText, "app.plan");
    CHECK(misfit(plan, "hpcc", 4).empty());
    CHECK(misfit(plan, "hpcc", 0).empty());
    CHECK_THAT(misfit(plan, "lmp", 0), Catch::Contains("is for the program hpcc, not for lmp"));
    CHECK_THAT(misfit(plan, "hpcc", 8), Catch::Contains("for 4 ranks, not for 8") && Catch::Contains("--ranks 8"));
    CHECK(misfit(Plan(), "hpcc", 8).empty());
}

TEST_CASE("a plan's lines come before the rules, and have numbers of their own", "[config][plan]") {
    const Loaded loaded = loaded_with(std::string(kText), "alltoall -> host; bcast -> null");
    REQUIRE(loaded.messages.empty());
    REQUIRE(loaded.rules.planned == 3);
    REQUIRE(loaded.rules.rules.size() == 5);
    CHECK(number_of(loaded.rules, loaded.rules.rules[0]) == (kPlanLine | 8));
    CHECK(number_of(loaded.rules, loaded.rules.rules[3]) == 1);
    CHECK(number_of(loaded.rules, loaded.rules.rules[4]) == 2);
    Facts facts{static_cast<int>(shunt::Operation::alltoall), 70 << 10, 4, 1, {"world/split#0", 0}};
    CHECK(decide(loaded.rules, facts) == &loaded.rules.rules[0]);
    facts.bytes = 8;
    CHECK(decide(loaded.rules, facts) == &loaded.rules.rules[3]);
}

TEST_CASE("a plan's line holds for the calls that it names, and for rounded sums only where it says so",
          "[config][plan]") {
    const Loaded loaded = loaded_with(std::string(kText), "bcast -> null");
    Facts facts{static_cast<int>(shunt::Operation::bcast), 8, 4, 1, {"world", 0}};
    const Rule* const phased = &loaded.rules.rules[1];
    for (const auto& [call, is_phased] : {std::pair(1u, true), {200u, true}, {201u, false}, {401u, true}, {0u, true}}) {
        facts.call = call;
        CHECK((decide(loaded.rules, facts) == phased) == is_phased);
    }
    CHECK(holds_until(loaded.rules, 1) == 200);
    CHECK(holds_until(loaded.rules, 201) == 400);
    CHECK(holds_until(loaded.rules, 401) == UINT32_MAX);
    facts.call = 1;
    facts.rounded = true;
    CHECK(decide(loaded.rules, facts) == phased);
    CHECK(decide(loaded.rules,
                 {static_cast<int>(shunt::Operation::alltoall), 70 << 10, 4, 1, {"world/split#0", 0}, true}) ==
          nullptr);
}

TEST_CASE("a plan sets options that are not set elsewhere, and unsets them when it is left out", "[config][plan]") {
    const std::string plan = "plan 1\nprogram a\nranks 4\nset wait = gentle\n";
    Loaded loaded = loaded_with(plan, "");
    CHECK(loaded.options.wait.mode == WaitMode::gentle);
    const auto place = static_cast<std::size_t>(shunt::option_table().index("wait"));
    CHECK(describe(loaded.sources[place]) == "app.plan:4");
    leave_plan_out(loaded, shunt::option_table(), "it is for another program");
    CHECK(loaded.options.wait.mode == WaitMode::automatic);
    CHECK(loaded.sources[place].setter == Setter::default_value);
    REQUIRE(loaded.messages.size() == 1);
    CHECK(loaded_with(plan, "", "host").options.wait.mode == WaitMode::host);
}

TEST_CASE("a plan that sets how ranks wait leaves the bits of sums to the host's blocking calls", "[config][plan]") {
    const std::string plan = "plan 1\nprogram a\nranks 4\nset wait = gentle\n", twin = "set wait.reductions = twin\n";
    Loaded loaded = loaded_with(plan, "");
    CHECK(loaded.options.wait.reductions == WaitReductions::host);
    leave_plan_out(loaded, shunt::option_table(), "it is for another program");
    CHECK(loaded.options.wait.reductions == WaitReductions::twin);
    // Nothing is changed where the plan says otherwise, where it does not set how ranks wait, or where the user has.
    CHECK(loaded_with(plan + twin, "").options.wait.reductions == WaitReductions::twin);
    CHECK(loaded_with("plan 1\nprogram a\nranks 4\n" + twin + "set wait = gentle\n", "").options.wait.reductions ==
          WaitReductions::twin);
    CHECK(loaded_with(plan, "", "host").options.wait.reductions == WaitReductions::twin);
    CHECK(loaded_with("plan 1\nprogram a\nranks 4\n", "").options.wait.reductions == WaitReductions::twin);
}

TEST_CASE("a plan from a run with another MPI, or on other nodes, loses its times and the MPI's algorithms",
          "[config][plan]") {
    const std::string head = "plan 1\nprogram a\nranks 4\nnodes 2\nmpi MPICH 4.0.2\n";
    Loaded loaded = loaded_with(head +
                                    "alltoall nodes 2 -> phased | expect 1us instead 2us\n"
                                    "bcast -> host algorithm=ring | expect 1us instead 2us\n",
                                "bcast -> null");
    REQUIRE(loaded.plan.errors.empty());
    CHECK(doubt(loaded.plan, "MPICH 4.0.2", 2).empty());
    CHECK(doubt(loaded.plan, "", 0).empty());
    CHECK(doubt(parse_plan("plan 1\nprogram a\nranks 4\n", "app.plan"), "MPICH 4.0.2", 2).empty());
    CHECK_THAT(doubt(loaded.plan, "Open MPI v4.1.4", 2),
               Catch::Contains("a run with MPICH 4.0.2, and this run is with Open MPI v4.1.4: its times are not used"));
    CHECK_THAT(doubt(loaded.plan, "MPICH 4.0.2", 1), Catch::Contains("a run on 2 nodes, and this run is on 1 node,"));

    const std::uint64_t before = digest(loaded.options, loaded.rules, shunt::option_table());
    distrust_plan(loaded.rules);
    CHECK(digest(loaded.options, loaded.rules, shunt::option_table()) != before);
    CHECK(loaded.rules.planned == 1);
    REQUIRE(loaded.rules.rules.size() == 2);
    CHECK(loaded.rules.rules[0].plan.expect_ns == 0);
    CHECK(loaded.rules.rules[0].plan.instead_ns == 0);
    CHECK(number_of(loaded.rules, loaded.rules.rules[1]) == 1);
    CHECK_THAT(errors_of("plan 1\nprogram a\nranks 4\nnodes some\n"), Catch::Contains("nodes: 'some'"));
}

TEST_CASE("the name of an MPI is taken from the first words of its version", "[config][plan]") {
    CHECK(mpi_name("Open MPI v4.1.4, package: Debian OpenMPI") == "Open MPI v4.1.4");
    CHECK(mpi_name("MPICH Version:    \t4.0.2\nMPICH Release date: Thu") == "MPICH 4.0.2");
}

TEST_CASE("a wrong line drops the plan alone, a wrong rule the rules alone", "[config][plan]") {
    const std::string head = "plan 1\nprogram a\nranks 4\n";
    const Loaded wrong_plan = loaded_with(head + "bcast -> fased\nalltoall -> phased\n", "bcast -> null");
    CHECK(wrong_plan.rules.plan_refused);
    CHECK_FALSE(wrong_plan.rules.refused);
    REQUIRE(wrong_plan.rules.rules.size() == 1);
    CHECK(wrong_plan.rules.planned == 0);
    CHECK_THAT(wrong_plan.messages.at(0).text, Catch::Contains("app.plan:4: unknown engine 'fased'"));
    const Loaded wrong_rule = loaded_with(head + "alltoall -> phased\n", "bcast -> nul");
    CHECK(wrong_rule.rules.refused);
    CHECK(wrong_rule.rules.rules.size() == 1);
    CHECK(wrong_rule.rules.planned == 1);
    const Loaded none = loaded_with("no plan\n", "bcast -> null");
    CHECK(none.plan.path.empty());
    CHECK(none.rules.rules.size() == 1);
    REQUIRE(none.messages.size() == 2);
    CHECK_THAT(none.messages[1].text, Catch::Contains("nothing of the plan is used"));
}

TEST_CASE("ranks whose plans differ in a line that decides have different digests", "[config][plan]") {
    const std::string head = "plan 1\nprogram a\nranks 4\n";
    const auto digest_of = [&](const std::string& line) {
        const Loaded loaded = loaded_with(head + line, "");
        return digest(loaded.options, loaded.rules, shunt::option_table());
    };
    const std::string line = "alltoall -> phased | expect 1us instead 2us";
    CHECK(digest_of(line) == digest_of(line + " ; wins 3 s # other words"));
    CHECK(digest_of(line) != digest_of("alltoall -> phased | expect 1us instead 3us"));
    CHECK(digest_of(line) != digest_of(line + " calls 1..9"));
    CHECK(digest_of(line) != digest_of("alltoall -> phased"));
}

TEST_CASE("channels by RDMA have phases of their own", "[config][plan]") {
    const std::string head = "plan 1\nprogram amr\nranks 8\n";
    const Plan plan = parse_plan(head +
                                     "channels phase 3 from 1 to 2\nchannels rdma from 1 to 7 5  # why\n"
                                     "channels phase 4 rdma from 1 to 6\n",
                                 "app.plan");
    REQUIRE(plan.errors == std::vector<std::string>{});
    REQUIRE(plan.channels.size() == 3);
    CHECK(to_text(plan.channels[1]) == "channels rdma from 1 to 7 5");
    const RankChannels one(plan.channels, 1);
    CHECK(to_text(plan.channels[2]) == "channels phase 4 rdma from 1 to 6");
    CHECK(*one.by_rdma(3) == std::vector{7, 5});
    CHECK(*one.by_rdma(4) == std::vector{6});
    CHECK(one.in_phase(4) == nullptr);
    CHECK(*one.in_phase(3) == std::vector{2});
    CHECK(one.in_phase(0) == nullptr);
    CHECK(RankChannels(plan.channels, 7).by_rdma(4)->empty());
    CHECK_FALSE(parse_plan(head + "channels rdma phase 3 from 1 to 7\n", "app.plan").errors.empty());
    CHECK_FALSE(parse_plan(head + "channels rdma from 1 to 8\n", "app.plan").errors.empty());
}

TEST_CASE("channels of a plan are for one rank and one phase", "[config][plan]") {
    const std::string head = "plan 1\nprogram amr\nranks 8\nset p2p.channels = 2\n";
    const Plan plan = parse_plan(head +
                                     "channels phase 3 from 1 to 7 2\n"
                                     "channels from 1 to 4 ; why\n"
                                     "channels phase -2 from 5 to\t6   0  # why\n",
                                 "app.plan");
    REQUIRE(plan.errors == std::vector<std::string>{});
    REQUIRE(plan.channels.size() == 3);
    CHECK(to_text(plan.channels[0]) == "channels phase 3 from 1 to 7 2");
    CHECK(to_text(plan.channels[1]) == "channels from 1 to 4");
    CHECK(to_text(plan.channels[2]) == "channels phase -2 from 5 to 6 0");
    const RankChannels one(plan.channels, 1), five(plan.channels, 5);
    CHECK(*one.in_phase(3) == std::vector{7, 2});
    CHECK(*one.in_phase(0) == std::vector{4});
    CHECK(one.in_phase(-2)->empty());
    CHECK(*five.in_phase(-2) == std::vector{6, 0});
    CHECK(five.in_phase(0)->empty());
    const std::span phases{plan.channels};
    const RankChannels of_phase_3(phases.first(1), 1);
    CHECK(of_phase_3.in_phase(0) == nullptr);
    CHECK(RankChannels().in_phase(0) == nullptr);
    CHECK(one.by_rdma(0) == nullptr);
    CHECK(parse_plan("plan 1\nprogram amr\nchannels from 0 to 1\nranks 8\n", "p").errors.front() ==
          "p:3: channels stand behind 'ranks N' of at least 2");
    for (const auto& [line, error] : std::vector<std::pair<std::string, std::string>>{
             {"channels from 8 to 1", "channels: '8' is not a rank from 0 to 7"},
             {"channels from 1 to 8", "channels: '8' is not another rank, a rank from 0 to 7"},
             {"channels from 1 to 1", "channels: '1' is not another rank, a rank from 0 to 7"},
             {"channels from 1 to 2 2", "channels: rank '2' twice"},
             {"channels from 1", "channels wants [phase N] [rdma] from RANK to RANK ..."},
             {"channels from 1 to", "channels wants [phase N] [rdma] from RANK to RANK ..."},
             {"channels phase x from 1 to 2", "channels: 'x' is no number of MPI_Pcontrol"},
             {"channels to 2", "channels wants [phase N] [rdma] from RANK to RANK ..."}})
        CHECK(parse_plan(head + line, "p").errors.front() == "p:5: " + error);
}

TEST_CASE("copies of a plan that differ in comments have lines with the same places", "[config][plan]") {
    const std::string text(kText);
    const RuleSet rules = loaded_with(text, "alltoallv -> phased").rules;
    const RuleSet commented = loaded_with("# another line\n" + text, "alltoallv -> phased").rules;
    REQUIRE(rules.planned == 3);
    REQUIRE(commented.planned == 3);
    CHECK(canonical_text(rules) == canonical_text(commented));
    for (std::size_t i = 0; i < rules.planned; ++i) {
        const std::uint16_t number = number_of(rules, rules.rules[i]);
        const std::uint16_t other = number_of(commented, commented.rules[i]);
        CHECK(number != other);
        CHECK(place_in_plan(rules, number) == i + 1);
        CHECK(place_in_plan(commented, other) == i + 1);
    }
    CHECK(place_in_plan(rules, number_of(rules, rules.rules[3])) == 0);
}
