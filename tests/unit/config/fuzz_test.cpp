#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "config/describe.hpp"
#include "config/digest.hpp"
#include "config/reader.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/config/words.hpp"

using namespace shunt::config;
using shunt::option_table;
using words::kVocabulary;

namespace {

constexpr std::string_view kFile =
    "# all of it\nwait = gentle\n[record]\nmemory = 16M\nfinalize-timeout = 2min # long\n[log]\nfile = "
    "/tmp/x\n[rules]\n"
    "alltoall,bcast 64K..1M ranks 4.. nodes 2.. -> phased schedule=auto window=1K\n* -> host\n";
constexpr std::string_view kRule =
    "alltoall,bcast 64K..1M ranks 4.. nodes 2.. -> phased schedule=auto window=1K timeout=2ms";

// Letters that the grammar uses are frequent, so that many tries pass the first check.
std::string random_text(std::mt19937_64& random, std::size_t most) {
    constexpr std::string_view kLetters = "->..=,;*[]#\n\t  KMG0123456789abcdhilnoprstw";
    std::string text(random() % (most + 1), ' ');
    for (char& c : text) c = random() % 8 == 0 ? static_cast<char>(random()) : kLetters[random() % kLetters.size()];
    return text;
}

std::string mutated(std::string text, std::mt19937_64& random) {
    for (auto changes = random() % 4 + 1; changes > 0 && !text.empty(); --changes) {
        const auto at = random() % text.size();
        switch (random() % 4) {
            case 0: text[at] = static_cast<char>(random()); break;
            case 1: text.erase(at, random() % 8); break;
            case 2: text.insert(at, random_text(random, 6)); break;
            case 3: text.insert(at, text.substr(random() % text.size(), 12)); break;
        }
    }
    return text;
}

/// A rule is either refused with a reason or has a canonical text that reads back as itself.
bool rule_is_sound(std::string_view text) {
    Rule rule, again;
    if (!parse_rule(text, kVocabulary, rule).empty()) return true;
    return rule.operations != 0 && parse_rule(rule.text, kVocabulary, again).empty() && again.text == rule.text;
}

/// Whatever the file and the environment contain, every value in force is an allowed one, and each refused value was
/// reported.
bool settings_are_sound(const std::string& file, const std::string& variable) {
    auto loaded = load({{"SHUNT_CONFIG=f", variable},
                        {},
                        [&](const std::string&) {
                            return FileText{file, {}};
                        },
                        0},
                       option_table());
    loaded.rules = parse_rules(loaded.rule_lines, kVocabulary, loaded.messages);
    if (loaded.rules.rules.size() != (loaded.rules.refused ? 0 : loaded.rule_lines.size())) return false;
    if (loaded.rules.refused && loaded.messages.empty()) return false;
    for (const auto& row : option_table().rows()) {
        if (row.member.number != nullptr &&
            !parse_allowed(row.member.kind, row.range_text, value_text(row, loaded.options)))
            return false;
    }
    for (const auto& message : loaded.messages) {
        if (message.text.empty() || message.text.find('\n') != std::string::npos) return false;
    }
    return !options_text(loaded, option_table()).empty() && !options_record(loaded, option_table()).empty() &&
           digest(loaded.options, loaded.rules, option_table()) != 0;
}

}  // namespace

TEST_CASE("random bytes as a rule are refused or sound", "[config]") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 6000; ++i) {
        const auto text = random_text(random, 60);
        INFO("try " << i << ": " << text);
        if (!rule_is_sound(text)) FAIL();
    }
}

TEST_CASE("a rule cut anywhere is refused or sound, and the changed one too", "[config]") {
    for (std::size_t length = 0; length <= kRule.size(); ++length) CHECK(rule_is_sound(kRule.substr(0, length)));
    std::mt19937_64 random(2);
    int accepted = 0;
    for (int i = 0; i < 6000; ++i) {
        const auto text = mutated(std::string(kRule), random);
        INFO("try " << i << ": " << text);
        if (!rule_is_sound(text)) FAIL();
        Rule rule;
        accepted += parse_rule(text, kVocabulary, rule).empty() ? 1 : 0;
    }
    // Otherwise the test would only ever see refusals.
    CHECK(accepted > 30);
}

TEST_CASE("random bytes as file and environment leave every value allowed", "[config]") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 1500; ++i) {
        const auto file = random_text(random, 300);
        const auto variable = "SHUNT_" + random_text(random, 20) + "=" + random_text(random, 20);
        INFO("try " << i);
        if (!settings_are_sound(file, variable)) FAIL(file);
    }
}

TEST_CASE("a file cut or changed anywhere leaves every value allowed", "[config]") {
    for (std::size_t length = 0; length <= kFile.size(); ++length) {
        CHECK(settings_are_sound(std::string(kFile.substr(0, length)), "SHUNT_RULES_=x"));
    }
    std::mt19937_64 random(4);
    for (int i = 0; i < 1500; ++i) {
        const auto file = mutated(std::string(kFile), random);
        const auto variable = "SHUNT_RULES=" + mutated(std::string(kRule), random);
        INFO("try " << i);
        if (!settings_are_sound(file, i % 2 == 0 ? variable : "SHUNT_LOG=info")) FAIL(file);
    }
}
