#include <catch2/catch.hpp>

#include "tools/manual/completion.hpp"
#include "tools/manual/manual_page.hpp"
#include "tools/manual/roff.hpp"

using namespace shunt::tools;

TEST_CASE("text in a manual page shows the characters it has", "[tools]") {
    CHECK(roff_text("a - b\\c 'd' \"e\"") == "a \\- b\\ec \\(aqd\\(aq \\(dqe\\(dq");
    CHECK(roff_text(".nf is no request here") == "\\&.nf is no request here");
    CHECK(roff_lines("'x'\n\n.y\n") == ".nf\n    \\(aqx\\(aq\n\n    .y\n.fi\n");
}

TEST_CASE("backquotes in a description make bold, and blanks fill lines", "[tools]") {
    CHECK(roff_text("  run `shunt run`\n now") == "run \\fBshunt run\\fR now");
    CHECK(roff_paragraphs("one\n\n a  table\n\ntwo") == "one\n.PP\n.nf\n     a  table\n.fi\n.PP\ntwo\n");
}

TEST_CASE("a command's page is called as git's are", "[tools]") {
    CHECK(manual_name("") == "shunt");
    CHECK(manual_name("cluster up") == "shunt-cluster-up");
}

TEST_CASE("values of options are completed by the kind that --help names", "[tools]") {
    CHECK(completion_of_value("FILE") == "@file");
    CHECK(completion_of_value("a directory") == "@folder");
    CHECK(completion_of_value("off, on, or a file") == "off on @file");
    CHECK(completion_of_value("rules, separated by ;") == "@rules");
    CHECK(completion_of_value("auto|host|gentle") == "auto host gentle");
    CHECK(completion_of_value("a name, address or CIDR").empty());
    CHECK(completion_of_value("0..1G").empty());
}
