#include <iostream>
#include <optional>
#include <stdexcept>

#include "native/program/checker.hpp"
#include "tools/output_stream.hpp"
#include "tools/script/commands.hpp"
#include "tools/script/drawing.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kDrawPage{
    "script draw",
    "draw all messages over time",
    "shunt script draw FILE [--output SVG] [--ranks N] [--bytes N] [--root N] [--operation NAME] [--element-bytes N] "
    "[--network FILE]",
    "Draws the first program of FILE by the predicted times: time runs to the right, a line for each rank, a stroke "
    "for each message from its sender to its receiver, bars for copies and combinations. The picture follows the "
    "viewer's light or dark theme; the pointer shows each step. Only programs that are right can be drawn.\n\n"
    "FILE is a script in Lua, a program's text, or known:NAME. `shunt script check --help` describes --network.",
    "0  drawn\n"
    "1  the program is wrong, or a file cannot be read or written\n"
    "2  wrong command line",
    "shunt script draw ring.lua --operation allreduce --ranks 8 --output ring.svg\n"
    "shunt script draw exchange.program --output exchange.svg\n"
    "shunt script draw known:ring-allreduce --ranks 8 --bytes 1M > ring.svg",
};

}  // namespace

int script_draw(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("output,o", po::value<std::string>()->value_name("SVG"),
                          "write there instead of to standard output");
    add_call_options(options, "8", "64K");
    const Parsed parsed = parse_command_line(kDrawPage, options, {"file"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file")) return complain("script draw", "name a file (see shunt script draw --help)", kUsage);
    WantedCalls wanted;
    try {
        wanted = wanted_calls(parsed);
    } catch (const std::runtime_error& problem) { return complain("script draw", problem.what(), kUsage); }
    if (wanted.roots.empty()) wanted.roots = {0};
    wanted.network = network_of(parsed);
    std::optional<program::Program> first;
    std::uint64_t element_bytes = 1;
    load_programs(parsed.text("file"), wanted, [&](program::Program each, std::uint64_t bytes) {
        if (first) return;
        first = std::move(each);
        element_bytes = bytes;
    });
    if (!first) return complain("script draw", parsed.text("file") + " has no program for such a call", kFailed);
    const auto verdict = program::check(*first, program::Memory::apart);
    if (!verdict.right()) return complain("script draw", verdict.error, kFailed);
    const std::string svg = drawing_of(*first, wanted.network, element_bytes);
    if (!parsed.has("output")) return std::cout << svg << std::flush ? kDone : kFailed;
    std::ofstream file = output_stream(parsed.text("output"));
    if (file << svg << std::flush) return kDone;
    return complain("script draw", "cannot write " + parsed.text("output"), kFailed);
}

}  // namespace shunt::tools
