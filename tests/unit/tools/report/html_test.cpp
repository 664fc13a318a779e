#include "tools/report/html.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <sstream>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/report/html_data.hpp"
#include "tools/report/html_text.hpp"

using namespace shunt;
using namespace shunt::tools;

namespace {

std::string html_of(const record::ProfileFile& profile) {
    std::ostringstream out;
    write_html_report(analyze(view_of(profile)), out);
    return out.str();
}

/// Empty when every element is closed in order and every attribute quoted, else the fault.
std::string fault_in(const std::string& html) {
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at)) {
        std::size_t end = at + 1;
        for (bool quoted = false; end < html.size() && (quoted || html[end] != '>'); ++end) quoted ^= html[end] == '"';
        const std::string tag = html.substr(at + 1, end - at - 1);
        at = end;
        if (tag.starts_with('!') || tag.ends_with('/')) continue;
        const std::string name = tag.substr(0, tag.find_first_of(" \n"));
        if (!name.starts_with('/')) {
            for (std::size_t i = name.size(); (i = tag.find('=', i)) != std::string::npos;) {
                if (tag[i + 1] != '"') return "unquoted attribute in <" + tag + ">";
                i = tag.find('"', i + 2);
            }
            open.push_back(name);
            // The content is text of another language, up to the end tag.
            if (name == "script" || name == "style") at = html.find("</" + name, at);
            continue;
        }
        if (open.empty() || open.back() != name.substr(1))
            return "<" + tag + "> closes " + (open.empty() ? "nothing" : open.back());
        open.pop_back();
    }
    return open.empty() ? "" : open.back() + " is never closed";
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("the check for well-formedness finds faults", "[report]") {
    REQUIRE(fault_in("<a><b x=\"1>2\"></b></a><br/>").empty());
    REQUIRE_FALSE(fault_in("<a><b></a></b>").empty());
    REQUIRE_FALSE(fault_in("<a x=1></a>").empty());
    REQUIRE_FALSE(fault_in("<a>").empty());
}

TEST_CASE("the HTML report is well-formed and loads nothing", "[report]") {
    for (const int size : {1, 2, 4, 33}) {
        const std::string html = html_of(example::make_run(size, 4));
        INFO(size);
        CHECK(fault_in(html).empty());
        CHECK(html.find(" src=") == std::string::npos);
        CHECK(html.find("<link") == std::string::npos);
        CHECK(html.find("url(") == std::string::npos);
        CHECK(html.find("@import") == std::string::npos);
        CHECK(count_of(html, "<script") == 2);
        CHECK(html.find("{{") == std::string::npos);
    }
}

TEST_CASE("an empty run and one without messages still make a report", "[report]") {
    const std::string idle = html_of(example::load({hand_made::idle_rank(0, 1)}));
    REQUIRE(fault_in(idle).empty());
    REQUIRE(idle.find("No MPI calls were recorded.") != std::string::npos);
    auto rank = hand_made::idle_rank(0, 1);
    hand_made::add(rank, "MPI_Allreduce", record::kNoPeer, 8, 3, record::kCall, 1, 1);
    const std::string silent = html_of(example::load({rank}));
    REQUIRE(fault_in(silent).empty());
    REQUIRE(silent.find("No messages between ranks were recorded.") != std::string::npos);
}

TEST_CASE("no name from the profile can become markup or script", "[report]") {
    const char* hostile = "<script>alert(1)</script><!--\"'&{{DATA}}\xff\xc3\x28\x1b[2J";
    auto rank = example::make_rank(0, 1);
    std::snprintf(rank.header.program, sizeof rank.header.program, "/x/%s", hostile);
    std::snprintf(rank.header.host, sizeof rank.header.host, "%s", hostile);
    std::snprintf(rank.header.mpi_library, sizeof rank.header.mpi_library, "%s", hostile);
    std::snprintf(rank.header.wait_mode, sizeof rank.header.wait_mode, "%.15s", hostile);
    std::snprintf(rank.comms[1].name, sizeof rank.comms[1].name, "%.47s", hostile);
    rank.options = hostile;
    std::snprintf(rank.counters.at(0).name, sizeof rank.counters[0].name, "%.39s", hostile);
    const std::string html = html_of(example::load({rank}));
    REQUIRE(fault_in(html).empty());
    REQUIRE(html.find("<script>alert") == std::string::npos);
    REQUIRE(count_of(html, "<script") == 2);
    REQUIRE(count_of(html, "</script") == 2);
    REQUIRE(html.find("<!--") == std::string::npos);
    REQUIRE(html.find('\x1b') == std::string::npos);
    REQUIRE(html.find('\xff') == std::string::npos);
    REQUIRE(html.find("&lt;script&gt;alert(1)") != std::string::npos);
}

TEST_CASE("a dense matrix of 256 ranks stays below 5 MB", "[report]") {
    const std::string html = html_of(example::make_run(256, 32, true));
    REQUIRE(html.size() < 5'000'000);
    REQUIRE(html.size() > 256 * 256);  // the matrix is in the page
    REQUIRE(fault_in(html).empty());
}

TEST_CASE("numbers are packed as LEB128 in base64", "[report]") {
    std::vector<std::uint8_t> bytes;
    html::put_varint(bytes, 0);
    html::put_varint(bytes, 300);
    html::put_varint(bytes, ~std::uint64_t{0});
    REQUIRE(bytes.size() == 1 + 2 + 10);
    REQUIRE(bytes[1] == 0xac);
    REQUIRE(bytes[2] == 0x02);
    REQUIRE(html::base64({'M', 'a', 'n'}) == "TWFu");
    REQUIRE(html::base64({'M', 'a'}) == "TWE=");
    REQUIRE(html::base64({'M'}) == "TQ==");
    REQUIRE(html::base64({}).empty());
}

TEST_CASE("text is escaped for HTML and for JSON", "[report]") {
    REQUIRE(html::escape("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
    REQUIRE(html::escape("\xc3\xa4\x01") == "\xc3\xa4\xef\xbf\xbd");
    REQUIRE(html::json_string("</script>\"\\\n") == "\"\\u003c/script\\u003e\\\"\\\\\\n\"");
    REQUIRE(html::number(1.5) == "1.5");
    REQUIRE(html::number(2.0) == "2");
    REQUIRE(html::number(-0.0001) == "0");
}

TEST_CASE("very many pairs are put together into blocks of ranks", "[report]") {
    Analysis run;
    run.facts.world_size = 1024;
    run.facts.node_count = 1;
    for (std::int32_t from = 0; from < 1024; ++from)
        for (std::int32_t to = 0; to < 1024; ++to) run.pairs.push_back({from, to, 10, 1, 10, 1, 0, 0, 0});
    const std::string data = html::report_data(run);
    REQUIRE(data.find("\"block\":2") != std::string::npos);
    REQUIRE(data.size() < 3'000'000);
}

TEST_CASE("the axis of a chart ends soon above its longest bar", "[report]") {
    std::vector<hand_made::Parts> ranks = {hand_made::idle_rank(0, 2), hand_made::idle_rank(1, 2)};
    for (hand_made::Parts& rank : ranks) {
        rank.header.clock_last = {rank.header.clock_first.ticks + 106'000'000'000,
                                  rank.header.clock_first.monotonic_ns + 53'000'000'000};
        hand_made::add(rank, "MPI_Wait", record::kNoPeer, 0, 1, record::kCall, 1e6, 1e6);
    }
    const std::string html = html_of(example::load(ranks));
    const std::string chart = html.substr(html.find("id=\"rank-chart\""), 2000);
    REQUIRE(chart.find(">60.0 s<") != std::string::npos);
    REQUIRE(chart.find(">100 s<") == std::string::npos);
}

TEST_CASE("the page has the traffic of collectives, marked as computed, and names the program without its arguments",
          "[report]") {
    std::vector<hand_made::Parts> ranks = {hand_made::idle_rank(0, 2), hand_made::idle_rank(1, 2)};
    for (hand_made::Parts& rank : ranks) {
        std::snprintf(rank.header.program, sizeof rank.header.program, "lmp -in /data/in.lj");
        rank.functions.push_back("MPI_Allgather collective");
        hand_made::add(rank, "MPI_Allgather", record::kNoPeer, 4096, 3, record::kCall, 10, 9);
    }
    const std::string html = html_of(example::load(ranks));
    CHECK(fault_in(html).empty());
    CHECK(html.find("<h1>lmp</h1>") != std::string::npos);
    CHECK(html.find("With the traffic of collectives as a table") != std::string::npos);
    CHECK(html.find("as if each block went straight to its owner") != std::string::npos);
    CHECK(html.find("\"collectives\":\"\"") == std::string::npos);
}
