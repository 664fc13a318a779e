#include "tools/launch/run_setup.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/unit/record/synthetic.hpp"
#include "tools/launch/child_process.hpp"
#include "tools/launch/library_path.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/report/units.hpp"

using namespace shunt::tools;
using shunt::record::synthetic::TemporaryDirectory;

namespace {

std::string value_of(const RunSettings& settings, const std::string& name) {
    for (const auto& [key, value] : settings.variables)
        if (key == name) return value;
    return "none";
}

}  // namespace

TEST_CASE("the command of shunt run starts behind -- or at the first word", "[tools]") {
    std::vector<std::string> ours;
    Words command;
    CHECK(split_command({"--wait", "gentle", "--", "mpirun", "--", "x"}, ours, command));
    CHECK(ours == std::vector<std::string>{"--wait", "gentle"});
    CHECK(command == Words{"mpirun", "--", "x"});
    CHECK(split_command({"mpirun", "-np", "4"}, ours, command));
    CHECK(ours.empty());
    CHECK(command.size() == 3);
    CHECK_FALSE(split_command({"--no-summary", "mpirun"}, ours, command));
    CHECK_FALSE(split_command({}, ours, command));
}

TEST_CASE("settings of the command line beat the environment and go to the ranks by their variable", "[tools]") {
    const auto settings = make_settings(
        {"SHUNT_WAIT=host", "SHUNT_LOG=debug", "SHUNT_LIBRARY=/x", "TMPDIR=/scratch"},
        {{"wait", "gentle"}, {"record.memory", "16M"}, {"profile", "/tmp/a/../p.shunt"}}, "app.shunt", "00ff", 7);
    CHECK(settings.errors.empty());
    CHECK(value_of(settings, "SHUNT_WAIT") == "gentle");
    CHECK(value_of(settings, "SHUNT_LOG") == "debug");
    CHECK(value_of(settings, "SHUNT_RECORD_MEMORY") == "16M");
    CHECK(value_of(settings, "SHUNT_PROFILE") == "/tmp/p.shunt");
    CHECK(value_of(settings, "SHUNT_RUN_ID") == "00ff");
    CHECK(value_of(settings, "SHUNT_LIBRARY") == "none");
    CHECK(value_of(settings, "TMPDIR") == "none");
    CHECK(settings.profile == "/tmp/p.shunt");
    CHECK(settings.spool_directory == "/scratch/shunt-7");
    CHECK(settings.records);
}

TEST_CASE("file names become absolute before the program is started", "[tools]") {
    const auto settings =
        make_settings({"SHUNT_PROFILE=mine.shunt"}, {{"spool", "sp"}, {"log.file", "l.txt"}}, "app.shunt", "1", 0);
    CHECK(settings.profile == absolute_path("mine.shunt"));
    CHECK(settings.spool_directory == absolute_path("sp"));
    CHECK(value_of(settings, "SHUNT_LOG_FILE") == absolute_path("l.txt"));
    CHECK(make_settings({}, {}, "app.shunt", "1", 0).profile == absolute_path("app.shunt"));
    const auto knowledge = [](const char* value) {
        return value_of(make_settings({}, {{"auto.knowledge", value}}, "app.shunt", "1", 0), "SHUNT_AUTO_KNOWLEDGE");
    };
    CHECK(knowledge("./k") == absolute_path("./k"));
    CHECK(knowledge("on") == "on");
    CHECK(knowledge("off") == "off");
}

TEST_CASE("a wrong setting on the command line is refused with the nearest name", "[tools]") {
    const auto unknown = make_settings({}, {{"wat", "gentle"}}, "a", "1", 0);
    REQUIRE(unknown.errors.size() == 1);
    CHECK(unknown.errors[0].find("nearest known name is wait") != std::string::npos);
    CHECK(make_settings({}, {{"wait", "gental"}}, "a", "1", 0).errors.size() == 1);
    CHECK(make_settings({"SHUNT_WAIT=gental"}, {}, "a", "1", 0).errors.empty());  // the ranks report that themselves
    CHECK_FALSE(make_settings({}, {{"enabled", "off"}}, "a", "1", 0).records);
    CHECK_FALSE(make_settings({}, {{"record", "off"}}, "a", "1", 0).records);
}

TEST_CASE("a wrong rule from an option or a variable is refused before the start, with its place and the nearest name",
          "[tools]") {
    const auto first_error = [](const std::vector<std::string>& environment,
                                const std::vector<std::pair<std::string, std::string>>& settings) {
        const auto made = make_settings(environment, settings, "a", "1", 0);
        return made.errors.size() == 1 ? made.errors[0] : std::to_string(made.errors.size()) + " errors";
    };
    CHECK(first_error({}, {{"rules", "bcast -> host; altoall -> phased"}}) ==
          "--rules, rule 2: unknown operation 'altoall'; the nearest known name is alltoall");
    CHECK(first_error({"SHUNT_RULES=alltoall -> fased"}, {}) ==
          "SHUNT_RULES, rule 1: unknown engine 'fased'; the nearest known name is phased");
    CHECK(make_settings({"SHUNT_RULES=alltoall -> fased"}, {{"enabled", "off"}}, "a", "1", 0).errors.empty());
    CHECK(make_settings({"SHUNT_RULES=alltoall -> fased"}, {{"rules", "alltoall -> phased"}}, "a", "1", 0)
              .errors.empty());
}

TEST_CASE("a rule that can act in no job is named, and the program runs", "[tools]") {
    const auto made =
        make_settings({}, {{"rules", "allreduce -> multicast; alltoallv -> phased; bcast -> phased"}}, "a", "1", 0);
    CHECK(made.errors.empty());
    REQUIRE(made.warnings.size() == 2);
    CHECK(made.warnings[0] ==
          "rule 'allreduce -> multicast' (--rules, rule 1) never acts: multicast does not carry allreduce; "
          "'allreduce -> pipeline' would act");
    CHECK(made.warnings[1].find("'bcast -> multicast' would act") != std::string::npos);
}

TEST_CASE("--set wants a key and a value", "[tools]") {
    std::pair<std::string, std::string> setting;
    REQUIRE(split_setting("rules=* -> host; a = b", setting));
    CHECK(setting.first == "rules");
    CHECK(setting.second == "* -> host; a = b");
    CHECK(split_setting("profile=", setting));
    CHECK_FALSE(split_setting("=x", setting));
    CHECK_FALSE(split_setting("wait", setting));
}

TEST_CASE("a profile without a given name replaces none", "[tools]") {
    const TemporaryDirectory directory;
    CHECK(free_profile_name(directory / "app") == directory / "app.shunt");
    shunt::record::synthetic::write_file(directory / "app.shunt", {});
    CHECK(free_profile_name(directory / "app") == directory / "app.2.shunt");
    shunt::record::synthetic::write_file(directory / "app.2.shunt", {});
    CHECK(free_profile_name(directory / "app") == directory / "app.3.shunt");
    CHECK(base_name("/usr/bin/hpcc") == "hpcc");
    CHECK(base_name("hpcc") == "hpcc");
    CHECK(program_name("/usr/bin/hpcc /in/put.txt -v") == "hpcc");
    CHECK(program_name("python3 -u dir/solve.py x") == "solve.py");
    CHECK(program_name("python3 -m solve") == "python3");
    CHECK(program_name("") == "");
}

TEST_CASE("the library is looked for beside the program and in the multiarch folder", "[tools]") {
    const auto places = library_candidates("/usr/bin");
    CHECK(places.front() == "/usr/lib/libshunt.so");
    std::string error;
    CHECK(find_library("/nonexistent/libshunt.so", error).empty());
    CHECK(error == "there is no library /nonexistent/libshunt.so");
    const TemporaryDirectory directory;
    shunt::record::synthetic::write_file(directory / "mine.so", {});
    CHECK(find_library(directory / "mine.so", error) == directory / "mine.so");
}

TEST_CASE("a child's exit status is returned, also when a signal ended it or it never started", "[tools]") {
    CHECK(run_and_wait({"sh", "-c", "exit 7"}, {}, {}).status == 7);
    CHECK(run_and_wait({"sh", "-c", "kill -KILL $$"}, {}, {}).status == 128 + 9);
    CHECK(run_and_wait({"sh", "-c", "test \"$SHUNT_TEST_A\" = 'b c' && test -z \"$HOME\""}, {{"SHUNT_TEST_A", "b c"}},
                       {"HOME"})
              .status == 0);
    const ChildEnd missing = run_and_wait({"/nonexistent/program"}, {}, {});
    CHECK(missing.status == 127);
    CHECK(missing.error == "cannot start /nonexistent/program: No such file or directory");
    CHECK(run_and_wait({"/tmp"}, {}, {}).status == 126);
}

TEST_CASE("a signal to shunt run is passed on to the program", "[tools]") {
    const std::string parent = std::to_string(::getpid());
    CHECK(run_and_wait({"sh", "-c", "trap 'exit 9' TERM; kill -TERM " + parent + "; while :; do sleep 0.01; done"}, {},
                       {})
              .status == 9);
}

TEST_CASE("a program's output is read, for no longer than the given time", "[tools]") {
    CHECK(output_of({"sh", "-c", "echo out; echo err >&2"}, 10000) == "out\nerr\n");
    CHECK(output_of({"sh", "-c", "echo first; exec sleep 100"}, 200) == "first\n");
    CHECK(output_of({"/nonexistent/program"}, 1000).empty());
    CHECK(find_in_path("sh").ends_with("/sh"));
    CHECK(find_in_path("/tmp").empty());
    CHECK(find_in_path("no-such-program-anywhere").empty());
}
