#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "native/program/checker.hpp"
#include "tests/unit/record/synthetic.hpp"
#include "tools/command.hpp"
#include "tools/script/creators.hpp"

using namespace shunt;
using namespace shunt::tools;
using shunt::record::synthetic::TemporaryDirectory;

namespace {

const std::string kScripts = SHUNT_SOURCE_DIR "/tools/scripts/";

/// Captures a stream while it exists.
class Caught {
public:
    explicit Caught(std::ostream& stream) : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
    ~Caught() { stream_.rdbuf(before_); }
    std::string text() const { return text_.str(); }

private:
    std::ostream& stream_;
    std::ostringstream text_;
    std::streambuf* before_;
};

/// The output of `shunt script`, both streams, and its status.
std::pair<int, std::string> run_script(Arguments arguments) {
    arguments.insert(arguments.begin(), "script");
    const Caught out(std::cout), err(std::cerr);
    const int status = dispatch(arguments);
    return {status, out.text() + err.text()};
}

std::string script_in(const TemporaryDirectory& directory, const std::string& text) {
    const std::string file = directory.path() + "/mine.lua";
    std::ofstream(file) << text;
    return file;
}

WantedCalls calls_of(int ranks, std::uint64_t bytes) {
    WantedCalls wanted;
    wanted.ranks = {ranks};
    wanted.bytes = {bytes};
    return wanted;
}

}  // namespace

TEST_CASE("shunt script check proves scripts", "[tools]") {
    const auto [status, text] = run_script({"check", kScripts + "ring.lua", "--ranks", "1..4", "--bytes", "0,24,1K"});
    CHECK(status == kDone);
    CHECK_THAT(text, Catch::Contains("60 programs, proved right") && Catch::Contains("reduce_scatter_block"));
    const auto [one_status, one] =
        run_script({"check", kScripts + "ring.lua", "--ranks", "4", "--bytes", "1K", "--operation", "allgather"});
    CHECK(one_status == kDone);
    CHECK_THAT(one, Catch::Contains("1 program, proved right"));
}

TEST_CASE("shunt script check reports a fault with file and line", "[tools]") {
    const TemporaryDirectory directory;
    const std::string file = script_in(directory,
                                       "creator('bcast', function(call) return function(me)\n"
                                       "  if me.rank == 0 then me:send(1, me.output) end\nend end)");
    const auto [status, text] = run_script({"check", file, "--ranks", "2"});
    CHECK(status == kFailed);
    CHECK_THAT(text, Catch::Contains(file + ":2: rank 0, step 0"));
    const auto [late, error] =
        run_script({"check", script_in(directory, "creator('bcast', function(call)\nerror('no') end)")});
    CHECK(late == kFailed);
    CHECK_THAT(error, Catch::Contains(file + ":2: no"));
    CHECK(run_script({"check", script_in(directory, "x =")}).first == kFailed);
    CHECK(run_script({"check", script_in(directory, "")}).first == kFailed);  // nothing was proved
    CHECK(run_script({"check", file, "--operation", "send"}).first == kUsage);
}

TEST_CASE("scripts are drawn and shown", "[tools]") {
    const auto [drawn, svg] = run_script({"draw", kScripts + "bruck.lua", "--operation", "alltoall", "--ranks", "4"});
    CHECK(drawn == kDone);
    CHECK_THAT(svg, Catch::StartsWith("<svg ") && Catch::Contains("alltoall, 4 ranks"));
    const auto [shown, program] =
        run_script({"show", kScripts + "flat.lua", "--operation", "bcast", "--ranks", "3", "--bytes", "8"});
    CHECK(shown == kDone);
    CHECK_THAT(program, Catch::StartsWith("program bcast") && Catch::Contains("count 8"));
}

TEST_CASE("several scripts with commas are asked newest first", "[tools]") {
    const auto [status, text] = run_script({"check", kScripts + "flat.lua," + kScripts + "timed.lua", "--ranks", "3",
                                            "--bytes", "8", "--operation", "bcast"});
    CHECK(status == kDone);
    CHECK_THAT(text, Catch::Contains("bcast: at most 2 steps") && Catch::Contains("3 programs, proved right"));
}

TEST_CASE("scripts see the network's nodes, switches and links", "[tools]") {
    const TemporaryDirectory directory;
    WantedCalls wanted = calls_of(6, 8);
    wanted.network = *program::parse_network(
                          "ranks-per-node 2\nport rate 100MB/s latency 20us\nmessage 5us\n"
                          "switch nodes 0-1 rate 50MB/s latency 400us\nswitch nodes 2 rate 1GB/s latency 100us\n",
                          "test")
                          .network;
    const std::string file =
        script_in(directory,
                  "topology.measure()\nlocal t = topology\n"
                  "print(t.nodes, t.address_of(0), t.address_of(5), t.node_of(5), t.core_of(5), "
                  "#t.by_switch())\ncreator('barrier', function() print(string.format('%.1f %.1f %.0f', "
                  "t.latency(0, 2) * 1e6, t.latency(0, 4) * 1e6, t.rate(0, 4) / 1e6)) end)");
    int programs = 0;
    const Caught err(std::cerr);
    load_script(file, wanted, [&](program::Program, std::uint64_t) { ++programs; });
    CHECK(programs == 0);
    CHECK(err.text() == "3 10.1.0.0 10.2.0.2 2 1 2\n30.0 530.0 50\n");
}

TEST_CASE("elements are bytes where nothing is combined, and reductions are made for both kinds of operations",
          "[tools]") {
    const TemporaryDirectory directory;
    std::map<std::string, int> seen;
    load_script(kScripts + "binomial.lua", calls_of(3, 16), [&](program::Program each, std::uint64_t element_bytes) {
        CHECK(program::check(each, program::Memory::apart).right());
        CHECK(element_bytes == (each.operation == Operation::bcast ? 1 : 8));
        CHECK(each.count == (each.operation == Operation::bcast ? 16 : 2));
        ++seen[std::string(name_of(each.operation)) + (each.commutative ? "!" : "")];
    });
    // Of two programs with equal steps, the one for any operation is enough.
    CHECK(seen == std::map<std::string, int>{{"bcast", 3}, {"reduce", 3}, {"reduce!", 2}, {"allreduce", 1}});
}
