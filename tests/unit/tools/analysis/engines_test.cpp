#include "tools/analysis/engines.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include "native/select/reason.hpp"
#include "tests/unit/tools/approval.hpp"
#include "tests/unit/tools/hand_made.hpp"
#include "tools/analysis/auto_decisions.hpp"
#include "tools/analysis/profile_diff.hpp"
#include "tools/report/html.hpp"
#include "tools/report/terminal.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;
using record::kCall;

namespace {

void count(Parts& rank, const char* name, std::uint64_t value) {
    record::CounterEntry counter;
    std::snprintf(counter.name, sizeof counter.name, "%s", name);
    counter.value = value;
    rank.counters.push_back(counter);
}

/// Four ranks that broadcast 20 times each, 19 of them by multicast, and have a barrier on the host.
std::vector<Parts> broadcasting() {
    std::vector<Parts> ranks;
    for (int r = 0; r < 4; ++r) {
        Parts rank = idle_rank(r, 4);
        rank.functions.push_back("MPI_Bcast collective");
        rank.engines = {"host", "null", "multicast"};
        add(rank, "MPI_Bcast", 0, 1024, 1, kCall, 400, 400);
        add(rank, "MPI_Bcast", 0, 65536, 19, kCall, 200, 200).key.engine = 2;
        add(rank, "MPI_Barrier", record::kNoPeer, 0, 5, kCall, 10, 10);
        count(rank, "multicast.operations", 19);
        count(rank, "multicast.datagrams", r == 0 ? 1000 : 0);
        count(rank, "node.cores", 4);
        ranks.push_back(std::move(rank));
    }
    return ranks;
}

std::vector<Finding> faults_of(const std::vector<Parts>& ranks) {
    std::vector<Finding> faults = analysis_of(ranks).findings;
    std::erase_if(faults, [](const Finding& finding) { return !finding.fault; });
    return faults;
}

/// The only fault of a run in which rank 2 also counted `value` of `name`.
Finding fault_with(const char* name, std::uint64_t value) {
    std::vector<Parts> ranks = broadcasting();
    count(ranks[2], name, value);
    const std::vector<Finding> faults = faults_of(ranks);
    INFO(name << ' ' << value);
    REQUIRE(faults.size() == 1);
    return faults[0];
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

std::string summary_of(const Analysis& run) {
    std::ostringstream out;
    print_summary(run, out);
    return out.str();
}

std::string report_of(const Analysis& run) {
    std::ostringstream out;
    print_report(run, {}, out, {100, false});
    return out.str();
}

std::vector<Parts> in_trouble() {
    std::vector<Parts> ranks = broadcasting();
    count(ranks[0], "multicast.repairs", 60);
    count(ranks[3], "multicast.rescues", 2);
    for (Parts& rank : ranks) count(rank, "multicast.switched-off", 1);
    count(ranks[1], "multicast.foreign", 7);
    count(ranks[1], "multicast.evictions", 3);
    count(ranks[1], "multicast.malformed", 0);
    return ranks;
}

}  // namespace

TEST_CASE("an engine's calls are reported as a share of all calls of the function", "[report]") {
    const Analysis run = analysis_of(broadcasting());
    CHECK(carried_text(function_of(run, "MPI_Bcast")) == "95.0 % by multicast");
    CHECK(carried_text(function_of(run, "MPI_Barrier")).empty());
    CHECK(carried_lines(run) == std::vector<std::string>{"multicast: MPI_Bcast 95.0 %"});
    CHECK(has(summary_of(run), "  carried    multicast: MPI_Bcast 95.0 %\n"));
    CHECK(has(report_of(run), "Calls carried by multicast: MPI_Bcast 95.0 %\n"));
}

TEST_CASE("a function that two engines carried names both, the busier one first", "[report]") {
    std::vector<Parts> ranks = broadcasting();
    add(ranks[0], "MPI_Bcast", 0, 8, 20, kCall, 1, 1).key.engine = 1;
    CHECK(carried_text(function_of(analysis_of(ranks), "MPI_Bcast")) == "76.0 % by multicast, 20.0 % by null");
}

TEST_CASE("nothing is said of engines where the host carried all", "[report]") {
    Parts rank = idle_rank(0, 1);
    add(rank, "MPI_Barrier", record::kNoPeer, 0, 5, kCall, 10, 10);
    const Analysis run = analysis_of({rank});
    CHECK(carried_lines(run).empty());
    CHECK_FALSE(has(summary_of(run), "carried"));
    CHECK_FALSE(has(report_of(run), "carried"));
}

TEST_CASE("a counter belongs to the engine of its first part, any other to the shim", "[report]") {
    std::vector<Parts> ranks = broadcasting();
    count(ranks[1], "multicast.a-new-one", 3);
    const Analysis run = analysis_of(ranks);
    for (const CounterRow& row : run.counters)
        CHECK(row.engine == (row.name.starts_with("multicast.") ? "multicast" : ""));
    CHECK(counter_lines(run) ==
          std::vector<std::string>{
              "multicast: a-new-one 3 (all on rank 1), datagrams 1000 (all on rank 0), operations 76"});
}

TEST_CASE("an engine without trouble has no finding", "[report]") {
    CHECK(faults_of(broadcasting()).empty());
    std::vector<Parts> ranks = broadcasting();
    count(ranks[0], "multicast.repairs", 20);  // 2 % and not more
    count(ranks[0], "multicast.switched-off", 0);
    count(ranks[0], "multicast.foreign", 0);
    count(ranks[0], "elsewhere.foreign", 9);  // no engine of that name
    CHECK(faults_of(ranks).empty());
}

TEST_CASE("calls on a communicator of one rank are not counted against an engine", "[report]") {
    std::vector<Parts> ranks = broadcasting();
    for (Parts& rank : ranks) {
        record::CommEntry self = rank.comms[0];
        self.size = 1;
        std::snprintf(self.name, sizeof self.name, "MPI_COMM_SELF");
        rank.comms.push_back(self);
        add(rank, "MPI_Bcast", 0, 65536, 10, kCall, 0.05, 0.05).key.comm = 1;
    }
    const Analysis run = analysis_of(ranks);
    for (const Finding& finding : run.findings) CHECK_FALSE(has(finding.text, "with the host"));
    for (const EngineRow& row : run.engines) CHECK((row.engine == "multicast" || row.bytes == 1024));
}

TEST_CASE("each fault counter has a finding that names the rank and a remedy", "[report]") {
    Finding fault = fault_with("multicast.rescues", 3);
    CHECK(has(fault.text, "data was fetched by TCP 3 times, most on rank 2."));
    CHECK(has(fault.remedy, "shunt doctor"));
    CHECK(has(fault_with("multicast.switched-off", 1).text,
              "multicast packets do not arrive everywhere: the host took over 1 communicator in mid-run."));
    fault = fault_with("multicast.repairs", 21);
    CHECK(has(fault.text, "21 repairs for 1000 datagrams (2.1 %, most on rank 2)"));
    CHECK(has(fault.remedy, "switch ports"));
    fault = fault_with("multicast.foreign", 1);
    CHECK(has(fault.text, "dropped 1 datagram of strangers, most on rank 2"));
    CHECK(has(fault.remedy, "multicast.range"));
    fault = fault_with("multicast.evictions", 4);
    CHECK(has(fault.text, "left groups 4 times"));
    CHECK(has(fault.remedy, "multicast.groups"));
}

namespace {

void decide(record::Cell& cell, Reason reason, std::uint8_t asked, std::uint16_t rule) {
    cell.reason = static_cast<std::uint8_t>(reason);
    cell.asked = asked;
    cell.rule = rule;
}

/// Two ranks whose broadcasts of 8 bytes the host carries, 90 of 100 as multicast is not expected to win.
std::vector<Parts> decided() {
    std::vector<Parts> ranks;
    for (int r = 0; r < 2; ++r) {
        Parts rank = idle_rank(r, 2);
        rank.functions.push_back("MPI_Bcast collective");
        rank.engines = {"host", "null", "multicast"};
        decide(add(rank, "MPI_Bcast", 0, 8, 90, kCall, 400, 400), Reason::model, 2, 3);
        decide(add(rank, "MPI_Bcast", 1, 8, 10, kCall, 400, 400), Reason::no_team_yet, 2, 3);
        ranks.push_back(std::move(rank));
    }
    return ranks;
}

}  // namespace

TEST_CASE("a row says why its engine carried most of its calls", "[report]") {
    std::vector<Parts> ranks = decided();
    decide(add(ranks[0], "MPI_Bcast", 0, 4096, 5, kCall, 100, 100), Reason::by_rule, 2, 1);
    ranks[0].cells.back().key.engine = 2;
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.engines.size() == 2);
    CHECK(run.engines[0].why == "multicast is not expected to be faster than the host (rule 3)");
    CHECK(run.engines[1].why == "as asked (rule 1)");
    CHECK(nothing_carried_text(run).empty());
    CHECK(has(report_of(run), "a: multicast is not expected to be faster than the host (rule 3)"));
    std::ostringstream html;
    write_html_report(run, html);
    CHECK(has(html.str(), "multicast is not expected to be faster than the host (rule 3)"));
}

TEST_CASE("the summary says that rules were given and nothing was carried, and why", "[report]") {
    const Analysis run = analysis_of(decided());
    CHECK(nothing_carried_text(run) ==
          "nothing, the host carried every call: multicast is not expected to be faster than the host (rule 3)");
    CHECK(has(summary_of(run), "carried    nothing, the host carried every call: multicast is not expected"));
    CHECK(nothing_carried_text(analysis_of(broadcasting())).empty());
}

TEST_CASE("a clause of the profile's table names the reason of a decision", "[report]") {
    std::vector<Parts> ranks = decided();
    for (Parts& rank : ranks) {
        rank.strings += std::string(
            "app+0x40\0\x01"
            "below multicast.scatter-most  \0",  // the memory of a clause that may be rewritten
            41);
        rank.cells[rank.cells.size() - 2].reason = 64;
        rank.cells.back().reason = 65;  // no clause has this number
    }
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.engines.size() == 1);
    CHECK(run.engines[0].why == "below multicast.scatter-most (rule 3)");
    CHECK(has(report_of(run), "a: below multicast.scatter-most (rule 3)"));
    CHECK(nothing_carried_text(run) == "nothing, the host carried every call: below multicast.scatter-most (rule 3)");
}

TEST_CASE("an unknown reason, of an unknown engine, is not reported", "[report]") {
    std::vector<Parts> ranks = decided();
    for (Parts& rank : ranks)
        for (record::Cell& cell : rank.cells) decide(cell, static_cast<Reason>(200), 77, 9);
    CHECK(analysis_of(ranks).engines.empty());
}

TEST_CASE("faults are listed first and do not push out findings that cost time", "[report]") {
    std::vector<Parts> ranks = in_trouble();
    add(ranks[0], "MPI_Wait", record::kNoPeer, 0, 10, kCall, 500, 1);
    add(ranks[0], "MPI_Irecv", 3, 64, 10, record::kTraffic | record::kReceive).wait_ticks = 5000 * 2000;
    const Analysis run = analysis_of(ranks);
    REQUIRE(run.findings.size() > 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(run.findings[i].fault);
    CHECK_FALSE(run.findings[4].fault);
    CHECK(has(run.findings[0].text, "packets do not arrive everywhere"));
}

TEST_CASE("a run in trouble in all reports", "[report][approval]") {
    const Analysis run = analysis_of(in_trouble());
    tests::approve("engines.txt", summary_of(run) + "\n" + report_of(run));
    std::ostringstream html;
    write_html_report(run, html);
    CHECK(has(html.str(), "<b>!</b><small>fault</small>"));
    CHECK(has(html.str(), "95.0 % by multicast"));
    CHECK(has(html.str(), "Counted by multicast: "));
}

TEST_CASE("the comparison shows functions that moved to an engine, and the engine's counters", "[tools]") {
    std::vector<Parts> on_host = broadcasting();
    for (Parts& rank : on_host) {
        for (Cell& cell : rank.cells) cell.key.engine = 0;
        rank.counters.clear();
    }
    const ProfileDiff diff = compare(example::load(on_host), example::load(in_trouble()), {});
    REQUIRE(diff.carried.size() == 1);
    CHECK(diff.carried[0].function == "MPI_Bcast");
    CHECK(diff.carried[0].before == "host");
    CHECK(diff.carried[0].after == "95.0 % by multicast");
    CHECK(diff.carried[0].before_ns == Approx(4 * (400 + 19 * 200) * kUs));
    CHECK(diff.carried[0].before_ns == Approx(diff.carried[0].after_ns));
    REQUIRE(diff.counters.size() == 7);  // malformed is 0 in both, node.cores is the shim's
    CHECK(diff.counters[0].name == "multicast.datagrams");
    CHECK(diff.counters[0].before == 0);
    CHECK(diff.counters[0].after == 1000);
    std::ostringstream out;
    print_diff(diff, "host", "carried", {100, false}, out);
    CHECK(has(out.str(), "host  95.0 % by multicast"));
    CHECK(compare(example::load(on_host), example::load(on_host), {}).carried.empty());
}

TEST_CASE("auto's gain, and its calls carried at the speed of the ports, are reported in one line", "[tools]") {
    Analysis run;
    run.ranks.resize(4);
    run.rank_time_ns = 40e9;
    CHECK(auto_text(run).empty());
    const std::string as_ports =
        "auto measured 54869 us for multicast, about what the ports need (56771 us): the host was not tried; chosen at "
        "call 21";
    run.engines.push_back({"MPI_Bcast", "multicast", as_ports, 128 << 10, 160, 8e9});
    const std::string carried =
        "carried 2.00 s a rank of calls about as fast as the ports allow, so the host was not tried: MPI_Bcast 128 KiB "
        "by "
        "multicast";
    CHECK(auto_text(run) == carried);
    const std::string won =
        "auto measured phased 3.00 x faster than the host (200 us against 600 us); chosen at call 88";
    run.engines.push_back({"MPI_Alltoall", "phased", won, 1 << 10, 100, 4e9});
    CHECK(auto_text(run) ==
          "gained about 2.00 s per rank, of 12.0 s without auto: MPI_Alltoall 1 KiB by phased (3.0 x); " + carried);
    // The report claims no more than the time of the host's calls.
    run.engines.push_back({"MPI_Alltoall", "host", "auto measures all candidates", 1 << 10, 100, 8e9});
    CHECK(has(auto_text(run),
              "gained about 1.00 s per rank, of 11.0 s without auto: MPI_Alltoall 1 KiB by phased (2.0 x)"));
    run.engines.back().time_ns = 3e9;
    CHECK(auto_text(run) == carried);
    run.engines.back().calls = 10;  // too few for a claim
    CHECK(has(auto_text(run), "phased (3.0 x)"));
    // Nothing is claimed before it was measured.
    run.engines.resize(1);
    run.engines[0].why = "auto expects 56771 us of multicast, about what the ports need: the host is not tried";
    CHECK(auto_text(run).empty());
}
