#include "config/digest.hpp"

#include <catch2/catch.hpp>

#include "config/reader.hpp"
#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using words::rules_of;

TEST_CASE("every option that must be equal changes the digest, and no other does", "[config]") {
    const auto before = digest(default_options(), {});
    for (const Row& row : option_rows()) {
        INFO(row.key);
        Options options = default_options();
        if (row.member.number == nullptr) {
            row.member.set_text(options, "elsewhere");
        } else {
            row.member.set_number(options, row.member.number(options) == 0 ? 1 : 0);
        }
        const bool counts = row.scope == Scope::equal_on_all_ranks && row.member.kind != Kind::rules;
        CHECK((digest(options, {}) != before) == counts);
    }
}

TEST_CASE("the digest does not depend on who set a value", "[config]") {
    const auto by_environment = load({{"SHUNT_WAIT=gentle"}, {}, {}, 0});
    const auto by_command_line = load({{}, {{"wait", "GENTLE"}}, {}, 0});
    CHECK(digest(by_environment.options, {}) == digest(by_command_line.options, {}));
    CHECK(digest(by_environment.options, {}) != digest(default_options(), {}));
}

TEST_CASE("the digest sees rules as read, not as typed", "[config]") {
    const Options options = default_options();
    const auto typed = digest(options, rules_of({"bcast,alltoall 64K.. -> phased", "* -> host"}));
    CHECK(digest(options, rules_of({"alltoall, bcast  65536..->phased", "*->host"})) == typed);
    CHECK(digest(options, rules_of({"* -> host", "bcast,alltoall 64K.. -> phased"})) != typed);
    CHECK(digest(options, rules_of({"bcast,alltoall 64K.. -> phased"})) != typed);
    CHECK(digest(options, rules_of({"bcast,alltoall 65537.. -> phased", "* -> host"})) != typed);
    CHECK(digest(options, {}) != typed);
}
