#include "tools/manual/file_formats.hpp"

#include "tools/manual/roff.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kConfDescription =
    "A file of settings and rules for Shunt. The environment variable SHUNT_CONFIG names it, or the option --config "
    "of shunt-run(1). The environment overrides the file, and the command line overrides the environment. `shunt "
    "options` shows every option's value and the source of the value.\n\n"
    " # comment; also after a blank and '#'\n"
    " wait = gentle\n"
    " [record]              # a section is the first part of the keys under it\n"
    " memory = 16M          # record.memory\n"
    " [rules]               # from here on each line is a rule, see shunt-rules(5)\n"
    " alltoall 64K.. ranks 4.. nodes 2.. -> phased schedule=auto\n"
    " * -> host\n\n"
    "`Values` are on or off (also yes and no, true and false, 1 and 0); whole numbers with K, M or G, powers of 1024; "
    "durations with ns, us, ms, s, min or h; one of some words; or a text, which ends with the line. There are no "
    "quotes and no continued lines.\n\n"
    "`[]` ends a section. Of a key set twice the later one counts, and a warning is given. The file is a regular one "
    "of at most 1 MiB.\n\n"
    "A wrong value is reported with its position and the allowed values; the previous value is kept. An unknown key, "
    "or a variable SHUNT_* that is no option's, is reported with the nearest known name. A variable that is set but "
    "empty counts as not set, unless the option is a text.";

constexpr std::string_view kRulesSynopsis =
    " operation[,operation...] [BYTES] [ranks R] [nodes N] [comm NAME] -> engine [name=value ...]";

constexpr std::string_view kRulesDescription =
    "Rules select the carriers of the calls of an MPI program under Shunt. They are given by the option --rules of "
    "shunt-run(1), by the environment variable SHUNT_RULES, where ; separates them, or behind [rules] in a file "
    "(shunt.conf(5)), each on a line. The first rule that matches a call applies; if none matches, the MPI carries "
    "the call, as it does without Shunt.\n\n"
    "`shunt run` refuses wrong rules before it starts anything, and warns of a rule that can never act. `shunt "
    "options --rules RULES` checks rules and runs nothing. If one rule is wrong, none is used, because each rule is "
    "meant for the calls that the rules above leave over.\n\n"
    "`operation` is a name of the list below, several with commas, or `*` for all but p2p. Nonblocking and persistent "
    "forms, and those with large counts, go by the same name.\n\n"
    "`BYTES, R and N` are ranges: a..b with both ends, a.., ..b, a, or .. for any. R counts the ranks of the "
    "communicator, N their hosts. Conditions may stand in any order, each once.\n\n"
    "`comm NAME` is a communicator by the name that `shunt report --comms` shows: world; how it was made from there, "
    "such as world/split#0/dup#2, counted from 0 in each parent; the same without a number, world/split, for any; or "
    "its id, 0x and 16 digits.\n\n"
    "`p2p` are the messages of a communicator. A rule decides about all of them, when the communicator is made, and "
    "has no BYTES: p2p -> remote_write, or p2p -> host.";

/// One sentence about an engine; for the engines that are part of Shunt.
struct EngineDoc {
    std::string_view name, text;
};
constexpr EngineDoc kEngineDocs[] = {
    {"host",
     "The MPI itself. With `algorithm`, by an algorithm of its own, whose name depends on the MPI: Open MPI's names "
     "of coll_tuned_*_algorithm, MPICH's of MPIR_CVAR_*_INTRA_ALGORITHM. `segment`: bytes sent at a time."},
    {"auto", "Shunt measures the carriers in the program's own calls, and uses the fastest."},
    {"null", "Carries nothing: all calls stay with the MPI. For tests."},
    {"phased",
     "Alltoall, Allgather, Gather, Scatter and their v and w forms among hosts: TCP, one message a port at a "
     "time."},
    {"multicast", "Bcast, Scatter(v), Allgather(v) and Barrier among hosts, by reliable IP multicast."},
    {"pipeline",
     "Bcast, Reduce, Allreduce, Scan, Exscan, Reduce_scatter(_block), and Barrier within a host: blocks through "
     "shared memory; RDMA or TCP among hosts."},
    {"script", "Collectives described by a Lua script; see shunt-script(1)."},
    {"remote_write", "Point-to-point messages of a communicator whose ranks run on one host: only for p2p."},
};

std::string_view doc_of(std::string_view engine) {
    for (const EngineDoc& each : kEngineDocs)
        if (each.name == engine) return each.text;
    return "An engine that does not come with Shunt.";
}

std::string range_of(std::string_view range) { return range.empty() ? "any word" : std::string(range); }

std::string engine_item(std::string_view name, std::span<const config::ParameterWord> parameters) {
    std::string out = roff_item(roff_bold(name), doc_of(name));
    for (const config::ParameterWord& word : parameters)
        out += ".br\n" + roff_bold(word.name) + "=" + roff_italic(range_of(word.range)) + '\n';
    return out;
}

std::string option_item(const Option& row) {
    std::string out = roff_item(roff_bold(row.key), row.doc) + ".br\n";
    out +=
        roff_text("Default: " + (row.default_text.empty() ? "empty" : std::string(row.default_text)) + ". Allowed: " +
                  std::string(row.range_text) + ". Environment: " + config::environment_name(row) + ". " +
                  (row.scope == OptionScope::equal_on_all_ranks ? "Equal on all ranks." : "May differ between ranks."));
    return out + '\n';
}

std::string bytes_of(const OperationWord& word) {
    if (word.name == config::kMessagesName) return "The messages of a communicator. No BYTES.";
    if (!word.bytes_equal) return "No BYTES: counts of one rank say nothing about those of another.";
    if (word.name == "barrier") return "BYTES are 0.";
    if (word.name == "bcast") return "BYTES of the buffer.";
    if (word.name == "reduce_scatter") return "BYTES of the whole vector, before it is scattered.";
    for (const std::string_view vector : {"reduce", "allreduce", "scan", "exscan"})
        if (word.name == vector) return "BYTES of the vector.";
    return "BYTES of one block: what one pair of ranks exchanges.";
}

std::string name_part(std::string_view name, std::string_view summary) {
    return roff_title(name, 5) + roff_heading("NAME") + roff_text(name) + " \\- " + roff_text(summary) + '\n';
}

std::string see_also(std::string_view other) {
    return roff_heading("SEE ALSO") + roff_bold("shunt") + "(1),\n" + roff_bold("shunt-run") + "(1),\n" +
           roff_bold("shunt-options") + "(1),\n" + roff_bold(other) + "(5)\n";
}

}  // namespace

std::string conf_page(const config::OptionTable& table) {
    std::string out = name_part("shunt.conf", "settings and rules of Shunt");
    out += roff_heading("DESCRIPTION") + roff_paragraphs(kConfDescription) + roff_heading("OPTIONS");
    for (const Option& row : table.rows()) out += option_item(row);
    return out + see_also("shunt-rules");
}

std::string rules_page(const config::Vocabulary& vocabulary) {
    std::string out = name_part("shunt-rules", "which engine carries which calls of an MPI program");
    out += roff_heading("SYNOPSIS") + roff_text(kRulesSynopsis) + '\n';
    out += roff_heading("DESCRIPTION") + roff_paragraphs(kRulesDescription) + roff_heading("OPERATIONS");
    for (const OperationWord& word : vocabulary.operations) out += roff_item(roff_bold(word.name), bytes_of(word));
    out += roff_heading("ENGINES") + engine_item("host", config::kHostParameters) + engine_item(config::kAutoName, {});
    for (const config::EngineWord& engine : vocabulary.engines) out += engine_item(engine.name, engine.parameters);
    out += engine_item(config::kRemoteWriteName, {}) + roff_heading("EXAMPLES");
    out += roff_lines(
        "shunt run --rules 'alltoall 64K.. ranks 4.. -> phased; * -> host' -- mpirun -np 8 ./app\n"
        "shunt run --rules 'allreduce comm world/split#0 -> pipeline' -- mpirun -np 8 ./app\n"
        "shunt run --rules 'bcast 64K.. -> host algorithm=pipeline segment=8K' -- mpirun -np 8 ./app\n"
        "shunt run --rules 'p2p -> remote_write' -- mpirun -np 8 ./app");
    return out + see_also("shunt.conf");
}

}  // namespace shunt::tools
