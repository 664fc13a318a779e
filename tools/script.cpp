#include "tools/script/commands.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kScriptPage{
    "script",
    "check, draw and try collectives that you have written",
    "shunt script check FILE... [OPTIONS]\n"
    "shunt script draw FILE [--output SVG] [OPTIONS]\n"
    "shunt script show FILE [OPTIONS]\n"
    "shunt script try FILE [OPTIONS] -- LAUNCHER [OPTIONS...]",
    "A program lists, step by step, the actions of each rank in one collective call: the elements that it sends to "
    "other ranks, receives, copies and combines, and the steps that each step waits for.\n\n"
    "`check` proves for all ranks together that a program gives the result that its operation requires: every element "
    "of every result is the right one, every contribution is combined once and in order of rank, nothing is read "
    "before it is written, no step waits for ever. It predicts how long the program takes, beside algorithms that MPI "
    "libraries use.\n\n"
    "`draw` makes a picture of all messages over time. `show` writes programs as text, which is also how a program is "
    "written by hand. `try` runs it on real ranks and checks the results.\n\n"
    "FILE is a script in Lua (tools/scripts/README.md teaches how to write one), a program's text, or known:NAME, one "
    "of the algorithms that come with Shunt: `shunt script show known:` lists them. Each subcommand shows its options "
    "with --help.",
    "0  done; check: all programs are right; try: all results are\n"
    "1  check: a program is wrong; try: a result is; or a file cannot be read or written\n"
    "2  wrong command line",
    "shunt script check ring.lua\n"
    "shunt script check exchange.program\n"
    "shunt script check known:ring-allreduce --ranks 2..64 --bytes 8,64K,1M\n"
    "shunt script draw known:binomial-bcast --ranks 16 --output bcast.svg\n"
    "shunt script show bcast --engine pipeline --ranks 16 --bytes 1M\n"
    "shunt script show known:chain-scan --ranks 4 --bytes 64 > mine.program\n"
    "shunt script try ring.lua -- mpirun -np 8",
};

constexpr Command kScriptCommands[] = {
    {"check", "prove that programs are right, and predict how long they take", script_check},
    {"draw", "draw all messages over time", script_draw},
    {"show", "write programs as text", script_show},
    {"try", "run programs on real ranks, and check the results", script_try},
};

}  // namespace

int script_command(const Arguments& arguments) { return dispatch_among(kScriptPage, kScriptCommands, arguments); }

}  // namespace shunt::tools
