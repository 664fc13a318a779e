#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

#include "native/program/known.hpp"
#include "tests/unit/record/synthetic.hpp"
#include "tools/command.hpp"
#include "tools/script/drawing.hpp"
#include "tools/script/machine.hpp"

using namespace shunt;
using namespace shunt::tools;
using Catch::Contains;
using shunt::record::synthetic::TemporaryDirectory;

namespace {

struct Output {
    int status;
    std::string out, err;
};

/// Runs `shunt script` with these arguments.
Output script(Arguments arguments) {
    arguments.insert(arguments.begin(), "script");
    std::ostringstream out, err;
    auto* const out_before = std::cout.rdbuf(out.rdbuf());
    auto* const err_before = std::cerr.rdbuf(err.rdbuf());
    const int status = dispatch(arguments);
    std::cout.rdbuf(out_before);
    std::cerr.rdbuf(err_before);
    return {status, out.str(), err.str()};
}

std::string written(const TemporaryDirectory& directory, const std::string& name, const std::string& text) {
    const std::string path = directory / name;
    std::ofstream(path) << text;
    return path;
}

std::size_t occurrences(const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("script: every subcommand has a manual page, and an unknown one is reported", "[tools]") {
    for (const char* name : {"check", "draw", "show"}) {
        const Output help = script({name, "--help"});
        CHECK(help.status == kDone);
        for (const char* part :
             {"NAME\n", "\nSYNOPSIS\n", "\nDESCRIPTION\n", "\nOPTIONS\n", "\nEXIT STATUS\n", "\nEXAMPLES\n"})
            CHECK_THAT(help.out, Contains(part));
        CHECK(script({name}).status == kUsage);
        CHECK(script({name, "--no-such-option"}).status == kUsage);
        CHECK(script({name, "/nonexistent"}).status == kFailed);
        CHECK_THAT(script({name, "/nonexistent"}).err, Contains("cannot read /nonexistent: No such file or directory"));
    }
    CHECK(script({"chekc"}).err ==
          "shunt script: nothing is called 'chekc'; the nearest is 'check' (see shunt script --help)\n");
    CHECK_THAT(script({"show", "known:"}).err, Contains("known:ring-allreduce\n"));
    CHECK_THAT(script({"show", "known:ring-bcast"}).err, Contains("the nearest is '"));
}

TEST_CASE("script check proves all known algorithms and predicts their times", "[tools]") {
    for (const auto& known : program::known_algorithms()) {
        const Output output =
            script({"check", "known:" + std::string(known.name), "--ranks", "2..5,8", "--bytes", "0,8,1K"});
        INFO(known.name << output.out << output.err);
        CHECK(output.status == kDone);
        CHECK_THAT(output.out, Contains("proved right") && !Contains("WRONG"));
    }
    const Output ring = script({"check", "known:ring-allreduce", "--ranks", "8", "--bytes", "1M"});
    CHECK_THAT(ring.out, Contains("allreduce*") && Contains("recursive-halving ") &&
                             Contains("* for operations that commute") && Contains("1 program, proved right"));
    CHECK_THAT(ring.out, Contains("FASTEST ENGINE") && Contains(" pipeline "));
    CHECK_THAT(script({"check", "known:pairwise-alltoall", "--ranks", "8", "--bytes", "64K"}).out,
               Contains(" phased "));
    CHECK(script({"check", "known:ring-allreduce", "--ranks", "0"}).status == kUsage);
    CHECK(script({"check", "known:ring-allreduce", "--bytes", "x"}).status == kUsage);
}

TEST_CASE("script check reports a fault with file, line, rank, step and range", "[tools]") {
    const TemporaryDirectory directory;
    const std::string head = "program bcast\nranks 2\ncount 4\nrank 0\n0: send recvbuf[0+4] to 1\nrank 1\n";
    const std::string right = written(directory, "right", head + "0: receive recvbuf[0+4] from 0\n");
    const std::string wrong = written(directory, "wrong", head + "0: receive recvbuf[1+4] from 0\n");
    const std::string none = written(directory, "none", head + "0: get recvbuf[1+4] from 0\n");
    CHECK(script({"check", right}).status == kDone);
    const Output output = script({"check", right, wrong});
    CHECK(output.status == kFailed);
    CHECK_THAT(
        output.out,
        Contains(wrong + ":7: rank 1, step 0 (receive recvbuf[1+4] from 0): recvbuf[1+4] reaches over the end") &&
            Contains("WRONG") && Contains("2 programs, 1 wrong"));
    CHECK_THAT(script({"check", none}).err, Contains(none + ":7: a step is"));
    CHECK(script({"check", none, right}).status == kFailed);
    CHECK_THAT(script({"draw", wrong}).err, Contains("reaches over the end"));
}

TEST_CASE("script check predicts times on the network that it is given", "[tools]") {
    const TemporaryDirectory directory;
    const std::string network = written(directory, "net", "port rate 100MB/s latency 10us\nmessage 0us\n");
    CHECK_THAT(script({"check", "known:binomial-bcast", "--ranks", "2", "--bytes", "1000", "--root", "0", "--network",
                       network})
                   .out,
               Contains(" 20.0 us"));
    const std::string bad = written(directory, "bad", "port 1\n");
    CHECK_THAT(script({"check", "known:binomial-bcast", "--network", bad}).err,
               Contains(bad + ":1: \"1\": expected rate, latency or burst"));
}

TEST_CASE("script check accepts the values that shunt tune has measured", "[tools]") {
    const auto network = machine_of(
        "# a comment = 3ns\n[pipeline]\nshm-latency = 300ns\nshm-move = 262144ns\nshm-combine = 524288ns\n"
        "tcp-move = 10485760ns\ntcp-latency = 40us\ntcp-least = 8192\n",
        "tuned");
    CHECK(network.port_rate == Approx(100e6));
    CHECK(network.port_latency == 40'000);
    CHECK(network.local_rate == Approx(4e9));
    CHECK(network.combine_rate == Approx(2e9));
    CHECK(network.local_latency == 300);
}

TEST_CASE("script show writes the same program that it reads", "[tools]") {
    const TemporaryDirectory directory;
    const Output shown = script({"show", "known:recursive-halving-allreduce", "--ranks", "6", "--bytes", "80"});
    CHECK(shown.status == kDone);
    const auto read = program::parse(shown.out, "shown");
    REQUIRE(read.program);
    CHECK(program::equal(*read.program, program::recursive_halving_allreduce(6, 10)));
    CHECK(script({"show", written(directory, "again", shown.out)}).out == shown.out);
    CHECK(script({"check", directory / "again"}).status == kDone);
}

TEST_CASE("a drawing has a line for each rank, a stroke for each message, and both themes", "[tools]") {
    const std::string svg = drawing_of(program::recursive_doubling_allreduce(4, 1000), {}, 8);
    CHECK_THAT(svg, Catch::StartsWith("<svg xmlns=") && Catch::EndsWith("</svg>\n"));
    CHECK_THAT(svg, Contains("prefers-color-scheme: dark") && Contains("allreduce, 4 ranks"));
    CHECK(occurrences(svg, "<line class=\"rank\"") == 4);
    CHECK(occurrences(svg, "<line class=\"message\"") == 8 + 1);  // one in the legend
    CHECK(occurrences(svg, "<rect class=\"combine\"") == 8 + 1);
    CHECK(occurrences(svg, "<rect class=\"copy\"") == 4 + 1);
    program::Network one_node;
    one_node.ranks_per_node = 4;
    CHECK(occurrences(drawing_of(program::chain_bcast(4, 0, 1000), one_node, 8), "<line class=\"local\"") == 3 + 1);
    // 64 ranks: only each fourth is named.
    const std::string wide = drawing_of(program::dissemination_barrier(64), {}, 8);
    CHECK(occurrences(wide, "<line class=\"rank\"") == 64);
    CHECK_THAT(wide, Contains(">60</text>") && !Contains(">61</text>"));
    CHECK_THROWS_WITH(drawing_of(program::pairwise_alltoall(256, 1), {}, 8), Contains("cannot be drawn"));
    const TemporaryDirectory directory;
    CHECK(script({"draw", "known:binomial-bcast", "-o", directory / "a.svg"}).status == kDone);
    CHECK(std::ifstream(directory / "a.svg").good());
    CHECK_THAT(script({"draw", "known:binomial-bcast"}).out, Contains("<svg"));
    CHECK(script({"draw", "known:binomial-bcast", "-o", directory / "none/a.svg"}).status == kFailed);
}
