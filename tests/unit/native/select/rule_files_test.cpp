#include "native/select/rule_files.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "config/rule_parser.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

std::vector<std::string> flaws_of(const std::string& rule, const std::string& folder) {
    std::vector<config::Message> messages;
    const config::RuleSet rules = config::parse_rules({{rule, "rule 1"}}, vocabulary(), messages);
    REQUIRE_FALSE(rules.refused);
    return flaws_of_texts(rules, default_engine_options(), {folder});
}

}  // namespace

TEST_CASE("files are looked up beside the configuration file, then where the program began", "[select]") {
    using Folders = std::vector<std::string>;
    CHECK(folders_for_files("", "/a") == Folders{"/a"});
    CHECK(folders_for_files("/etc/shunt.conf", "/a") == Folders{"/etc/", "/a"});
    CHECK(folders_for_files("b/shunt.conf", "/a") == Folders{"/a/b/", "/a"});
    CHECK(folders_for_files("shunt.conf", "/a") == Folders{"/a/", "/a"});
}

TEST_CASE("a rule whose file cannot be used is reported with the reason", "[select]") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "shunt-rule-files-test";
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "wrong.program") << "program allreduce\nranks 2\nnonsense\n";
    std::ofstream(folder / "wrong.lua") << "creator('bcast', function(call) return end\n";
    const auto only = [&](const std::string& rule, const std::string& what) {
        const auto flaws = flaws_of(rule, folder.string());
        REQUIRE(flaws.size() == 1);
        INFO(flaws[0]);
        CHECK(flaws[0].starts_with("rule '"));
        CHECK(flaws[0].find(what) != std::string::npos);
    };
    only("bcast -> script file=none.lua", "No such file or directory");
    only("bcast -> script file=wrong.program", "wrong.program:3: ");
    only("bcast -> script file=wrong.lua", "wrong.lua:2: ");
    only("bcast -> script file=wrong.program,wrong.lua", "a program cannot be combined with other files");
    only("bcast -> script", "no script is named");
    CHECK(flaws_of("bcast -> pipeline", folder.string()).empty());
    std::filesystem::remove_all(folder);
}
