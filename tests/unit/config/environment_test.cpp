#include "config/environment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "config/reader.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/config/words.hpp"

using namespace shunt::config;

TEST_CASE("only the variables the reader looks at are taken from the process", "[config]") {
    setenv("SHUNT_TEST_SEEN", "a=b", 1);
    setenv("SHUNTED_TEST", "x", 1);
    const auto variables = process_environment();
    CHECK(std::ranges::count(variables, "SHUNT_TEST_SEEN=a=b") == 1);
    CHECK(std::ranges::none_of(variables, [](const std::string& entry) { return entry.starts_with("SHUNTED_TEST"); }));
    CHECK(std::ranges::none_of(variables, [](const std::string& entry) { return entry.starts_with("PATH="); }));
    CHECK(std::string(environment_value("SHUNT_TEST_SEEN")) == "a=b");
    CHECK(variables_beginning_with({"SHUNT_TEST_S", "SHUNTED_"}) ==
          std::vector<std::string>{"SHUNTED_TEST=x", "SHUNT_TEST_SEEN=a=b"});
    unsetenv("SHUNT_TEST_SEEN");
    unsetenv("SHUNTED_TEST");
    CHECK(environment_value("SHUNT_TEST_SEEN") == nullptr);
}

TEST_CASE("the settings of this process are read with their rules", "[config]") {
    setenv("SHUNT_RULES", "alltoall 64K.. -> phased window=4; * -> host", 1);
    setenv("SHUNT_WAIT", "gentle", 1);
    auto loaded = load_from_process(shunt::option_table(), words::kVocabulary);
    CHECK(loaded.options.wait.mode == WaitMode::gentle);
    CHECK(loaded.rules.rules.size() == 2);
    CHECK(loaded.messages.empty());
    loaded = load_from_process(shunt::option_table(), words::kVocabulary,
                               {{"wait", "host"}, {"rules", "alltoal -> phased"}});
    CHECK(loaded.options.wait.mode == WaitMode::host);
    CHECK(loaded.rules.refused);
    REQUIRE(loaded.messages.size() == 2);
    CHECK(loaded.messages[0].text ==
          "--rules, rule 1: unknown operation 'alltoal'; the nearest known name is alltoall");
    unsetenv("SHUNT_RULES");
    unsetenv("SHUNT_WAIT");
}
