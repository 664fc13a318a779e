#include "tools/report/message_tables.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <sstream>

#include "tests/unit/tools/approval.hpp"
#include "tests/unit/tools/carried_run.hpp"
#include "tools/report/html.hpp"
#include "tools/report/terminal.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;

namespace {

std::string tables_of(const Analysis& run) {
    std::ostringstream out;
    print_carried_messages(run, out, {140, false});
    return out.str();
}

std::string default_report_of(const Analysis& run) {
    std::ostringstream out;
    print_report(run, {}, out, {140, false});
    return out.str();
}

void count(Parts& parts, const char* name, std::uint64_t value) {
    record::CounterEntry entry;
    std::snprintf(entry.name, sizeof entry.name, "%s", name);
    entry.value = value;
    parts.counters.push_back(entry);
}

}  // namespace

TEST_CASE("the tables of carried messages are as approved", "[report]") {
    tests::approve("carried_messages.txt", tables_of(carried_run()));
}

TEST_CASE("carried messages are shown by default where there are some", "[report]") {
    const std::string title = "How remote write carried messages";
    CHECK_THAT(default_report_of(carried_run()), Catch::Contains(title));
    CHECK_THAT(default_report_of(analysis_of({idle_rank(0, 2), idle_rank(1, 2)})), !Catch::Contains(title));
    CHECK_THAT(tables_of(analysis_of({idle_rank(0, 2), idle_rank(1, 2)})),
               Catch::Contains("Remote write carried no messages"));
}

TEST_CASE("channels that were handed over are counted", "[report]") {
    Parts one = carried_rank(0), other = carried_rank(1);
    CHECK_THAT(tables_of(analysis_of({one, other})), !Catch::Contains("RDMA was handed over"));
    count(one, "remote_write.rings-left", 1);
    count(one, "remote_write.rdma-handovers", 3);
    count(other, "remote_write.rdma-handovers", 2);
    const std::string text = tables_of(analysis_of({one, other}));
    CHECK_THAT(text, Catch::Contains("For pairs with more messages, ranks left 1 channel within nodes."));
    CHECK_THAT(text, Catch::Contains("turned 5 times from TCP to RDMA, or back"));
}

TEST_CASE("a table of many rows shows the rows with most messages", "[report]") {
    Parts parts = carried_rank(0);
    for (int bits = 0; bits < 60; ++bits) {
        add(parts, "MPI_Isend", 1, std::uint64_t{1} << bits, 1, record::kCall | record::kTraffic).key.engine = 1;
        add_messages(parts, record::MessageProtocol::rendezvous, record::MessageWay::tcp, 1, 1);
    }
    const std::string text = tables_of(analysis_of({parts, carried_rank(1)}));
    CHECK_THAT(text, Catch::Contains("The 40 rows with most messages of 63."));
    CHECK_THAT(text, Catch::Contains("MPI_Irecv received"));
}

TEST_CASE("the page has the shares of carried messages", "[report]") {
    std::ostringstream out;
    write_html_report(carried_run(), out);
    const std::string page = out.str();
    CHECK_THAT(page, Catch::Contains("<section id=\"protocols\">"));
    CHECK_THAT(page, Catch::Contains("MPI_Irecv received"));
    CHECK_THAT(page, Catch::Contains("all received"));
    CHECK_THAT(page, Catch::Contains("By cross-memory attach"));
    CHECK_THAT(page, Catch::Contains("How 2 more messages went is not known"));
}
