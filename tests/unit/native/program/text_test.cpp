#include <catch2/catch.hpp>

#include "tests/unit/native/program/programs.hpp"

using namespace shunt;
using namespace shunt::program;
using Catch::Contains;

namespace {

constexpr std::string_view kPair =
    "program allreduce\n"
    "ranks 2\n"
    "count 6   # elements\n"
    "\n"
    "rank 0 scratch 6\n"
    "  0: copy sendbuf[0+6] to recvbuf[0+6]\n"
    "  1: send recvbuf[0+6] to 1 chunk 4 after 0\n"
    "  2: receive scratch[0+6] from 1 chunk 4\n"
    "  3: combine scratch[0+6] right-of recvbuf[0+6] after 0 1 2\n"
    "rank 1 scratch 6\n"
    "  0: copy sendbuf[0+6] to recvbuf[0+6]\n"
    "  1: send recvbuf[0+6] to 0 chunk 4 after 0\n"
    "  2: receive scratch[0+6] from 0 chunk 4\n"
    "  3: combine scratch[0+6] left-of recvbuf[0+6] after 0 1 2\n";

std::string parse_error(std::string_view text) { return parse(text, "a.program").error; }

}  // namespace

TEST_CASE("a program's text is read as it stands", "[program]") {
    const Program program = read(kPair);
    CHECK(program.operation == Operation::allreduce);
    CHECK(program.size() == 2);
    CHECK(program.count == 6);
    CHECK_FALSE(program.commutative);
    CHECK(program.source == "test.program");
    const RankProgram& first = program.ranks[0];
    CHECK(first.scratch == 6);
    REQUIRE(first.steps.size() == 4);
    CHECK(first.steps[1].kind == Kind::send);
    CHECK(first.steps[1].peer == 1);
    CHECK(first.steps[1].chunk == 4);
    CHECK(first.steps[1].parts() == 2);
    CHECK(first.steps[2].to() == Range{Buffer::scratch, 0, 6});
    CHECK_FALSE(first.steps[3].from_is_left);
    CHECK(program.ranks[1].steps[3].from_is_left);
    CHECK(std::vector<std::uint32_t>(first.after(first.steps[3]).begin(), first.after(first.steps[3]).end()) ==
          std::vector<std::uint32_t>{0, 1, 2});
    CHECK(first.steps[3].line == 9);
}

TEST_CASE("text and program say the same, and so does the digest", "[program]") {
    for (const int ranks : {1, 2, 5, 8}) {
        for (const Program& program : known_programs(ranks, ranks - 1, 11, 3)) {
            CAPTURE(name_of(program.operation), ranks);
            const Program again = read(to_text(program));
            CHECK(equal(program, again));
            CHECK(digest_of(program) == digest_of(again));
            CHECK(to_text(again) == to_text(program));
        }
    }
    CHECK(digest_of(read(kPair)) == 0xcb914315b4a7fe1d);  // equal on every machine
}

TEST_CASE("the digest differs wherever the program does", "[program]") {
    const Program program = read(kPair);
    const auto differs = [&](auto change) {
        Program other = program;
        change(other);
        return digest_of(other) != digest_of(program) && !equal(program, other);
    };
    CHECK(differs([](Program& p) { p.operation = Operation::scan; }));
    CHECK(differs([](Program& p) { p.root = 1; }));
    CHECK(differs([](Program& p) { p.count = 7; }));
    CHECK(differs([](Program& p) { p.counts = {0}; }));
    CHECK(differs([](Program& p) { p.commutative = true; }));
    CHECK(differs([](Program& p) { p.ranks.emplace_back(); }));
    CHECK(differs([](Program& p) { p.ranks[1].scratch = 7; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].kind = Kind::copy; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].from_buffer = Buffer::send; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[2].to_buffer = Buffer::receive; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[3].from_is_left = false; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].peer = 1; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].from_first = 1; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[2].to_first = 1; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].count = 5; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[1].chunk = 0; }));
    CHECK(differs([](Program& p) { p.ranks[1].steps[3].after_end -= 1; }));
    CHECK_FALSE(differs([](Program& p) { p.source = "elsewhere"; }));
    CHECK_FALSE(differs([](Program& p) { p.ranks[0].steps[0].line = 99; }));
}

TEST_CASE("text that is not a program is refused with file, line and reason", "[program]") {
    const std::string head = "program bcast\nranks 2\ncount 4\n";
    CHECK(parse_error("") == "a.program:0: no line \"program OPERATION\"");
    CHECK(parse_error("program bcast\n") == "a.program:1: no line \"ranks N\"");
    CHECK(parse_error("program broadcast\n") == "a.program:1: \"broadcast\" is no operation");
    CHECK_THAT(parse_error("hello\n"), Contains("a.program:1: \"hello\": expected program"));
    CHECK_THAT(parse_error("ranks 0\n"), Contains("from 1 to 65536"));
    CHECK_THAT(parse_error("ranks 65537\n"), Contains("from 1 to 65536"));
    CHECK_THAT(parse_error("ranks 18446744073709551616\n"), Contains("expected how many ranks"));
    CHECK_THAT(parse_error("ranks -1\n"), Contains("\"-1\""));
    CHECK_THAT(parse_error("ranks 2\nranks 2\n"), Contains("a.program:2: a second"));
    CHECK_THAT(parse_error("root 0\n"), Contains("comes first"));
    CHECK_THAT(parse_error(head + "rank 2\n"), Contains("a.program:4: there is no rank 2"));
    CHECK_THAT(parse_error(head + "rank 1\nrank 1\n"), Contains("a.program:5: rank 1 is defined twice"));
    CHECK_THAT(parse_error(head + "0: copy recvbuf[0+1] to recvbuf[1+1]\n"),
               Contains("before the first line \"rank N\""));
    CHECK_THAT(parse_error(head + "rank 0\n1: send recvbuf[0+4] to 1\n"),
               Contains("this is step 0 of its rank, not 1"));
    CHECK_THAT(parse_error(head + "rank 0\n0: push recvbuf[0+4] to 1\n"), Contains("a step is \"N: send"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0+4] from 1\n"), Contains("a step is \"N: send"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0-4] to 1\n"), Contains("\"recvbuf[0-4]\" is no range"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send buffer[0+4] to 1\n"), Contains("is no range"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0+4] to 2\n"), Contains("there is no rank 2"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0+4] to 1 after 0\n"),
               Contains("only be after an earlier one"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0+4] to 1 after\n"), Contains("\"after\" without a step"));
    CHECK_THAT(parse_error(head + "rank 0\n0: send recvbuf[0+4] to 1 now\n"), Contains("\"now\" is too much"));
    CHECK_THAT(parse_error(head + "rank 0\n0: copy recvbuf[0+4] to scratch[0+3]\n"), Contains("equally long"));
    CHECK_THAT(parse_error(head + "rank 0\n0: combine recvbuf[0+4] with scratch[0+4]\n"), Contains("a step is"));
    CHECK_THAT(parse_error(std::string("\x1b[31m") + std::string(100, 'x')), Contains("?[31m") && Contains("..."));
}
