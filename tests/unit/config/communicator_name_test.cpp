#include "config/communicator_name.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using words::kVocabulary;

namespace {

/// The rule as it is kept, or the reason why it is refused.
std::string read(const std::string& text) {
    Rule rule;
    const std::string error = parse_rule(text, kVocabulary, rule);
    return error.empty() ? rule.text : "! " + error;
}

bool fits(std::string_view word, const CommunicatorName& name) {
    CommunicatorPattern pattern;
    REQUIRE(parse_communicator(word, pattern).empty());
    return pattern.fits(name);
}

}  // namespace

TEST_CASE("a rule names a communicator by its path or its id, and is written in one way", "[config]") {
    CHECK(read("bcast  comm world/split#0/dup  ranks 2.. -> host") == "bcast ranks 2.. comm world/split#0/dup -> host");
    CHECK(read("* comm world -> null") == "* comm world -> null");
    CHECK(read("bcast comm 0xABC -> host") == "bcast comm 0x0000000000000abc -> host");
    CHECK(read("bcast comm 0x0000000000000abc -> host") == "bcast comm 0x0000000000000abc -> host");
}

TEST_CASE("a word that names no communicator is refused, with the nearest valid words", "[config]") {
    for (const std::string wrong : {"", " dup#1", " world/", " world//dup", " world/dup#", " world/dup#x",
                                    " world/dup#-1", " world/dup#99999999999", " worlds", " 0x", " 0x0", " 0xg",
                                    " 0x12345678901234567", " world/splat#1", " world/#1", " world comm world"}) {
        INFO(wrong);
        CHECK(read("bcast comm" + wrong + " -> host").starts_with("! "));
    }
    CHECK(read("bcast comm world/splot#1 -> host").find("nearest known one is split") != std::string::npos);
    CHECK(read("bcast com world -> host").find("nearest known name is comm") != std::string::npos);
    CHECK(read("bcast phase 1 -> host").find("comm instead") != std::string::npos);
}

TEST_CASE("an element without a number means any number, and paths are compared whole", "[config]") {
    CHECK(fits("world", {"world", 1}));
    CHECK_FALSE(fits("world", {"world/dup#0", 2}));
    CHECK_FALSE(fits("world/dup", {"world", 1}));
    CHECK(fits("world/dup", {"world/dup#7", 2}));
    CHECK_FALSE(fits("world/dup", {"world/dup#7/dup#0", 3}));
    CHECK(fits("world/dup/split#1", {"world/dup#7/split#1", 3}));
    CHECK_FALSE(fits("world/dup/split#1", {"world/dup#7/split#10", 3}));
    CHECK_FALSE(fits("world/split", {"world/dup#7", 2}));
    CHECK_FALSE(fits("world/graph", {"world/dist_graph#0", 2}));
}

TEST_CASE("a communicator whose id is not agreed is matched only by rules for all communicators", "[config]") {
    CHECK_FALSE(fits("0x1", {"", 0}));
    CHECK_FALSE(fits("world", {"", 0}));
    CHECK(CommunicatorPattern().fits({"", 0}));
}

TEST_CASE("an example of a pattern fits it", "[config]") {
    for (const char* word : {"world", "world/split", "world/split/dup#3", "world/dist_graph#0/merge"}) {
        CommunicatorPattern pattern;
        REQUIRE(parse_communicator(word, pattern).empty());
        CHECK(pattern.fits({example_path(pattern), 1}));
        CHECK(to_text(pattern) == word);
    }
}
