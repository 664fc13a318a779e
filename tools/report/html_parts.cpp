#include "tools/report/html_parts.hpp"

#include <algorithm>
#include <vector>

#include "tools/report/html_charts.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/terminal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools::html {
namespace {

constexpr std::size_t kPhasesShown = 16;

}  // namespace

std::string phases(const Analysis& run) {
    Table table("Phases (MPI_Pcontrol)", {"Phase", "Entered", "Mean time", "Transfer, wait, other, outside MPI",
                                          "Least", "Most", "In MPI", "Wait", "Messages", "Sent"});
    double most = 0, all = 0;
    for (const PhaseRow& phase : run.phases) most = std::max(most, phase.mean_wall_ns), all += phase.mean_wall_ns;
    const double n = std::max<double>(1, static_cast<double>(run.ranks.size()));
    std::vector<const PhaseRow*> order;
    for (const PhaseRow& phase : run.phases) {
        order.push_back(&phase);
        const double mpi = phase.mpi.time_ns / n, wait = phase.mpi.wait_ns / n, other = phase.other_ns / n;
        table.add({text(phase_name(run, phase.label)), count(phase.entries), time(phase.mean_wall_ns),
                   markup(stacked_bar({{"transfer", mpi - wait - other},
                                       {"wait", wait},
                                       {"other", other},
                                       {"compute", std::max(0.0, phase.mean_wall_ns - mpi)}},
                                      most),
                          phase.mean_wall_ns),
                   time(phase.min_wall_ns), time(phase.max_wall_ns), percent(mpi, phase.mean_wall_ns),
                   percent(wait, phase.mean_wall_ns), count(phase.messages), bytes(phase.sent_bytes)});
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const PhaseRow* a, const PhaseRow* b) { return a->first_start_ns < b->first_start_ns; });
    std::string line;
    for (const PhaseRow* phase : order) {
        if (all <= 0 || phase->mean_wall_ns / all < 0.001) continue;
        const std::string name = "phase " + phase_name(run, phase->label) + ", " + show_time(phase->mean_wall_ns);
        line += "<li style=\"flex-grow:" + number(phase->mean_wall_ns / all * 1000, 1) + "\" title=\"" + escape(name) +
                "\"><span>" + std::to_string(phase->label) + "</span></li>";
    }
    return "<ol class=\"timeline\">" + line + "</ol>\n" +
           "<p class=\"note\">The line shows the phases in the order of their last beginning; lengths are their total "
           "times.</p>\n" +
           legend({{"transfer", "transfer"}, {"wait", "wait"}, {"other", "other MPI"}, {"compute", "outside MPI"}}) +
           table.str(kPhasesShown);
}

std::string loops(const Analysis& run) {
    Table table("Loops", {"Loop", "Iterations", "Entered", "Mean", "Shortest", "Longest", "On rank", "At", "Time",
                          "In MPI", "One iteration"});
    for (const LoopRow& row : run.loops.rows)
        table.add({text(row.name), count(row.iterations), count(row.runs), time(row.mean_ns), time(row.min_ns),
                   time(row.max_ns), count(static_cast<std::uint64_t>(row.slowest_rank)), time(row.slowest_at_ns),
                   time(row.time_ns), row.in_mpi < 0 ? none() : percent(row.in_mpi, 1), text(row.body)});
    return table.str() + "<p class=\"note\">Found in the sequence of the collective calls of rank " +
           std::to_string(run.loops.rank) +
           ". An iteration lasts from its first call to the next one's; shortest and longest are of all ranks. "
           "A.1 is a loop inside A.</p>\n";
}

}  // namespace shunt::tools::html
