#include "tools/command.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "tests/unit/record/synthetic.hpp"

using namespace shunt::tools;
using shunt::record::synthetic::TemporaryDirectory;

namespace {

/// The output of a command line, and its exit status.
struct Outcome {
    int status;
    std::string out, err;
};

/// Captures a stream while it exists.
class Capture {
public:
    explicit Capture(std::ostream& stream) : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
    ~Capture() { stream_.rdbuf(before_); }
    std::string text() const { return text_.str(); }

private:
    std::ostream& stream_;
    std::ostringstream text_;
    std::streambuf* before_;
};

Outcome run(const Arguments& arguments) {
    const Capture out(std::cout), err(std::cerr);
    const int status = dispatch(arguments);
    return {status, out.text(), err.text()};
}

}  // namespace

TEST_CASE("an unknown command is answered with the nearest", "[tools]") {
    const Outcome outcome = run({"exprot"});
    CHECK(outcome.status == kUsage);
    CHECK(outcome.err == "shunt: no command is called 'exprot'; the nearest is 'export' (see shunt --help)\n");
}

TEST_CASE("shunt tells its version and its commands", "[tools]") {
    CHECK(run({"--version"}).out.starts_with("shunt 0."));
    CHECK(run({"--help"}).status == kDone);
    for (const Command& command : commands())
        CHECK(run({"--help"}).out.find(std::string(command.summary)) != std::string::npos);
    CHECK(run({}).status == kUsage);
}

TEST_CASE("every command has a manual page with all its parts", "[tools]") {
    for (const Command& command : commands()) {
        const Outcome outcome = run({std::string(command.name), "--help"});
        INFO(command.name << ": " << outcome.err);
        CHECK(outcome.status == kDone);
        for (const char* part :
             {"NAME\n", "\nSYNOPSIS\n", "\nDESCRIPTION\n", "\nOPTIONS\n", "\nEXIT STATUS\n", "\nEXAMPLES\n"})
            CHECK(outcome.out.find(part) != std::string::npos);
        CHECK(outcome.out.find(std::string(command.summary)) != std::string::npos);
        CHECK(run({"help", std::string(command.name)}).out == outcome.out);
    }
}

TEST_CASE("an unknown option is a usage error of that command", "[tools]") {
    for (const Command& command : commands()) {
        const Outcome outcome = run({std::string(command.name), "--no-such-option"});
        CHECK(outcome.status == kUsage);
        CHECK(outcome.err.starts_with("shunt " + std::string(command.name) + ": "));
    }
}

TEST_CASE("export, diff and recover work from the command line", "[tools]") {
    const TemporaryDirectory directory;
    const std::string profile = directory / "a.shunt";
    shunt::record::synthetic::write_file(profile, shunt::record::synthetic::make_profile_bytes(2));
    CHECK(run({"export", profile, "--json", "-"}).out.starts_with("{\n\"run\": ["));
    CHECK(run({"export", profile, "--sqlite", directory / "a.db", "--csv", directory / "csv"}).status == kDone);
    CHECK(run({"export", profile}).status == kUsage);
    CHECK(run({"export", directory / "none", "--json", "-"}).err ==
          "shunt export: cannot read " + directory.path() + "/none: No such file or directory\n");
    CHECK(run({"diff", profile, profile}).out.find("No function changed") != std::string::npos);
    CHECK(run({"diff", profile}).status == kUsage);
    CHECK(run({"analyze"}).status == kUsage);
    CHECK(run({"analyze", profile, "--ranks", "1"}).status == kUsage);
    CHECK(run({"analyze", directory / "none"}).status == kFailed);
    CHECK(run({"analyze", profile}).status == kDone);
    CHECK(run({"analyze", profile, "-o", directory / "a.plan"}).out.starts_with("wrote " + directory.path()));
    CHECK(run({"recover", directory.path()}).status == kFailed);
    CHECK(run({"recover", directory / "none"}).err.starts_with("shunt recover: cannot read the folder "));

    auto parts = shunt::record::synthetic::make_parts(1, 2);
    parts.header.state = shunt::record::SpoolState::running;
    std::snprintf(parts.header.host, sizeof parts.header.host, "elsewhere");
    shunt::record::synthetic::write_file(directory / "x.spool", shunt::record::synthetic::build(parts, true));
    CHECK(run({"recover", directory.path(), "--list"}).out.find("1122334455667788") != std::string::npos);
    const Outcome recovered = run({"recover", directory.path(), "-o", directory / "r.shunt", "--clean"});
    CHECK(recovered.status == kDone);
    CHECK(recovered.out.find("1 of 2 ranks recovered; missing: 0\n  rank 1 (elsewhere): outside MPI\n") !=
          std::string::npos);
    CHECK(run({"recover", directory.path(), "--list"}).out.find("1122334455667788") == std::string::npos);
    CHECK(run({"diff", profile, directory / "r.shunt"}).status == kDone);
}

TEST_CASE("run refuses a command line it cannot understand and starts nothing", "[tools]") {
    CHECK(run({"run"}).status == kUsage);
    CHECK(run({"run", "--no-summary", "true"}).status == kUsage);
    CHECK(run({"run", "--set", "wait", "--", "true"}).status == kUsage);
    CHECK(run({"run", "--library", "/nonexistent.so", "--", "true"}).status == kFailed);
}

TEST_CASE("run checks the rules before anything is started", "[tools]") {
    const TemporaryDirectory directory;
    const std::string library = directory / "libshunt.so", made = directory / "made";
    shunt::record::synthetic::write_file(library, {});
    const Outcome wrong =
        run({"run", "--library", library, "--rules", "bcast -> host; altoall -> phased", "--", "touch", made});
    CHECK(wrong.status == kUsage);
    CHECK(wrong.err == "shunt run: --rules, rule 2: unknown operation 'altoall'; the nearest known name is alltoall\n");
    CHECK(run({"run", "--library", library, "--rules", "alltoall -> fased", "--dry-run", "--", "touch", made}).status ==
          kUsage);
    CHECK_FALSE(std::filesystem::exists(made));

    const Outcome idle =
        run({"run", "--library", library, "--rules", "allreduce -> multicast", "--dry-run", "--", "touch", made});
    CHECK(idle.status == kDone);
    CHECK(idle.err.find("never acts: multicast does not carry allreduce; 'allreduce -> pipeline' would act") !=
          std::string::npos);
}

TEST_CASE("options accepts rules, shows them as they are read, and reports their faults", "[tools]") {
    const Outcome good = run({"options", "--rules", "alltoall  64k.. ->  phased;*->host"});
    CHECK(good.status == kDone);
    CHECK(good.out.find("# command line --rules") != std::string::npos);
    CHECK(good.out.ends_with("The first rule that matches holds:\nalltoall 64K.. -> phased\n* -> host\n"));
    const Outcome wrong = run({"options", "--rules", "alltoall -> fased"});
    CHECK(wrong.status == kFailed);
    CHECK(wrong.err.find("--rules, rule 1: unknown engine 'fased'; the nearest known name is phased") !=
          std::string::npos);
    const Outcome idle = run({"options", "--rules", "bcast -> phased"});
    CHECK(idle.status == kDone);
    CHECK(idle.err.find("rule 'bcast -> phased' (--rules, rule 1) never acts") != std::string::npos);
}
