#include "config/describe.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "native/select/vocabulary.hpp"

using namespace shunt::config;
using shunt::option_table;

namespace {

std::string options_file() { return std::string(SHUNT_SOURCE_DIR) + "/config/OPTIONS.md"; }

Loaded sample() {
    return load({{"SHUNT_WAIT=gentle", "SHUNT_LOG_FILE=a\nb"}, {{"record.memory", "2048K"}}, {}, 0}, option_table());
}

}  // namespace

TEST_CASE("OPTIONS.md agrees with the table (else run unit_tests \"[write-options-md]\")", "[config]") {
    std::ifstream file(options_file());
    REQUIRE(file);
    std::ostringstream text;
    text << file.rdbuf();
    CHECK(text.str() == options_markdown(option_table()));
}

TEST_CASE("write OPTIONS.md anew", "[.][write-options-md]") {
    std::ofstream file(options_file());
    file << options_markdown(option_table());
    REQUIRE(file.flush());
}

TEST_CASE("each option is printed with value, default, names and origin", "[config]") {
    const auto text = options_text(sample(), option_table());
    CHECK(text.find("wait = gentle    # environment SHUNT_WAIT\n") != std::string::npos);
    CHECK(text.find("record.memory = 2M    # command line --record.memory\n") != std::string::npos);
    CHECK(
        text.find(
            "    default 8M, allowed: 1M..1G; may differ between ranks\n    SHUNT_RECORD_MEMORY, --record.memory\n") !=
        std::string::npos);
    CHECK(text.find("spool = (empty)    # default\n") != std::string::npos);
    for (const auto& row : option_table().rows()) CHECK(text.find(std::string(row.key) + " = ") != std::string::npos);
}

TEST_CASE("no line of the printed options is too wide for a terminal", "[config]") {
    std::istringstream lines(options_text(sample(), option_table()));
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(line.size() <= 110);
    }
}

TEST_CASE("a profile keeps one line for each option, whatever is in a value", "[config]") {
    std::istringstream lines(options_record(sample(), option_table()));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) CHECK(line.find("    # ") != std::string::npos);
    CHECK(count == option_table().rows().size());
    CHECK(options_record(sample(), option_table()).find("log.file = a?b    # environment SHUNT_LOG_FILE\n") !=
          std::string::npos);
}

TEST_CASE("options left over from a failed load are described as off", "[config]") {
    CHECK(options_record({}, option_table()).starts_with("enabled = off    # default\n"));
}
