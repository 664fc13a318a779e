#include "config/digest.hpp"

#include <catch2/catch.hpp>

#include "config/reader.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using shunt::option_table;
using words::rules_of;

namespace {

std::uint64_t digest_of(const Options& options, const RuleSet& rules) { return digest(options, rules, option_table()); }

}  // namespace

TEST_CASE("every option that must be equal changes the digest, and no other does", "[config]") {
    const auto before = digest_of(default_options(option_table()), {});
    for (const auto& row : option_table().rows()) {
        INFO(row.key);
        Options options = default_options(option_table());
        if (row.member.number == nullptr) {
            row.member.set_text(struct_of(row, options), "elsewhere");
        } else {
            void* const values = struct_of(row, options);
            row.member.set_number(values, row.member.number(values) == 0 ? 1 : 0);
        }
        const bool counts = row.scope == shunt::OptionScope::equal_on_all_ranks && row.member.kind != Kind::rules;
        CHECK((digest_of(options, {}) != before) == counts);
    }
}

TEST_CASE("the digest does not depend on the origin of a value", "[config]") {
    const auto by_environment = load({{"SHUNT_WAIT=gentle"}, {}, {}, 0}, option_table());
    const auto by_command_line = load({{}, {{"wait", "GENTLE"}}, {}, 0}, option_table());
    CHECK(digest_of(by_environment.options, {}) == digest_of(by_command_line.options, {}));
    CHECK(digest_of(by_environment.options, {}) != digest_of(default_options(option_table()), {}));
}

TEST_CASE("the digest sees rules as read, not as typed", "[config]") {
    const Options options = default_options(option_table());
    const auto typed = digest_of(options, rules_of({"bcast,alltoall 64K.. -> phased", "* -> host"}));
    CHECK(digest_of(options, rules_of({"alltoall, bcast  65536..->phased", "*->host"})) == typed);
    CHECK(digest_of(options, rules_of({"* -> host", "bcast,alltoall 64K.. -> phased"})) != typed);
    CHECK(digest_of(options, rules_of({"bcast,alltoall 64K.. -> phased"})) != typed);
    CHECK(digest_of(options, rules_of({"bcast,alltoall 65537.. -> phased", "* -> host"})) != typed);
    CHECK(digest_of(options, {}) != typed);
}
