#include "config/reader.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "native/select/vocabulary.hpp"

using namespace shunt::config;
using shunt::option_table;

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Loaded load_with(const std::string& file, std::vector<std::string> environment = {}, Pairs command_line = {}) {
    environment.push_back("SHUNT_CONFIG=s.conf");
    return load({std::move(environment), std::move(command_line),
                 [&](const std::string& path) {
                     return path == "s.conf" ? FileText{file, {}} : FileText{{}, "No such file or directory"};
                 },
                 1000},
                option_table());
}

Loaded load_environment(std::vector<std::string> environment) {
    return load({std::move(environment), {}, {}, 1000}, option_table());
}

std::string source_of(const Loaded& loaded, std::string_view key) {
    return describe(loaded.sources.at(static_cast<std::size_t>(option_table().index(key))));
}

void check_only_message(const Loaded& loaded, Severity severity, const std::string& text) {
    REQUIRE(loaded.messages.size() == 1);
    CHECK(loaded.messages[0].severity == severity);
    CHECK(loaded.messages[0].text == text);
}

}  // namespace

TEST_CASE("with nothing set, every value is the default and nothing is said", "[config]") {
    const auto loaded = load_environment({"PATH=/bin", "SHUNTED=1", "TMPDIR="});
    CHECK(loaded.messages.empty());
    CHECK(loaded.options.enabled);
    for (const auto& source : loaded.sources) CHECK(describe(source) == "default");
    CHECK(loaded.spool_directory == "/tmp/shunt-1000");
}

TEST_CASE("default gives way to file, file to environment, environment to command line", "[config]") {
    const std::string file = "# settings\n\nwait = host\n";
    auto loaded = load_with(file);
    CHECK(loaded.options.wait.mode == WaitMode::host);
    CHECK(source_of(loaded, "wait") == "s.conf:3");
    loaded = load_with(file, {"SHUNT_WAIT=gentle"});
    CHECK(loaded.options.wait.mode == WaitMode::gentle);
    CHECK(source_of(loaded, "wait") == "environment SHUNT_WAIT");
    loaded = load_with(file, {"SHUNT_WAIT=gentle"}, {{"wait", "auto"}});
    CHECK(loaded.options.wait.mode == WaitMode::automatic);
    CHECK(source_of(loaded, "wait") == "command line --wait");
    CHECK(source_of(loaded, "wait.spin") == "default");
    CHECK(loaded.messages.empty());
}

TEST_CASE("a section is the first part of the keys under it, until the next", "[config]") {
    const auto loaded = load_with("[record]\nmemory = 2M\ntiming-sample=1\r\n[ wait ]\nspin = 3\n[]\nlog = info");
    CHECK(loaded.messages.empty());
    CHECK(loaded.options.record.memory_bytes == 2 << 20);
    CHECK(loaded.options.record.timing_every == 1);
    CHECK(loaded.options.wait.spin_count == 3);
    CHECK(loaded.options.log.level == LogLevel::info);
    CHECK(source_of(loaded, "wait.spin") == "s.conf:5");
}

TEST_CASE("comments end a line, but a # inside a word does not begin one", "[config]") {
    const auto loaded =
        load_with("\xEF\xBB\xBF# first\nspool = /scratch/a#b  # where\n  # indented\nlog = debug # loud\n");
    CHECK(loaded.messages.empty());
    CHECK(loaded.options.spool == "/scratch/a#b");
    CHECK(loaded.options.log.level == LogLevel::debug);
}

TEST_CASE("each line under [rules] is a rule with its place", "[config]") {
    const auto loaded = load_with("[rules]\nalltoall 64K.. -> phased  # big\n\n* -> host\n");
    CHECK(loaded.messages.empty());
    REQUIRE(loaded.rule_lines.size() == 2);
    CHECK(loaded.rule_lines[0].text == "alltoall 64K.. -> phased");
    CHECK(loaded.rule_lines[0].where == "s.conf:2");
    CHECK(loaded.rule_lines[1].where == "s.conf:4");
    CHECK(loaded.options.rules == "alltoall 64K.. -> phased; * -> host");
    CHECK(source_of(loaded, "rules") == "s.conf:2");
}

TEST_CASE("rules of the environment replace the file's rules, and an empty variable removes them", "[config]") {
    auto loaded = load_with("[rules]\na -> b\n", {"SHUNT_RULES=c -> d; ; e -> f;"});
    REQUIRE(loaded.rule_lines.size() == 2);
    CHECK(loaded.rule_lines[0].text == "c -> d");
    CHECK(loaded.rule_lines[0].where == "SHUNT_RULES, rule 1");
    CHECK(loaded.rule_lines[1].where == "SHUNT_RULES, rule 2");
    CHECK(loaded.options.rules == "c -> d; e -> f");
    CHECK(load_with("[rules]\na -> b\n", {"SHUNT_RULES="}).rule_lines.empty());
    loaded = load_with("rules = a -> b; c -> d\n", {}, {{"rules", "e -> f"}});
    REQUIRE(loaded.rule_lines.size() == 1);
    CHECK(loaded.rule_lines[0].where == "--rules, rule 1");
    CHECK(load_with("rules = a -> b; c -> d\n").rule_lines.at(1).where == "s.conf:1, rule 2");
}

TEST_CASE("SHUNT switches everything off", "[config]") {
    CHECK_FALSE(load_environment({"SHUNT=off"}).options.enabled);
    CHECK_FALSE(load_environment({"SHUNT=0"}).options.enabled);
    CHECK(load_environment({"SHUNT="}).options.enabled);
    CHECK(load_environment({"SHUNT="}).messages.empty());
}

TEST_CASE("a value out of range names its place and the range, and the default is kept", "[config]") {
    const auto loaded = load_environment({"SHUNT_RECORD_MEMORY=5K"});
    CHECK(loaded.options.record.memory_bytes == 8 << 20);
    CHECK(source_of(loaded, "record.memory") == "default");
    check_only_message(
        loaded, Severity::error,
        "environment SHUNT_RECORD_MEMORY: '5K' is not an integer in 1M..1G (K, M and G are powers of 1024); "
        "8M (default) is kept");
}

TEST_CASE("a wrong value in a stronger place leaves the value of the weaker one", "[config]") {
    const auto loaded = load_with("[wait]\nsleep-max = 2ms\n", {"SHUNT_WAIT_SLEEP_MAX=2"});
    CHECK(loaded.options.wait.sleep_max_ns == 2'000'000);
    check_only_message(
        loaded, Severity::error,
        "environment SHUNT_WAIT_SLEEP_MAX: '2' is not a duration in 1us..100ms (a whole number with ns, us, ms, s, "
        "min or h); 2ms (s.conf:2) is kept");
}

TEST_CASE("a wrong word of a choice is answered with the nearest", "[config]") {
    check_only_message(
        load_with("\nwait = gentel\n"), Severity::error,
        "s.conf:2: wait: 'gentel' is not one of auto|host|gentle (the nearest is gentle); auto (default) is kept");
    check_only_message(load_with("", {}, {{"record", "maybe"}}), Severity::error,
                       "command line --record: 'maybe' is not on or off; on (default) is kept");
}

TEST_CASE("values that overflow are out of range, not wrapped round", "[config]") {
    for (const char* text : {"99999999999999999999", "9223372036854775807G", "17179869184G", "-1", "2G"}) {
        INFO(text);
        const auto loaded = load_environment({std::string("SHUNT_RECORD_MEMORY=") + text});
        CHECK(loaded.messages.size() == 1);
        CHECK(loaded.options.record.memory_bytes == 8 << 20);
    }
}

TEST_CASE("unknown names in the environment are answered with the nearest known one", "[config]") {
    const std::pair<const char*, const char*> cases[] = {{"SHUNT_RECORD_MEMROY", "SHUNT_RECORD_MEMORY"},
                                                         {"SHUNT_RULE", "SHUNT_RULES"},
                                                         {"SHUNT_ENABLED", "SHUNT"},
                                                         {"SHUNT_CONIFG", "SHUNT_CONFIG"},
                                                         {"SHUNT_WAITSPIN", "SHUNT_WAIT_SPIN"},
                                                         {"SHUNT_PROFIL", "SHUNT_PROFILE"},
                                                         {"SHUNT_LOGFILE", "SHUNT_LOG_FILE"},
                                                         {"SHUNT_record_memory", "SHUNT_RECORD_MEMORY"}};
    for (const auto& [name, nearest] : cases) {
        INFO(name);
        const auto loaded = load_environment({std::string(name) + "=1"});
        REQUIRE(loaded.messages.size() == 1);
        CHECK(loaded.messages[0].text ==
              std::string("environment ") + name + ": there is no such option; the nearest known name is " + nearest);
        CHECK(loaded.messages[0].severity == Severity::warning);
    }
}

TEST_CASE("names for tests are left alone", "[config]") {
    CHECK(load_environment({"SHUNT_TEST_SEED=7", "SHUNT_TEST_=x"}).messages.empty());
    CHECK(load_environment({"SHUNT_TESTS=7"}).messages.size() == 1);
}

TEST_CASE("an unknown key in a file is answered with its line and the nearest name", "[config]") {
    check_only_message(load_with("[record]\nmemmory = 2M\n"), Severity::warning,
                       "s.conf:2: no option is called 'record.memmory'; the nearest known name is record.memory");
    check_only_message(load_with("", {}, {{"wiat", "host"}}), Severity::warning,
                       "command line --wiat: no option is called 'wiat'; the nearest known name is wait");
}

TEST_CASE("malformed lines are named, and the rest is still read", "[config]") {
    const auto loaded = load_with("what is this\n[open\n= 3\nalltoall -> phased schedule=auto\nlog = info\n");
    REQUIRE(loaded.messages.size() == 4);
    CHECK(loaded.messages[0].text == "s.conf:1: 'what is this' is not of the form key = value");
    CHECK(loaded.messages[1].text == "s.conf:2: '[open' has no closing bracket");
    CHECK(loaded.messages[2].text == "s.conf:3: '= 3' is not of the form key = value");
    CHECK(loaded.messages[3].text ==
          "s.conf:4: 'alltoall -> phased schedule=auto' looks like a rule; rules stand under [rules]");
    CHECK(loaded.options.log.level == LogLevel::info);
}

TEST_CASE("a key set twice in a file is reported, and the later value is used", "[config]") {
    const auto loaded = load_with("log = info\nlog = debug\n");
    check_only_message(loaded, Severity::warning, "s.conf:2: log was already set in s.conf:1; the later value is used");
    CHECK(loaded.options.log.level == LogLevel::debug);
}

TEST_CASE("the first of two variables of one name counts, as for the C library", "[config]") {
    CHECK(load_environment({"SHUNT_LOG=info", "SHUNT_LOG=debug"}).options.log.level == LogLevel::info);
}

TEST_CASE("the command line's file beats the environment's, and a file names no other", "[config]") {
    auto loaded = load_with("config = other.conf\n");
    check_only_message(loaded, Severity::warning, "s.conf:1: a file cannot name another file; config is ignored here");
    CHECK(loaded.options.config == "s.conf");
    loaded = load_with("log = info", {}, {{"config", "other.conf"}});
    check_only_message(loaded, Severity::error,
                       "other.conf: cannot be read (No such file or directory); its settings are not used");
}

TEST_CASE("the spool goes to TMPDIR unless it is set", "[config]") {
    CHECK(load_environment({"TMPDIR=/scratch"}).spool_directory == "/scratch/shunt-1000");
    CHECK(load_environment({"TMPDIR=/scratch", "SHUNT_SPOOL=/dev/shm/mine"}).spool_directory == "/dev/shm/mine");
}

TEST_CASE("a file full of mistakes gives a bounded number of messages", "[config]") {
    std::string file;
    for (int i = 0; i < 5000; ++i) file += "nonsense\n";
    const auto loaded = load_with(file);
    CHECK(loaded.messages.size() == kMostMessages + 1);
    CHECK(loaded.messages.back().text == "further messages about the settings are left out");
}

TEST_CASE("only regular files of moderate size are read", "[config]") {
    CHECK(read_settings_file("/nonexistent/s.conf").error == "No such file or directory");
    CHECK(read_settings_file("/tmp").error == "not a regular file");
    CHECK(read_settings_file("/dev/zero").error == "not a regular file");
    char name[] = "/tmp/shunt-reader-test-XXXXXX";
    const int file = mkstemp(name);
    REQUIRE(file >= 0);
    std::ofstream(name) << "log = info\n";
    CHECK(read_settings_file(name).text == "log = info\n");
    std::ofstream(name) << std::string((1 << 20) + 1, '#');
    CHECK(read_settings_file(name).error == "larger than 1 MiB");
    std::remove(name);
}

TEST_CASE("knowledge is kept where the option says, by default in the user's cache", "[config]") {
    CHECK(load_environment({"HOME=/h"}).knowledge_file.empty());
    CHECK(load_environment({"HOME=/h", "SHUNT_AUTO_KNOWLEDGE=off"}).knowledge_file.empty());
    CHECK(load_environment({"HOME=/h", "SHUNT_AUTO_KNOWLEDGE=on"}).knowledge_file == "/h/.cache/shunt/knowledge");
    CHECK(load_environment({"HOME=/h", "XDG_CACHE_HOME=/c", "SHUNT_AUTO_KNOWLEDGE=on"}).knowledge_file ==
          "/c/shunt/knowledge");
    CHECK(load_environment({"HOME=/h", "XDG_CACHE_HOME=c", "SHUNT_AUTO_KNOWLEDGE=on"}).knowledge_file ==
          "/h/.cache/shunt/knowledge");
    CHECK(load_environment({"SHUNT_AUTO_KNOWLEDGE=on"}).knowledge_file.empty());
    CHECK(load_environment({"SHUNT_AUTO_KNOWLEDGE=./k"}).knowledge_file == "./k");
    const auto wrong = load_with("auto.knowledge = on\n", {"HOME=/h", "SHUNT_AUTO_KNOWLEDGE=yes"});
    CHECK(wrong.knowledge_file == "/h/.cache/shunt/knowledge");
    check_only_message(wrong, Severity::error,
                       "environment SHUNT_AUTO_KNOWLEDGE: 'yes' is neither off nor on, nor a path with a '/'; on "
                       "(s.conf:1) is kept");
}
