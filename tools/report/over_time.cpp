#include "tools/report/over_time.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/report/terminal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kRamp = " .:-=+*#%@";
constexpr std::size_t kNameWidth = 19, kMeanWidth = 8;
constexpr std::size_t kMostColumns = 128;

/// The columns of a line, each the mean of some slices.
class Columns {
public:
    Columns(const OverTime& run, std::size_t most) : run_(run), count_(std::min(most, run.slices.size())) {}
    std::size_t count() const { return count_; }
    double width_ns() const {
        return run_.slice_ns * static_cast<double>(run_.slices.size()) / static_cast<double>(count_);
    }

    std::vector<double> means(const std::function<double(const TimeSlice&)>& value) const {
        std::vector<double> out;
        for (std::size_t column = 0; column < count_; ++column) {
            double sum = 0;
            for (std::size_t slice = first(column); slice < first(column + 1); ++slice)
                sum += value(run_.slices[slice]);
            out.push_back(sum / static_cast<double>(first(column + 1) - first(column)));
        }
        return out;
    }

    /// The last digit of the phase's label; '*' where a column has several phases, or ranks in different phases.
    std::string phases() const {
        std::string out;
        for (std::size_t column = 0; column < count_; ++column) {
            const TimeSlice& begin = run_.slices[first(column)];
            bool is_one = true;
            for (std::size_t slice = first(column); slice < first(column + 1); ++slice)
                is_one = is_one && run_.slices[slice].has_phase && run_.slices[slice].phase == begin.phase;
            out += is_one ? std::to_string(begin.phase).back() : '*';
        }
        return out;
    }

    /// The letter of the loop in the middle slice of each column; blank where there is none.
    std::string loops(const Loops& loops) const {
        const std::vector<std::size_t> rows = loops_by_slice(loops, run_);
        std::string out;
        for (std::size_t column = 0; column < count_; ++column) {
            const std::size_t row = rows[(first(column) + first(column + 1)) / 2];
            out += row ? loops.rows[row - 1].name.back() : ' ';
        }
        return out;
    }

private:
    std::size_t first(std::size_t column) const { return column * run_.slices.size() / count_; }
    const OverTime& run_;
    std::size_t count_;
};

/// The character for a value. Only 0 is blank: the smallest value above 0 has a visible character.
char shade(double value, double most) {
    if (!(value > 0) || !(most > 0)) return kRamp[0];
    const double place = std::ceil(std::min(1.0, value / most) * static_cast<double>(kRamp.size() - 1));
    return kRamp[static_cast<std::size_t>(std::max(1.0, place))];
}

std::string line(std::string_view name, const std::string& columns, const std::string& mean) {
    std::string out(name);
    out.resize(kNameWidth, ' ');
    return out + columns + "  " + mean + '\n';
}

std::string shades(const std::vector<double>& values, double most) {
    std::string out;
    for (const double value : values) out += shade(value, most);
    return out;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

void print_over_time(const Analysis& run, std::ostream& out, const TextStyle& style) {
    const OverTime& times = run.over_time;
    if (times.slices.empty()) {
        out << "Profiles of older versions contain no activity over time.\n";
        return;
    }
    const std::size_t room =
        style.width > kNameWidth + kMeanWidth + 22 ? style.width - kNameWidth - kMeanWidth - 2 : 20;
    const Columns columns(times, std::min(room, kMostColumns));
    const auto print = [&](std::string_view name, const std::function<double(const TimeSlice&)>& share) {
        const std::vector<double> values = columns.means(share);
        if (const double mean = mean_of(values); mean > 0) out << line(name, shades(values, 1), show_percent(mean));
    };
    print("in MPI", [](const TimeSlice& slice) { return slice.in_mpi(); });
    for (std::size_t kind = 0; kind < kTimeKindNames.size(); ++kind) {
        print("  " + std::string(kTimeKindNames[kind]), [=](const TimeSlice& slice) { return slice.share[kind]; });
        if (kind == static_cast<std::size_t>(record::TimeKind::collective))
            print("    for late ranks", [](const TimeSlice& slice) { return slice.late_share; });
    }
    const std::vector<double> rates = columns.means([](const TimeSlice& slice) { return slice.bytes_per_s; });
    const double most = rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
    if (most > 0) out << line("bytes a second", shades(rates, most), show_bytes(mean_of(rates)) + "/s");
    if (run.phases.size() > 1) out << line("phase", columns.phases(), "");
    if (!run.loops.runs.empty()) out << line("loop", columns.loops(run.loops), "");
    out << dim(wrap("A column stands for " + show_time(columns.width_ns()) + ", a shade from '" +
                        std::string(kRamp.substr(1, 1)) + "' to '" + std::string(kRamp.substr(kRamp.size() - 1)) +
                        "' for a share of the ranks' time" +
                        (most > 0 ? ", of bytes for a share of " + show_bytes(most) + "/s" : std::string()) +
                        "; behind them the mean." +
                        (run.phases.size() > 1 ? " Of a phase the last digit of its label; * several." : ""),
                    style.width, "", ""),
               style);
}

void print_loops(const Analysis& run, std::ostream& out, const TextStyle& style) {
    const Loops& loops = run.loops;
    if (loops.rows.empty()) {
        out << wrap("No loop was found: no sequence of collective calls follows itself again and again.", style.width,
                    "", "");
        return;
    }
    TextTable table({"loop", "iterations", "of a run", "mean", "shortest", "longest", "on rank", "at", "time", "MPI"});
    for (const LoopRow& row : loops.rows) {
        const std::string runs = row.least == row.most ? show_count(row.most)
                                 : row.is_live         ? show_count(row.most) + " so far"
                                                       : show_count(row.least) + " to " + show_count(row.most);
        table.add({std::string(static_cast<std::size_t>(row.depth), ' ') + row.name, show_count(row.iterations),
                   row.runs > 1 || row.is_live ? runs : "", show_time(row.mean_ns), show_time(row.min_ns),
                   show_time(row.max_ns), std::to_string(row.slowest_rank), show_time(row.slowest_at_ns),
                   show_time(row.time_ns), row.in_mpi < 0 ? "-" : show_percent(row.in_mpi)});
    }
    table.print(out, style);
    for (const LoopRow& row : loops.rows) out << wrap(row.body, style.width, row.name + ": ", "   ");
    out << dim(wrap("Found in the sequence of the collective calls of rank " + std::to_string(loops.rank) +
                        ". An iteration lasts from its first call to the next one's; shortest and longest are of all "
                        "ranks.",
                    style.width, "", ""),
               style);
    if (loops.is_partial)
        out << wrap(
            "That rank's calls were for a long time in no loop; then loops were looked for in a part of its "
            "calls only.",
            style.width, "", "");
}

void print_phases(const Analysis& run, std::ostream& out, const TextStyle& style) {
    TextTable table({"phase", "entered", "time", "least", "most", "MPI", "wait", "messages", "sent"});
    for (const PhaseRow& phase : run.phases)
        table.add({phase_name(run, phase.label), show_count(phase.entries), show_time(phase.mean_wall_ns),
                   show_time(phase.min_wall_ns), show_time(phase.max_wall_ns), show_time(phase.mpi.time_ns),
                   show_time(phase.mpi.wait_ns), show_count(phase.messages),
                   show_bytes(static_cast<double>(phase.sent_bytes))});
    table.print(out, style);
    if (run.phases.size() < 2)
        out << dim("The program set no phases (MPI_Pcontrol); with record.phases = loops its loops are phases.\n",
                   style);
}

}  // namespace shunt::tools
