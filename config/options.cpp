#include "config/options.hpp"

#include <algorithm>
#include <iterator>

namespace shunt::config {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;
constexpr auto kPerRank = OptionScope::per_rank;

// The words of a choice are in the order of its enumerators. An option must be equal on all ranks if it follows from
// `phase`, or if it determines who takes part in a collective action. An option that affects only its own rank need not
// be equal.
constexpr Option kRows[] = {
    {option::flag<&Options::enabled>, "enabled", "on", "on|off", kEqual,
     "Whether Shunt does anything. `off`: every call passes straight to the host MPI."},
    {option::flag<&Options::record, &RecordOptions::enabled>, "record", "on", "on|off", kEqual,
     "Whether calls and messages are recorded and a profile is written."},
    {option::integer<&Options::record, &RecordOptions::memory_bytes>, "record.memory", "8M", "1M..1G", kPerRank,
     "Memory for the record of one rank, in bytes. When it is full, calls with new keys are summed per "
     "function, and the profile says so."},
    {option::flag<&Options::record, &RecordOptions::callsites>, "record.callsites", "off", "on|off", kPerRank,
     "Whether calls are distinguished by the place in the program that makes them. Costs a walk up the stack "
     "for each call."},
    {option::integer<&Options::record, &RecordOptions::preposted_every>, "record.preposted", "16", "0..1M", kPerRank,
     "Shunt asks the host for one receive in this many whether its message had arrived before the receive was posted. "
     "Later it asks for fewer, down to an eighth. 0: none, 1: every receive."},
    {option::integer<&Options::record, &RecordOptions::timing_every>, "record.timing-sample", "16", "1..1M", kPerRank,
     "Calls that do little, such as MPI_Comm_rank and MPI_Test, are timed once in this many. 1: every call is timed."},
    {option::flag<&Options::record, &RecordOptions::samples>, "record.samples", "on", "on|off", kEqual,
     "Whether enter and leave times of a sample of the collective calls are kept, to show which rank waits for "
     "which."},
    {option::choice<&Options::record, &RecordOptions::pcontrol>, "record.pcontrol", "phases", "phases|standard", kEqual,
     "What MPI_Pcontrol(n) does. `phases`: phase n begins. `standard`: 0 pauses recording, 1 resumes it."},
    {option::choice<&Options::record, &RecordOptions::phases>, "record.phases", "program", "program|loops", kEqual,
     "Where phases begin, by which the record and a plan distinguish calls. `program`: at its calls of MPI_Pcontrol. "
     "`loops`: at the loops that the record finds in its collective calls; MPI_Pcontrol then begins none."},
    {option::flag<&Options::record, &RecordOptions::ports>, "record.ports", "on", "on|off", kEqual,
     "Whether MPI_Finalize of a recorded run measures what the hosts' network ports carry, where there are several "
     "hosts. That takes some 20 ms; `shunt analyze` predicts with it."},
    {option::duration<&Options::record, &RecordOptions::finalize_timeout_ns>, "record.finalize-timeout", "5min",
     "1s..24h", kEqual,
     "How long MPI_Finalize waits for the last rank, and then once more for other ranks while the profile is "
     "written. After that the missing records stay in the spools, for `shunt recover`."},
    {option::text<&Options::spool>, "spool", "", "a directory", kPerRank,
     "The folder in which each rank keeps its record while the program runs. Empty: a folder shunt-UID in "
     "$TMPDIR or /tmp that only this user may write to. A folder named here must belong to this user, to root, "
     "or to a group of this user that may write to it. One that everybody may write to must also be sticky, and "
     "belong to this user or root. With any other folder the record stays in memory."},
    {option::duration<&Options::spool_keep_ns>, "spool.keep", "168h", "0..8760h", kPerRank,
     "How long records of a run that ended without a profile are kept. After that the next run of the same user on the "
     "same host removes them. 0: forever."},
    {option::integer<&Options::spool_room_bytes>, "spool.room", "1G", "0..1024G", kPerRank,
     "How many bytes of such records are kept. Beyond that the next run removes the oldest ones, except those "
     "of the newest run and of the last hour. 0: any number."},
    {option::text<&Options::profile>, "profile", "", "a file", kPerRank,
     "The profile file, as rank 0 sees it. A file named here is replaced. Empty: PROGRAM.shunt in the working "
     "directory, in a job of Slurm's PROGRAM.job12.step0.shunt (task 3 of an array: job12_3); if that exists, it is "
     "kept, and the new name ends in a free number (PROGRAM.2.shunt)."},
    {option::text<&Options::config>, "config", "", "a file", kPerRank,
     "A file of options and rules to read. This option cannot be set in a file itself."},
    {option::rules<&Options::rules>, "rules", "", "rules, separated by ;", kEqual,
     "Which engine carries which operation; the first rule that matches counts. Empty: the host carries "
     "everything. Rules given here replace those of the file."},
    {option::text<&Options::plan>, "plan", "", "a file", kPerRank,
     "A plan that `shunt analyze` has written: its lines decide before the rules. All ranks must read the same lines. "
     "The plan is ignored in runs of another program, or with another number of ranks."},
    {option::text<&Options::auto_knowledge>, "auto.knowledge", "off", "off, on, or a file", kEqual,
     "The file in which `auto` keeps its results for later runs with the same MPI on the same hosts; these runs start "
     "with them. `on`: in shunt/knowledge in $XDG_CACHE_HOME or ~/.cache, of rank 0; `shunt run --auto` switches this "
     "on. A file is named by a path with a '/', in a folder that no other user may write to. It is text, and can be "
     "read and edited."},
    {option::choice<&Options::auto_reductions>, "auto.reductions", "fixed", "fixed|measured|host", kEqual,
     "How `auto` decides about reductions of floating-point numbers, and those by operations of the program: another "
     "order of combining changes their last bits. `fixed`: before the first of them, by the knowledge file or by the "
     "engines' expected times; two runs with the same ranks in the same places give the same bits, however fast either "
     "is. `measured`: as for all other calls, by the times of this run; the last bits of two runs may differ. `host`: "
     "the host MPI carries them. Reductions of integers and truth values have the same bits in any order, and are "
     "always measured."},
    {option::choice<&Options::wait, &WaitOptions::mode>, "wait", "auto", "auto|host|gentle", kEqual,
     "How blocking calls wait. `host`: as the host MPI does. `gentle`: test, yield, then sleep; while other programs "
     "hold the cores, without yielding. `auto`: gentle on a node with more ranks than cores; and on a rank while other "
     "programs use its core."},
    {option::choice<&Options::wait, &WaitOptions::reductions>, "wait.reductions", "twin", "twin|host", kEqual,
     "Gentle waiting in reductions of floating-point numbers, and in those by operations of the program. "
     "`twin`: by the host's nonblocking call, which may combine in another order than the blocking one, so that "
     "the last bits differ. `host`: by the blocking call; ranks wait gently before it for the others to enter, "
     "in Allreduce and Reduce_scatter_block only. Where a busy machine is the reason for gentle waiting, it is "
     "always `host`."},
    {option::integer<&Options::wait, &WaitOptions::spin_count>, "wait.spin", "8", "0..1M", kPerRank,
     "Gentle waiting: number of tests before the first yield."},
    {option::integer<&Options::wait, &WaitOptions::yield_count>, "wait.yield", "128", "0..1M", kPerRank,
     "Gentle waiting: number of yields before the first sleep; fewer if yields let no other process run."},
    {option::duration<&Options::wait, &WaitOptions::sleep_max_ns>, "wait.sleep-max", "1ms", "1us..100ms", kPerRank,
     "Gentle waiting: the longest sleep. Sleeps begin short and grow to this, or to 50us while one-sided "
     "windows or MPI files are open."},
};

// Displayed below the options of the engines.
constexpr Option kLastRows[] = {
    {option::duration<&Options::network, &NetworkOptions::patience_ns>, "network.patience", "5min", "1s..24h", kEqual,
     "How long every connection, by TCP or RDMA, waits for a host that answers nothing and that the host MPI has not "
     "reported as failed. After this time Shunt reports the host as lost."},
    {option::integer<&Options::p2p, &MessageOptions::channels>, "p2p.channels", "64", "0..64K", kPerRank,
     "With how many other ranks of its node a rank has a mailbox for that pair alone, in each direction, if p2p is "
     "carried by remote_write. Each takes 64 KiB or 128 KiB of memory, and a poll whenever the rank waits. All other "
     "ranks share one mailbox. Mailboxes of a pair are for the ranks that a plan names, and for those to which the "
     "rank has recently sent most. 0: all. By RDMA a rank communicates with as many ranks of other nodes: those that a "
     "plan names, and those with which it has recently exchanged most (136 KiB of locked memory each); with the others "
     "by TCP."},
    {option::choice<&Options::p2p, &MessageOptions::way>, "p2p.way", "auto", "auto|verbs|tcp", kEqual,
     "Transport of messages between nodes if p2p is carried by remote_write; values as for `pipeline.way`."},
    {option::choice<&Options::p2p, &MessageOptions::unreachable>, "p2p.unreachable", "lost", "lost|host", kEqual,
     "Messages of two ranks of different nodes that cannot connect, for example because of a firewall. lost: they "
     "fail, with a line that names the hosts. host: the MPI carries them from then on. Then a synchronous send, or one "
     "of more than 64 MiB, waits while the receiver is in a blocking call of the MPI that Shunt does not carry, and "
     "both ranks must be unable to reach each other: not one of them alone."},
    {option::flag<&Options::progress_thread>, "progress-thread", "off", "on|off", kPerRank,
     "Lets a thread advance nonblocking and persistent collectives while the program computes, so that they overlap "
     "with it. The thread takes time on the rank's core: a poll of at least 1us every 20us to 100us while such a call "
     "is under way, and the copying and combining that the calls need. If the rank has one core, the program loses "
     "that time. Off: such a call advances only inside the program's MPI calls, unless its engine has a thread of its "
     "own."},
    {option::flag<&Options::assume_all>, "agreement.assume-all", "off", "on|off", kEqual,
     "You assert that every rank runs under Shunt. Needed before any call is carried if the launcher gives no "
     "means to find that out. If the assertion is wrong, the program hangs."},
    {option::choice<&Options::log, &LogOptions::level>, "log", "warning", "error|warning|info|debug", kPerRank,
     "The least important kind of message that is still shown."},
    {option::text<&Options::log, &LogOptions::file>, "log.file", "", "a file", kPerRank,
     "The file to which messages are written. Empty: standard error."},
};

}  // namespace

OptionTable::OptionTable(std::span<const OptionGroup* const> groups) : rows_(std::begin(kRows), std::end(kRows)) {
    for (const OptionGroup* group : groups) rows_.insert(rows_.end(), group->rows.begin(), group->rows.end());
    rows_.insert(rows_.end(), std::begin(kLastRows), std::end(kLastRows));
}

int OptionTable::index(std::string_view key) const {
    const auto found = std::ranges::find(rows_, key, &Option::key);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

const void* struct_of(const Option& row, const Options& options) {
    return row.member.owner == &option_struct<Options> ? &options : options.engines.find(*row.member.owner);
}

void* struct_of(const Option& row, Options& options) {
    return row.member.owner == &option_struct<Options> ? &options : options.engines.edit(*row.member.owner);
}

std::string environment_name(const Option& row) {
    std::string name = "SHUNT";
    if (row.key == "enabled") return name;
    name += '_';
    for (const char c : row.key) {
        const bool letter = c >= 'a' && c <= 'z';
        name += c == '-' || c == '.' ? '_' : letter ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return name;
}

std::string flag_name(const Option& row) { return "--" + std::string(row.key); }

std::string value_text(const Option& row, const Options& options) {
    const void* values = struct_of(row, options);
    if (values == nullptr) return {};
    if (row.member.text != nullptr) return row.member.text(values);
    return format_value(row.member.kind, row.range_text, row.member.number(values));
}

Options default_options(const OptionTable& table) {
    Options options;
    for (const Option& row : table.rows()) {
        void* values = struct_of(row, options);
        if (row.member.set_text != nullptr) {
            row.member.set_text(values, std::string(row.default_text));
            continue;
        }
        const auto value = parse_allowed(row.member.kind, row.range_text, row.default_text);
        if (value) row.member.set_number(values, *value);
    }
    return options;
}

}  // namespace shunt::config
