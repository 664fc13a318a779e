#include "config/rule_parser.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using words::kVocabulary;
using words::rules_of;

namespace {

std::string error_of(std::string_view text) {
    Rule rule;
    return parse_rule(text, kVocabulary, rule);
}

std::string canonical_of(const std::string& text) { return rules_of({text}).rules.at(0).text; }

}  // namespace

TEST_CASE("a rule is written the same way however it was typed", "[config]") {
    CHECK(canonical_of("alltoall 64K.. ranks 4.. nodes 2.. -> phased schedule=auto") ==
          "alltoall 64K.. ranks 4.. nodes 2.. -> phased schedule=auto");
    CHECK(canonical_of("  alltoall\tnodes 2.. 65536..  ranks 4..->phased   schedule=AUTO ") ==
          "alltoall 64K.. ranks 4.. nodes 2.. -> phased schedule=auto");
    CHECK(canonical_of("allreduce , bcast,bcast ..1048576 -> host") == "bcast,allreduce ..1M -> host");
    CHECK(canonical_of("bcast ,reduce -> host") == "bcast,reduce -> host");
    CHECK(canonical_of("* .. nodes 3..3 -> null") == "* nodes 3 -> null");
    CHECK(canonical_of("alltoallv .. -> phased window=2048 schedule=ring") ==
          "alltoallv -> phased schedule=ring window=2K");
    CHECK(canonical_of("scan,* -> host") == "* -> host");
    CHECK(canonical_of("bcast 65536.. -> host segment=8192 algorithm=in-order_binary") ==
          "bcast 64K.. -> host algorithm=in-order_binary segment=8K");
}

TEST_CASE("canonical text reads back as itself", "[config]") {
    for (const char* text :
         {"* -> host", "bcast 0 -> null", "bcast 1..1023 ranks 2 nodes 1..3 -> phased timeout=5us"}) {
        CHECK(canonical_of(canonical_of(text)) == canonical_of(text));
    }
}

TEST_CASE("an unknown name is answered with the nearest known one", "[config]") {
    CHECK(error_of("altoall -> phased") == "unknown operation 'altoall'; the nearest known name is alltoall");
    CHECK(error_of("bcast,reduse -> phased") == "unknown operation 'reduse'; the nearest known name is reduce");
    CHECK(error_of("bcast -> fased") == "unknown engine 'fased'; the nearest known name is phased");
    CHECK(error_of("bcast -> hots") == "unknown engine 'hots'; the nearest known name is host");
    CHECK(error_of("bcast rank 4.. -> phased") == "unknown condition 'rank'; the nearest known name is ranks");
    CHECK(error_of("bcast -> phased widow=4") ==
          "unknown parameter 'widow'; the nearest known name is window (phased takes schedule, window, timeout, tag)");
}

TEST_CASE("a parameter's value is checked against its range", "[config]") {
    CHECK(error_of("* -> phased window=0") == "window: '0' is not an integer in 1..1M (K, M and G are powers of 1024)");
    CHECK(error_of("* -> phased timeout=2s") ==
          "timeout: '2s' is not a duration in 1us..1s (a whole number with ns, us, ms, s, min or h)");
    CHECK(error_of("* -> phased schedule=rign") ==
          "schedule: 'rign' is not one of auto|ring|pairwise (the nearest is ring)");
    CHECK(error_of("* -> phased window=") == "window needs a value: name=value");
    CHECK(error_of("* -> phased window") == "window needs a value: name=value");
    CHECK(error_of("* -> phased window=1 window=2") == "parameter window is given twice");
    CHECK(error_of("* -> host fast=1") ==
          "unknown parameter 'fast'; the nearest known name is segment (host takes algorithm, segment)");
    CHECK(error_of("bcast -> host segment=8K") ==
          "segment is that of an algorithm of the host: algorithm=NAME is missing");
    CHECK(error_of("bcast -> host algorithm=pipeline segment=2G")
              .starts_with("segment: '2G' is not an integer in 0..1G"));
    CHECK(error_of("bcast -> host algorithm=") == "algorithm needs a value: name=value");
    CHECK(error_of("* -> null x") == "null takes no parameters, but 'x' is given");
}

TEST_CASE("a BYTES range is refused where ranks may see different byte counts", "[config]") {
    for (const std::string name :
         {"alltoallv", "alltoallw", "allgatherv", "gatherv", "scatterv", "neighbor_alltoall"}) {
        const auto expected =
            "the byte counts of " + name +
            " differ between ranks, so a BYTES range could decide differently on each; use ranks or nodes instead";
        CHECK(error_of(name + " 64K.. -> phased") == expected);
        CHECK(error_of("bcast," + name + " ..1 -> phased") == expected);
        CHECK(error_of(name + " .. ranks 4.. -> phased").empty());
    }
    CHECK(error_of("* 64K.. -> phased").starts_with("a BYTES range with '*'"));
    for (const std::string name : {"bcast", "reduce_scatter", "exscan", "gather"})
        CHECK(error_of(name + " 64K.. -> phased").empty());
}

TEST_CASE("messages go by an engine of their own", "[config]") {
    CHECK(canonical_of("p2p ranks ..8 comm world -> remote_write") == "p2p ranks ..8 comm world -> remote_write");
    CHECK(rules_of({"p2p -> remote_write"}).rules.at(0).engine == kRemoteWriteEngine);
    CHECK(error_of("p2p -> host").empty());
    CHECK(error_of("p2p,bcast -> host").empty());
    CHECK(error_of("p2p -> phased") == "p2p is carried by remote_write or host, not by phased");
    CHECK(error_of("p2p -> auto") == "p2p is carried by remote_write or host, not by auto");
    CHECK(error_of("p2p -> host algorithm=linear") == "the host has no algorithms for p2p");
    CHECK(error_of("p2p -> remote_write x=1") == "remote_write takes no parameters, but 'x=1' is given");
    CHECK(error_of("bcast -> remote_write") == "remote_write carries messages: 'p2p -> remote_write'");
    CHECK(error_of("* -> remote_write") ==
          "remote_write carries messages: 'p2p -> remote_write' ('*' names collectives only)");
    CHECK(error_of("p2p,bcast -> remote_write") ==
          "remote_write carries p2p alone; give the other operations a rule of their own");
    CHECK(error_of("p2p 64K.. -> remote_write") ==
          "p2p is decided for a communicator as a whole, when it is made, so that no size can decide; use ranks, nodes "
          "or comm instead");
}

TEST_CASE("a rule outside the grammar is refused with the fault", "[config]") {
    CHECK(error_of("alltoall phased").starts_with("no '->' in 'alltoall phased'; a rule reads: operation"));
    CHECK(error_of("-> phased").starts_with("no operation before '->'"));
    CHECK(error_of(", -> phased").starts_with("no operation before '->'"));
    CHECK(error_of("bcast ->").starts_with("no engine after '->'"));
    CHECK(error_of("bcast -> null bcast -> host").starts_with("more than one '->'"));
    CHECK(error_of("bcast ranks -> null") == "ranks needs a range after it");
    CHECK(error_of("bcast ranks 2 ranks 4 -> null") == "ranks is given twice");
    CHECK(error_of("bcast 1K.. 2K.. -> null") == "BYTES is given twice");
    CHECK(error_of("bcast 64Q.. -> null").starts_with("BYTES: '64Q..' is not a range"));
    CHECK(error_of("bcast 8K..4K -> null").starts_with("BYTES: '8K..4K' is not a range"));
    CHECK(error_of("bcast ranks -3.. -> null").starts_with("ranks: '-3..' is not a range"));
    CHECK(error_of("bcast nodes ..-1 -> null").starts_with("nodes: '..-1' is not a range"));
}

TEST_CASE("sizes in a rule that overflow are refused, not wrapped round", "[config]") {
    CHECK(error_of("bcast 9223372036854775807.. -> null").empty());
    CHECK_FALSE(error_of("bcast 9223372036854775808.. -> null").empty());
    CHECK_FALSE(error_of("bcast 8589934592G.. -> null").empty());
    CHECK_FALSE(error_of("bcast ..99999999999999999999K -> null").empty());
}

TEST_CASE("one wrong rule drops the whole set, and each mistake and the consequence are reported", "[config]") {
    std::vector<Message> messages;
    const auto rules = parse_rules(
        {{"alltoall -> phased", "s.conf:3"}, {"bcst -> null", "s.conf:4"}, {"* -> hst", "SHUNT_RULES, rule 2"}},
        kVocabulary, messages);
    CHECK(rules.refused);
    CHECK(rules.rules.empty());
    REQUIRE(messages.size() == 3);
    CHECK(messages[0].text == "s.conf:4: unknown operation 'bcst'; the nearest known name is bcast");
    CHECK(messages[1].text == "SHUNT_RULES, rule 2: unknown engine 'hst'; the nearest known name is host");
    CHECK(messages[2].text == "because of this, none of the 3 rules is used and the program runs on the host MPI");
    CHECK(messages[2].severity == Severity::error);
}

TEST_CASE("that the host carries everything is said even when there is too much else to say", "[config]") {
    std::vector<RuleLine> lines(100, RuleLine{"x", "s.conf:1"});
    std::vector<Message> messages;
    CHECK(parse_rules(lines, kVocabulary, messages).refused);
    CHECK(messages.size() == kMostMessages + 2);
    CHECK(messages.back().text ==
          "because of this, none of the 100 rules is used and the program runs on the host MPI");
}

TEST_CASE("a vocabulary with more operations than a rule can hold is refused", "[config]") {
    const std::vector<shunt::OperationWord> many(65, shunt::OperationWord{"x", true});
    Rule rule;
    CHECK_FALSE(parse_rule("x -> host", {many, {}}, rule).empty());
    CHECK(parse_rule("x -> host", {std::span(many).first(64), {}}, rule).empty());
}

TEST_CASE("an empty vocabulary knows only * and host", "[config]") {
    Rule rule;
    CHECK(parse_rule("* -> host", {}, rule).empty());
    CHECK_FALSE(parse_rule("bcast -> host", {}, rule).empty());
    CHECK(parse_rule("* -> phased", {}, rule) == "unknown engine 'phased'; the nearest known name is host");
}
