#include <iostream>
#include <stdexcept>

#include "tools/command.hpp"
#include "tools/export/tables.hpp"
#include "tools/output_stream.hpp"
#include "tools/progress.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kExportPage{
    "export",
    "write a profile's tables to SQLite, JSON or CSV",
    "shunt export FILE [--sqlite OUT] [--json OUT|-] [--csv DIRECTORY]",
    "Writes everything a profile holds as plain tables, for tools of your own. Times are nanoseconds; ranks are those "
    "of MPI_COMM_WORLD unless the column says otherwise; empty (NULL) means that there is no value.\n\n"
    "    run            one row: program, MPI library, number of ranks\n"
    "    ranks          one row a rank: host, state, clocks, rows that did not fit into the record\n"
    "    communicators  rank and comm together name one; id is equal on all its members\n"
    "    phases         MPI_Pcontrol labels, how often entered, for how long\n"
    "    loops          of the program, found in its collective calls: iterations, their summed, least and most time\n"
    "                   (but the last of a run: runs_ns has all), and the body; loop:N is another loop of that rank\n"
    "    time           the run in stretches: time in calls by kind, bytes sent\n"
    "    calls          the record itself: calls (is_call = 1) and messages (is_traffic = 1) by function, peer, bytes "
    "...\n"
    "    messages       how remote write carried messages: those of one row of calls, by protocol and way\n"
    "    overflow       calls that found no room in the record, summed by function\n"
    "    samples        when a rank entered and left some of the collective calls, on its own clock\n"
    "    buffers        addresses sent from\n"
    "    decisions      of auto: the candidates of each choice with their medians; decision is its number on that "
    "rank, "
    "bytes those\n"
    "                   of one of its calls, trying_ns what slower candidates cost in all\n"
    "    counters       of Shunt and its engines\n"
    "    options        the settings in force\n\n"
    "In `calls`, time_ns is estimated from `timed` of `count` calls; wait_ns is what nonblocking operations spent in "
    "the Wait and Test calls that completed them; sampled = 1: only some calls of the row were timed; 0: all of them. "
    "In `messages`, moved_bytes are the bytes moved this way, because one message may use two ways; `unexpected` "
    "counts messages that arrived before their receive was posted, when the queue of such messages had queue_sum / "
    "unexpected entries on average. In CSV a text that a spreadsheet would treat as a formula begins with '. The "
    "meaning of `bytes` for each operation is described in shim/observe/record/README.md.",
    "0  all was written\n"
    "1  the profile cannot be read, or the output not written\n"
    "2  wrong command line",
    "shunt export app.shunt --sqlite app.db\n"
    "sqlite3 app.db 'select peer_world, sum(count*bytes) from calls where is_traffic and not is_receive group by 1'\n"
    "shunt export app.shunt --json - | jq '.ranks[].host'",
};

void write(const record::ProfileFile& profile, RowSink& sink) {
    constexpr std::size_t kTablesByRank = 11;
    Progress progress("exporting", profile.images().size() * kTablesByRank);
    export_tables(profile, sink, [&](std::size_t done) { progress.step(done); });
}

void write_json(const record::ProfileFile& profile, const std::string& path) {
    if (path == "-") return write(profile, *json_sink(std::cout));
    std::ofstream file = output_stream(path);
    write(profile, *json_sink(file));
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int export_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("sqlite", po::value<std::string>()->value_name("OUT"),
                          "a database file; one that exists is replaced")(
        "json", po::value<std::string>()->value_name("OUT"), "a JSON file, or - for standard output")(
        "csv", po::value<std::string>()->value_name("DIRECTORY"), "a folder that gets one CSV file for each table");
    const Parsed parsed = parse_command_line(kExportPage, options, {"file"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file")) return complain("export", "name the profile to export (see shunt export --help)", kUsage);
    if (!parsed.has("sqlite") && !parsed.has("json") && !parsed.has("csv"))
        return complain("export", "say where to: --sqlite OUT, --json OUT or --csv DIRECTORY", kUsage);
    if (parsed.text("sqlite") == "-" || parsed.text("csv") == "-")
        return complain("export", "only --json can go to standard output", kUsage);

    record::ProfileFile profile;
    std::string error;
    if (!record::ProfileFile::load(parsed.text("file"), profile, error)) return complain("export", error, kFailed);
    if (parsed.has("sqlite")) write(profile, *sqlite_sink(parsed.text("sqlite")));
    if (parsed.has("csv")) write(profile, *csv_sink(parsed.text("csv")));
    if (parsed.has("json")) write_json(profile, parsed.text("json"));
    return kDone;
}

}  // namespace shunt::tools
