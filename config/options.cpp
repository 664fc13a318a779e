#include "config/options.hpp"

#include <algorithm>
#include <iterator>

namespace shunt::config {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;
constexpr auto kPerRank = OptionScope::per_rank;

// The words of a choice stand in the order of its enumerators. What follows from `phase` or decides who takes part in
// something collective must be equal on all ranks; what only this rank feels need not.
constexpr Option kRows[] = {
    {option::flag<&Options::enabled>, "enabled", "on", "on|off", kEqual,
     "Whether Shunt does anything. `off` leaves only pass-through."},
    {option::flag<&Options::record, &RecordOptions::enabled>, "record", "on", "on|off", kEqual,
     "Whether calls and traffic are recorded and a profile is written."},
    {option::integer<&Options::record, &RecordOptions::memory_bytes>, "record.memory", "8M", "1M..1G", kPerRank,
     "Memory of the record of one rank, in bytes. When it is full, further keys are summed per function and the "
     "profile says so."},
    {option::flag<&Options::record, &RecordOptions::callsites>, "record.callsites", "off", "on|off", kPerRank,
     "Whether calls are told apart by where in the program they stand. Costs a walk up the stack on each call."},
    {option::integer<&Options::record, &RecordOptions::preposted_every>, "record.preposted", "16", "0..1M", kPerRank,
     "One receive in this many, later one in up to eight times as many, is looked at: had its message come before it "
     "was posted? "
     "0: never, 1: every receive."},
    {option::integer<&Options::record, &RecordOptions::timing_every>, "record.timing-sample", "16", "1..1M", kPerRank,
     "Calls that do little are timed one in this many. 1: time every call."},
    {option::flag<&Options::record, &RecordOptions::samples>, "record.samples", "on", "on|off", kEqual,
     "Whether arrival times of a sample of the collective calls are kept, to show who waits for whom."},
    {option::choice<&Options::record, &RecordOptions::pcontrol>, "record.pcontrol", "phases", "phases|standard", kEqual,
     "What MPI_Pcontrol(n) does. `phases`: n names the phase that begins. `standard`: 0 pauses recording, 1 resumes "
     "it."},
    {option::duration<&Options::record, &RecordOptions::finalize_timeout_ns>, "record.finalize-timeout", "5min",
     "1s..24h", kEqual,
     "How long MPI_Finalize waits for other ranks while the profile is put together. What is missing then stays in the "
     "spools, for `shunt recover`."},
    {option::text<&Options::spool>, "spool", "", "a directory", kPerRank,
     "Where each rank keeps its record while the program runs. Empty: a folder shunt-UID in $TMPDIR, or in /tmp, that "
     "only this user may write to. "
     "A folder named here belongs to this user or to root, or to a group of this user that may write to it; one that "
     "everybody may write to must also "
     "be sticky, and this user's or root's. In any other the record stays in memory."},
    {option::duration<&Options::spool_keep_ns>, "spool.keep", "168h", "0..8760h", kPerRank,
     "How long the records of a run that ended without its profile are kept there. Then the next run of the same user "
     "on the same host removes them. "
     "0: for ever."},
    {option::integer<&Options::spool_room_bytes>, "spool.room", "1G", "0..1024G", kPerRank,
     "How many bytes of such records are kept. Beyond that the next run removes the oldest, but not those of the "
     "newest run, nor of the last hour. "
     "0: any number."},
    {option::text<&Options::profile>, "profile", "", "a file", kPerRank,
     "The profile file, as rank 0 sees it. A file named here is replaced. Empty: PROGRAM.shunt in the working "
     "directory; "
     "one that exists is kept, and the new name gets a free number."},
    {option::text<&Options::config>, "config", "", "a file", kPerRank,
     "A file of options and rules to read. Cannot be set in a file itself."},
    {option::rules<&Options::rules>, "rules", "", "rules, separated by ;", kEqual,
     "Which engine carries which operation; the first rule that matches holds. Empty: the host carries everything. "
     "Rules set here replace those of the file."},
    {option::choice<&Options::wait, &WaitOptions::mode>, "wait", "auto", "auto|host|gentle", kEqual,
     "How blocking calls wait. `host`: as the host MPI does. `gentle`: test, yield, then sleep; while others hold the "
     "cores, without yielding. `auto`: gentle where a "
     "node has more ranks than cores they may use, and while others hold the cores of a rank: then test and sleep."},
    {option::choice<&Options::wait, &WaitOptions::reductions>, "wait.reductions", "twin", "twin|host", kEqual,
     "Gentle waiting of reductions of floating-point numbers and by operations of the program. `twin`: by the host's "
     "nonblocking call, which may "
     "combine in another order than its blocking one, so that the last bits differ. `host`: by its blocking call; only "
     "in Allreduce and "
     "Reduce_scatter_block ranks then wait gently for the others to come. Where a busy machine is the reason it is "
     "always `host`."},
    {option::integer<&Options::wait, &WaitOptions::spin_count>, "wait.spin", "8", "0..1M", kPerRank,
     "Gentle waiting: how many tests before the first yield."},
    {option::integer<&Options::wait, &WaitOptions::yield_count>, "wait.yield", "128", "0..1M", kPerRank,
     "Gentle waiting: how many yields before the first sleep; fewer where they let nobody else run."},
    {option::duration<&Options::wait, &WaitOptions::sleep_max_ns>, "wait.sleep-max", "1ms", "1us..100ms", kPerRank,
     "Gentle waiting: the longest sleep. Sleeps begin short and grow to this, to 50us while windows or files are "
     "open."},
};

// Shown below those of the engines.
constexpr Option kLastRows[] = {
    {option::duration<&Options::network, &NetworkOptions::patience_ns>, "network.patience", "5min", "1s..24h", kEqual,
     "How long every TCP connection waits for a host that answers nothing, while the host MPI knows of no trouble with "
     "it, before that host "
     "is said to be lost. RDMA devices give up earlier: see `verbs.ack-timeout`."},
    {option::flag<&Options::progress_thread>, "progress-thread", "off", "on|off", kPerRank,
     "Lets a thread go on with nonblocking and persistent collectives while the program computes, so that they overlap "
     "with it. It costs the core of the rank: a look every 20us to 100us while such a call is under way, each at least "
     "1us, and the copying and combining that the calls need, taken from the program where the rank has one core. Off: "
     "such a call goes on inside the program's MPI calls alone, unless its engine has a thread of its own."},
    {option::flag<&Options::assume_all>, "agreement.assume-all", "off", "on|off", kEqual,
     "You assert that every rank runs under Shunt. Needed before anything is carried where the launcher gives no way "
     "to "
     "find out; wrong, it hangs the program."},
    {option::choice<&Options::log, &LogOptions::level>, "log", "warning", "error|warning|info|debug", kPerRank,
     "The least important messages that are still shown."},
    {option::text<&Options::log, &LogOptions::file>, "log.file", "", "a file", kPerRank,
     "Where messages go. Empty: standard error."},
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
