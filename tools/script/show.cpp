#include <iostream>

#include "tools/script/commands.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kShowPage{
    "script show",
    "write programs as text",
    "shunt script show FILE|OPERATION [--engine NAME] [--ranks N] [--bytes N] [--root N] [--operation NAME] "
    "[--element-bytes N] [--network FILE]",
    "Writes the steps of each rank, as text that `shunt script check` and the engine `script` read. A line is one "
    "step: send, receive, copy or combine, with ranges of sendbuf, recvbuf and scratch as [FIRST+COUNT] in elements, "
    "and the steps of the same rank that it is after. Steps that are not after one another may be done in any "
    "order.\n\n"
    "    program allreduce                                       an operation of MPI\n"
    "    ranks 2\n"
    "    count 6                                                 of the vector, or of one block\n"
    "    rank 0 scratch 6\n"
    "      0: copy sendbuf[0+6] to recvbuf[0+6]\n"
    "      1: send recvbuf[0+6] to 1 chunk 2 after 0             in parts of 2\n"
    "      2: receive scratch[0+6] from 1 chunk 2\n"
    "      3: combine scratch[0+6] right-of recvbuf[0+6] after 1 2    recvbuf = recvbuf op scratch\n\n"
    "More lines: `root N`; `counts N N ...` in place of `count` for gatherv, scatterv, allgatherv, reduce_scatter (by "
    "rank) and alltoallv (by pair); `commutative`, if it is for operations that commute alone. A message without "
    "elements is `send nothing to 1`. `#` begins a comment.\n\n"
    "FILE is a script in Lua, a program's text, or known:NAME; known: alone lists the names. With --engine it is the "
    "name of an operation, and the engine's program for it among nodes is written, with default options. An engine may "
    "buffer more than the text shows, and send before a receive is posted.",
    "0  written\n"
    "1  it cannot be read\n"
    "2  wrong command line",
    "shunt script show known:\n"
    "shunt script show bcast --engine pipeline --ranks 16 --bytes 1M\n"
    "shunt script show known:recursive-halving-allreduce --ranks 4 --bytes 64 > mine.program",
};

}  // namespace

int script_show(const Arguments& arguments) {
    boost::program_options::options_description options;
    add_call_options(options, "4", "64");
    const Parsed parsed = parse_command_line(kShowPage, options, {"file"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file")) return complain("script show", "name a file (see shunt script show --help)", kUsage);
    WantedCalls wanted;
    try {
        wanted = wanted_calls(parsed);
    } catch (const std::runtime_error& problem) { return complain("script show", problem.what(), kUsage); }
    try {
        if (wanted.roots.empty()) wanted.roots = {0};
        wanted.network = network_of(parsed);
        load_programs(parsed.text("file"), wanted,
                      [](const program::Program& each, std::uint64_t) { std::cout << program::to_text(each); });
    } catch (const std::runtime_error& problem) { return complain("script show", problem.what(), kFailed); }
    return std::cout.flush() ? kDone : kFailed;
}

}  // namespace shunt::tools
