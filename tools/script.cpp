#include "tools/script/commands.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kScriptPage{
    "script",
    "collectives that you write: are they right, and how long do they take?",
    "shunt script check FILE... [OPTIONS]\n"
    "shunt script draw FILE [--output SVG] [OPTIONS]\n"
    "shunt script show FILE [OPTIONS]\n"
    "shunt script try FILE [OPTIONS] -- LAUNCHER [OPTIONS...]",
    "A program says, step by step, what each rank does in one collective call: whom it sends which elements to, what "
    "it "
    "receives, copies and combines, and which steps wait for which others.\n\n"
    "`check` proves for all ranks together that a program does what its operation demands: every element of every "
    "result is the right one, every contribution is combined once and in order of rank, nothing is read before it is "
    "written, no step waits for ever. It predicts how long the program takes, beside algorithms that MPI libraries "
    "use.\n\n"
    "`draw` makes a picture of who sends to whom when. `show` writes programs as text, which is also how a program is "
    "written by hand. `try` runs it on real ranks and checks the results.\n\n"
    "FILE is a script in Lua (tools/scripts/README.md teaches how to write one), a program's text, or known:NAME, one "
    "of the algorithms that come with Shunt: `shunt script show known:` "
    "lists them. Each subcommand shows its options with --help.",
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
    {"draw", "draw who sends to whom when", script_draw},
    {"show", "write programs as text", script_show},
    {"try", "run programs on real ranks, and check the results", script_try},
};

}  // namespace

int script_command(const Arguments& arguments) { return dispatch_among(kScriptPage, kScriptCommands, arguments); }

}  // namespace shunt::tools
