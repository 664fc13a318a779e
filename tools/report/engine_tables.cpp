#include "tools/report/engine_tables.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "tools/analysis/auto_decisions.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kMostDecisions = 32;  // of a page, before the rest is folded
constexpr std::string_view kDecisionsExplained =
    "Gained: sum over all ranks, against the host's default algorithm. Trying: what slower candidates cost a rank. "
    "Times of candidates are medians of a call; those of an earlier run, a plan or a model are named so.";

std::string letter(std::size_t place) {
    return place < 26 ? std::string(1, static_cast<char>('a' + place)) : std::to_string(place);
}

/// The letter of `why` by its index in `reasons`, to which it is added if new; "-" if `why` is empty.
std::string letter_of(const std::string& why, std::vector<std::string>& reasons) {
    if (why.empty()) return "-";
    const auto found = std::find(reasons.begin(), reasons.end(), why);
    const auto place = static_cast<std::size_t>(found - reasons.begin());
    if (found == reasons.end()) reasons.push_back(why);
    return letter(place);
}

}  // namespace

void print_engines(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.engines.empty()) out << "The host MPI carried everything.\n";
    std::vector<std::string> reasons;  // reasons in the table; the letter of each is its index here
    TextTable table({"function", "bytes", "engine", "why", "calls", "mean", "time"});
    for (const EngineRow& row : run.engines)
        table.add({row.function, show_bytes(static_cast<double>(row.bytes)), row.engine, letter_of(row.why, reasons),
                   show_count(row.calls), show_time(row.mean_ns()), show_time(row.time_ns)});
    if (!table.empty()) table.print(out, style);
    for (std::size_t i = 0; i < reasons.size(); ++i) out << wrap(reasons[i], style.width, letter(i) + ": ", "   ");
    for (const std::string& line : counter_lines(run)) out << wrap("Counted by " + line, style.width, "", "  ");
}

void print_decisions(const Analysis& run, std::ostream& out, const TextStyle& style) {
    const std::vector<AutoDecision> all = auto_decisions(run);
    if (all.empty()) {
        out << "auto has chosen nothing.\n";
        return;
    }
    TextTable table({"function", "bytes", "choice", "candidates", "times", "at call", "trying", "gained"});
    std::size_t place = 0;
    for (const AutoDecision& one : all)
        table.add({one.row->function, show_bytes(static_cast<double>(one.row->bytes)),
                   shorten(std::string(one.choice()), 32), letter(place++), std::string(one.trial.source),
                   one.trial.chosen_at > 0 ? show_count(one.trial.chosen_at) : "-", show_time(one.trial.trying_ns),
                   one.gained_ns > 0 ? show_time(one.gained_ns) : "-"});
    table.print(out, style);
    for (std::size_t i = 0; i < all.size(); ++i)
        out << wrap(candidates_text(all[i]), style.width, letter(i) + ": ", "   ");
    if (const std::string trying = trying_text(run); !trying.empty())
        out << wrap("In all, " + trying + ".", style.width, "", "");
    out << dim(wrap(std::string(kDecisionsExplained), style.width, "", ""), style);
}

namespace html {

std::string decisions(const Analysis& run) {
    const std::vector<AutoDecision> all = auto_decisions(run);
    if (all.empty()) return {};
    Table table("Decisions of auto",
                {"Function", "Bytes", "Choice", "Candidates", "Times", "At call", "Trying", "Gained"});
    for (const AutoDecision& one : all)
        table.add({text(one.row->function), bytes(one.row->bytes), text(one.choice()), text(candidates_text(one)),
                   text(one.trial.source), one.trial.chosen_at > 0 ? count(one.trial.chosen_at) : none(),
                   time(one.trial.trying_ns), one.gained_ns > 0 ? time(one.gained_ns) : none()});
    const std::string trying = trying_text(run), note = trying.empty() ? "" : "In all, " + trying + ". ";
    return table.str(kMostDecisions) + "<p class=\"note\">" + escape(note + std::string(kDecisionsExplained)) +
           "</p>\n";
}

}  // namespace html
}  // namespace shunt::tools
