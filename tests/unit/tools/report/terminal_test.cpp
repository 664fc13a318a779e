#include "tools/report/terminal.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include "tests/unit/tools/approval.hpp"
#include "tests/unit/tools/hand_made.hpp"

using namespace shunt;
using namespace shunt::tools;

namespace {

std::string report_of(const record::ProfileFile& profile, const std::vector<std::string>& names,
                      TextStyle style = {100, false}) {
    std::ostringstream out;
    print_report(analyze(view_of(profile)), names, out, style);
    return out.str();
}

std::string summary_of(const record::ProfileFile& profile) {
    std::ostringstream out;
    print_summary(profile, out);
    return out.str();
}

std::vector<std::string> all_sections() {
    std::vector<std::string> names;
    for (const ReportSection& section : report_sections()) names.emplace_back(section.name);
    return names;
}

/// A run whose other half is missing, in which one rank was killed inside a call, and whose program has a hostile name.
record::ProfileFile broken_run() {
    std::vector<record::synthetic::Parts> ranks = {record::synthetic::make_parts(0, 4),
                                                   record::synthetic::make_parts(2, 4)};
    auto& killed = ranks[1];
    killed.header.state = record::SpoolState::running;
    killed.header.current_function = killed.function("MPI_Recv");
    killed.header.current_peer = 3;
    killed.header.current_comm = 0;
    killed.header.current_enter_ticks = killed.header.clock_last.ticks - 1'700'000'000;
    killed.header.flags = record::kCellsOverflowed | record::kRequestsOverflowed;
    std::snprintf(ranks[0].header.program, sizeof ranks[0].header.program, "/opt/a\033[2Jb");
    return example::load(ranks, record::kRecovered);
}

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    return longest;
}

}  // namespace

TEST_CASE("the terminal report of four ranks is as approved", "[report]") {
    const std::string text = report_of(example::make_run(4, 4), all_sections());
    tests::approve("report_4_ranks.txt", text);
}

TEST_CASE("the terminal report of 256 ranks is as approved and stays short", "[report]") {
    const std::string text = report_of(example::make_run(256, 32), {});
    tests::approve("report_256_ranks.txt", text);
    REQUIRE(std::count(text.begin(), text.end(), '\n') < 200);
}

TEST_CASE("the report of a broken run names the missing parts", "[report]") {
    const std::string text = report_of(broken_run(), {"functions"});
    tests::approve("report_broken.txt", text);
}

TEST_CASE("sections are shown when asked for, colour only where wanted", "[report]") {
    const record::ProfileFile run = example::make_run(4, 4);
    REQUIRE(report_of(run, {"sizes"}).find("Time per function") == std::string::npos);
    REQUIRE(report_of(run, {"sizes"}).find("Message sizes") != std::string::npos);
    REQUIRE(report_of(run, {}).find('\033') == std::string::npos);
    REQUIRE(report_of(run, {}, {100, true}).find('\033') != std::string::npos);
    REQUIRE(longest_line(report_of(run, {"functions", "ranks", "collectives", "comms", "phases"}, {80, false})) <= 80);
}

TEST_CASE("the summaries are as approved", "[report]") {
    for (const auto& [name, text] : {std::pair("summary_1_rank.txt", summary_of(example::make_run(1, 1))),
                                     std::pair("summary_4_ranks.txt", summary_of(example::make_run(4, 4))),
                                     std::pair("summary_256_ranks.txt", summary_of(example::make_run(256, 32))),
                                     std::pair("summary_broken.txt", summary_of(broken_run()))}) {
        INFO(name);
        tests::approve(name, text);
        CHECK(std::count(text.begin(), text.end(), '\n') <= 24);
        CHECK(longest_line(text) <= 80);
        CHECK(text.find('\033') == std::string::npos);
    }
}

TEST_CASE("a run without calls is reported in one line", "[report]") {
    const record::ProfileFile run = example::load({hand_made::idle_rank(0, 1)});
    REQUIRE(summary_of(run).find("No MPI calls were recorded.") != std::string::npos);
    REQUIRE(report_of(run, {}).find("No MPI calls were recorded.") != std::string::npos);
    REQUIRE_NOTHROW(report_of(run, all_sections()));
}

TEST_CASE("a summary names the program without its arguments, and no warning is cut", "[report]") {
    std::vector<record::synthetic::Parts> ranks = {hand_made::idle_rank(0, 4), hand_made::idle_rank(2, 4)};
    std::snprintf(ranks[0].header.program, sizeof ranks[0].header.program, "/usr/bin/lmp -in bench/in.lj");
    hand_made::add(ranks[0], "MPI_Send", 1, 8, 1, record::kCall | record::kTraffic, 1, 1);
    ranks[1].header.flags = record::kCellsOverflowed;
    const std::string text = summary_of(example::load(ranks));
    CHECK(text.starts_with("shunt: lmp, 4 ranks"));
    CHECK(text.find("...") == std::string::npos);
    CHECK(text.find("  ! No record of ranks 1, 3 of 4: all sums are without them.\n") != std::string::npos);
    CHECK(text.find("  ! On rank 2 the record was full: calls of kinds that first occurred later are\n    only in "
                    "the totals by function (give it more memory).\n") != std::string::npos);
    CHECK(longest_line(text) <= 80);
}

TEST_CASE("the matrix with collectives is asked for by name, and says that they are computed", "[report]") {
    std::vector<record::synthetic::Parts> ranks = {hand_made::idle_rank(0, 2), hand_made::idle_rank(1, 2)};
    hand_made::add(ranks[0], "MPI_Send", 1, 1000, 1, record::kCall | record::kTraffic, 1, 1);
    for (auto& rank : ranks) hand_made::add(rank, "MPI_Allreduce", record::kNoPeer, 2000, 1, record::kCall, 10, 9);
    const record::ProfileFile run = example::load(ranks);
    const std::string traffic = report_of(run, {"traffic"});
    CHECK(traffic.find("computed, as if each block went straight to its owner") != std::string::npos);
    CHECK(traffic.find("from -> to     bytes  messages  one-sided  collectives\n0 -> 1      2.93 KiB    1000 B        "
                       "0 B     1.95 KiB\n") != std::string::npos);
    CHECK(report_of(run, {"matrix"}).find("1.95 KiB") == std::string::npos);
}
