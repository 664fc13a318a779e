#include "tools/report/summary.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>

#include "tools/analysis/auto_decisions.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/transfer.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/report/table.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kSummaryWidth = 80;
constexpr std::size_t kLines = 24;
constexpr std::size_t kFunctions = 6;
constexpr std::size_t kWarnings = 3;

std::string title(const Analysis& run) {
    const Facts& facts = run.facts;
    return "shunt: " + shorten(program_name(facts.program), 20) + ", " +
           plural(static_cast<std::uint64_t>(facts.world_size), "rank") + " on " +
           plural(static_cast<std::uint64_t>(facts.node_count), "node") + ", " + show_time(run.run_ns) + ", " +
           shorten(short_library(facts.mpi_library), 22);
}

std::string mpi_line(const Analysis& run) {
    std::string text = show_share(run.mpi.time_ns, run.rank_time_ns) + " of the run: transfer " +
                       show_share(run.transfer_ns(), run.rank_time_ns) + ", wait " +
                       show_share(run.mpi.wait_ns, run.rank_time_ns) + ", other " +
                       show_share(run.other_ns, run.rank_time_ns);
    return text;
}

std::string range_line(const Analysis& run) {
    const auto less = [](const RankRow& a, const RankRow& b) { return a.mpi.time_ns < b.mpi.time_ns; };
    const auto [least, most] = std::minmax_element(run.ranks.begin(), run.ranks.end(), less);
    return "least " + show_time(least->mpi.time_ns) + " on rank " + std::to_string(least->world_rank) + ", most " +
           show_time(most->mpi.time_ns) + " on rank " + std::to_string(most->world_rank);
}

std::string message_line(const Analysis& run) {
    std::uint64_t messages = 0, bytes = 0, collective = 0;
    for (const RankRow& rank : run.ranks) {
        messages += rank.sent_messages;
        bytes += rank.sent_bytes;
        collective += rank.collective_bytes;
    }
    return plural(messages, "message") + ", " + show_bytes(static_cast<double>(bytes)) + "; collectives " +
           show_bytes(static_cast<double>(collective));
}

void print_functions(const Analysis& run, std::ostream& out) {
    TextTable table({"  function", "calls", "bytes", "time", "of MPI", "wait"});
    std::size_t shown = 0;
    for (const FunctionRow& row : run.functions) {
        if (row.kind == FunctionClass::startup || shown++ == kFunctions) break;
        table.add({"  " + row.name, show_count(row.total.calls), show_bytes(static_cast<double>(row.total.bytes)),
                   show_time(row.total.time_ns), show_share(row.total.time_ns, run.mpi.time_ns),
                   is_communication(row.kind) ? show_time(row.total.wait_ns) : "-"});
    }
    if (!table.empty()) table.print(out, {kSummaryWidth, false});
}

/// The first `most` lines of `text`.
std::string first_lines(const std::string& text, std::size_t most) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < most && end != std::string::npos; ++line) end = text.find('\n', end + (line > 0));
    if (end == std::string::npos || end + 1 >= text.size()) return text;
    return text.substr(0, end >= 3 ? end - 3 : 0) + "...\n";
}

void print_warnings(const Analysis& run, std::ostream& out) {
    std::size_t shown = 0;
    for (const std::string& text : run.warnings) {
        if (shown++ == kWarnings) {
            out << "  ! and " << plural(run.warnings.size() - kWarnings, "more warning") << ": see shunt report\n";
            return;
        }
        out << wrap(shorten(text, 1000), kSummaryWidth, "  ! ", "    ");
    }
}

void print_findings(const Analysis& run, std::size_t room, std::ostream& out) {
    if (run.findings.empty() || room < 4) return;
    out << "\nWhat to look at\n";
    room -= 2;
    for (std::size_t i = 0; i < run.findings.size() && room >= 2; ++i, room -= 2) {
        const Finding& finding = run.findings[i];
        const std::string text = (finding.fault ? "" : show_percent(finding.share) + " of MPI time. ") + finding.text;
        out << first_lines(wrap(text, kSummaryWidth, "  " + std::to_string(i + 1) + ". ", "     "), 2);
    }
}

}  // namespace

RunView view_of(const record::ProfileFile& profile) {
    return {profile.images(), static_cast<std::int32_t>(profile.header().world_size), profile.header().flags};
}

void print_summary(const record::ProfileFile& profile, std::ostream& out) {
    print_summary(analyze(view_of(profile)), out);
}

void print_summary(const Analysis& run, std::ostream& out) {
    std::ostringstream text;
    text << title(run) << '\n';
    print_warnings(run, text);
    if (run.mpi.calls == 0) {
        text << "  No MPI calls were recorded.\n";
        out << text.str();
        return;
    }
    text << "  MPI        " << mpi_line(run) << '\n';
    if (run.ranks.size() > 1) text << "  per rank   " << range_line(run) << '\n';
    text << "  moved      " << message_line(run) << '\n';
    if (const std::string rate = rate_text(run); !rate.empty())
        text << wrap(rate, kSummaryWidth, "  rate       ", "             ");
    for (const std::string& line : carried_lines(run))
        text << first_lines(wrap(line, kSummaryWidth, "  carried    ", "             "), 2);
    if (const std::string won = auto_text(run); !won.empty())
        text << first_lines(wrap(won, kSummaryWidth, "  auto       ", "             "), 3);
    if (const std::string nothing = nothing_carried_text(run); !nothing.empty())
        text << first_lines(wrap(nothing, kSummaryWidth, "  carried    ", "             "), 2);
    text << '\n';
    print_functions(run, text);
    const std::string so_far = text.str();
    const auto used = static_cast<std::size_t>(std::count(so_far.begin(), so_far.end(), '\n'));
    out << so_far;
    print_findings(run, used < kLines ? kLines - used : 0, out);
}

}  // namespace shunt::tools
