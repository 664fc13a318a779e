#include "tools/report/table.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace shunt::tools;

TEST_CASE("a table keeps to the width: its first column gives way, then the last ones go", "[report]") {
    TextTable table({"name", "one", "two"});
    table.add({"a_rather_long_name_of_something", "1", "22"});
    const auto printed = [&](std::size_t width) {
        std::ostringstream out;
        table.print(out, {width, false});
        return out.str();
    };
    CHECK(printed(80) == "name                             one  two\na_rather_long_name_of_something    1   22\n");
    CHECK(printed(32) == "name                    one  two\na_rather_l...something    1   22\n");
    CHECK(printed(27) == "name                    one\na_rather_l...something    1\n");
    std::ostringstream coloured;
    table.print(coloured, {80, true});
    CHECK(coloured.str().find("\033[2m") == 0);
}

TEST_CASE("text is broken between words", "[report]") {
    CHECK(wrap("one two three", 9, "1. ", "   ") == "1. one\n   two\n   three\n");
    CHECK(wrap("one two three", 20, "- ", "  ") == "- one two three\n");
}
