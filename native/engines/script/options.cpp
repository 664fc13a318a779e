#include "native/engines/script/options.hpp"

namespace shunt::script_engine {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&ScriptOptions::file>, "script", "", "a file, or several with commas", kEqual,
     "The scripts for rules that name the engine `script` but no file, as in `allreduce -> script`. Of several files "
     "the later ones are newer. Names ending in `.program` are programs, others Lua. A relative path is looked up "
     "beside the configuration file, then in the directory in which the program began."},
    {option::flag<&ScriptOptions::checks>, "script.check", "on", "on|off", kEqual,
     "Whether a program is proved correct before its first use. off: Shunt proves only that it stays inside its "
     "buffers, and the report says that it was not checked."},
    {option::integer<&ScriptOptions::ring_bytes>, "script.ring", "2M", "64K..1G", kEqual,
     "Bytes of memory in which each rank of a communicator receives messages, divided among all other ranks."},
    {option::integer<&ScriptOptions::direct_bytes>, "script.direct", "128K", "0..1G", kEqual,
     "Smallest message within a node, in bytes, that its receiver copies from the sender's memory, where the system "
     "allows that. 0: none."},
    {option::integer<&ScriptOptions::most_programs>, "script.programs", "1000", "1..1M", kEqual,
     "Most programs of a communicator: one for each operation, size and root that is used. The host carries further "
     "ones."},
    {option::text<&ScriptOptions::interface>, "script.interface", "", "a name, address or CIDR", kEqual,
     "The network for programs between nodes by TCP. Empty: the first one that all nodes share, otherwise the one of "
     "the routes between them."},
    {option::text<&ScriptOptions::switches>, "script.switches", "", "NAME=PATTERN ...", kEqual,
     "Which hosts are at which switch, for scripts (`topology.by_switch()`): names of switches, each with a pattern of "
     "host names or addresses, as in `left=10.1.* right=node2*`; the first that fits counts."},
    {option::choice<&ScriptOptions::way>, "script.way", "auto", "auto|verbs|tcp", kEqual,
     "Transport of programs between nodes, as `pipeline.way`."},
    {option::choice<&ScriptOptions::sizes>, "script.sizes", "host", "host|exchange", kEqual,
     "Who carries Gatherv, Scatterv and Alltoallv, whose sizes not all ranks know. exchange: scripts. The ranks tell "
     "each other their sizes in each such call, which therefore waits for the root, in an Alltoallv for all ranks. MPI "
     "permits that, but a program may rely on the contrary."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::script_engine
