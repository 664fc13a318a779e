#include "tools/report/html_over_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tools/report/html_charts.hpp"
#include "tools/report/html_frame.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools::html {
namespace {

using record::TimeKind;

constexpr std::size_t kMostRows = 64;  // rows of the chart by rank
constexpr int kShades = 10;

std::string percent_of(double share) { return show_percent(std::min(share, 1.0)); }

double begin_ns(const OverTime& times, std::size_t slice) { return times.slice_ns * static_cast<double>(slice); }

std::string span_of(const OverTime& times, std::size_t begin, std::size_t end) {
    return show_time(begin_ns(times, begin)) + " to " + show_time(begin_ns(times, end));
}

/// A frame with a column for each slice.
Frame frame_of(const OverTime& times, double height) {
    Frame frame;
    frame.height = height;
    frame.columns = times.slices.size();
    return frame;
}

/// Times below the columns, at most eight of them.
void label_times(Frame& frame, const OverTime& times) {
    const std::size_t step = std::max<std::size_t>(1, (times.slices.size() + 7) / 8);
    for (std::size_t slice = 0; slice < times.slices.size(); slice += step)
        frame.below(slice, show_time(begin_ns(times, slice)));
}

/// Calls `draw` for each series of consecutive slices with equal `look(slice)`.
template <class Look, class Draw>
void draw_runs(std::size_t slices, Look look, Draw draw) {
    for (std::size_t begin = 0; begin < slices;) {
        std::size_t end = begin + 1;
        while (end < slices && look(end) == look(begin)) ++end;
        draw(begin, end);
        begin = end;
    }
}

/// Parts of a column, lowest first.
std::vector<std::pair<const char*, double>> parts_of(const TimeSlice& slice) {
    const double late = std::min(slice.late_share, slice.of(TimeKind::collective));
    return {{"collectives", slice.of(TimeKind::collective) - late},
            {"messages", slice.of(TimeKind::message) + slice.of(TimeKind::one_sided)},
            {"wait", slice.of(TimeKind::wait) + late},
            {"other", slice.of(TimeKind::other) + slice.of(TimeKind::startup)}};
}

std::string kinds_chart(const Analysis& run) {
    const OverTime& times = run.over_time;
    Frame frame = frame_of(times, kHeight);
    frame.open("Share of the ranks' time by kind of call, over time", [](double share) { return percent_of(share); });
    for (std::size_t slice = 0; slice < times.slices.size(); ++slice) {
        const TimeSlice& each = times.slices[slice];
        std::string title = span_of(times, slice, slice + 1) + ": in MPI " + percent_of(each.in_mpi());
        for (std::size_t kind = 0; kind < kTimeKindNames.size(); ++kind)
            if (each.share[kind] > 0)
                title += std::string(", ") + kTimeKindNames[kind] + " " + percent_of(each.share[kind]);
        if (each.late_share > 0) title += ", for late ranks " + percent_of(each.late_share);
        frame.svg += "<g><title>" + escape(title) + "</title>";
        double low = 0;
        for (const auto& [cls, share] : parts_of(each)) {
            frame.rect(cls, frame.x(slice), frame.pitch(), low, std::min(1.0, low + share));
            low = std::min(1.0, low + share);
        }
        frame.rect("compute", frame.x(slice), frame.pitch(), low, 1);
        frame.svg += "</g>\n";
    }
    label_times(frame, times);
    return frame.close();
}

std::string bytes_chart(const Analysis& run) {
    const OverTime& times = run.over_time;
    double most = 0;
    for (const TimeSlice& slice : times.slices) most = std::max(most, slice.bytes_per_s);
    if (!(most > 0)) return "";
    Frame frame = frame_of(times, 150);
    frame.most = round_up_bytes(most);
    frame.open("Bytes a second of all ranks, over time", [](double rate) { return show_bytes(rate) + "/s"; });
    for (std::size_t slice = 0; slice < times.slices.size(); ++slice) {
        const double rate = times.slices[slice].bytes_per_s;
        frame.svg +=
            "<g><title>" + escape(span_of(times, slice, slice + 1) + ": " + show_bytes(rate) + "/s") + "</title>";
        frame.rect("transfer", frame.x(slice), frame.pitch(), 0, rate);
        frame.svg += "</g>\n";
    }
    label_times(frame, times);
    return "<h3>Bytes sent, and moved by collectives</h3>\n" + frame.close();
}

/// Boxes with names below a chart. `name(slice)`: empty for no box.
template <class Name>
std::string strip(const OverTime& times, std::string_view title, std::string_view kind, Name name) {
    Frame frame = frame_of(times, 26);
    frame.svg = "<svg class=\"chart\" viewBox=\"0 0 " + number(frame.width) + " 26\" role=\"img\" aria-label=\"" +
                std::string(title) + " over time\">\n";
    draw_runs(times.slices.size(), name, [&](std::size_t begin, std::size_t end) {
        const std::string shown = name(begin);
        if (shown.empty()) return;
        const double left = frame.x(begin), width = frame.x(end) - left - 1;
        frame.svg += "<g><title>" + escape(std::string(kind) + " " + shown + ", " + span_of(times, begin, end)) +
                     "</title><rect class=\"phase\" x=\"" + number(left) + "\" y=\"2\" width=\"" + number(width) +
                     "\" height=\"20\"/>";
        if (width > 10 + 7 * static_cast<double>(shown.size()))
            frame.svg += "<text class=\"inside\" text-anchor=\"middle\" x=\"" + number(left + width / 2) +
                         "\" y=\"16\">" + shown + "</text>";
        frame.svg += "</g>\n";
    });
    return "<h3>" + std::string(title) + "</h3>\n" + frame.close();
}

std::string phases_strip(const Analysis& run) {
    if (run.phases.size() < 2) return "";
    return strip(run.over_time, "Phases (MPI_Pcontrol)", "phase", [&](std::size_t slice) {
        const TimeSlice& each = run.over_time.slices[slice];
        return each.has_phase ? std::to_string(each.phase) : std::string();
    });
}

std::string loops_strip(const Analysis& run) {
    if (run.loops.runs.empty()) return "";
    const std::vector<std::size_t> rows = loops_by_slice(run.loops, run.over_time);
    return strip(run.over_time, "Loops", "loop",
                 [&](std::size_t slice) { return rows[slice] ? run.loops.rows[rows[slice] - 1].name : std::string(); });
}

/// Mean share in MPI of the ranks from `begin` to `end`; below 0: none of them had time in the slice.
double mean_share(const OverTime& times, std::size_t begin, std::size_t end, std::size_t slice) {
    double sum = 0, ranks = 0;
    for (std::size_t rank = begin; rank < end; ++rank) {
        if (times.in_mpi[rank][slice] < 0) continue;
        sum += static_cast<double>(times.in_mpi[rank][slice]);
        ranks += 1;
    }
    return ranks > 0 ? sum / ranks : -1;
}

std::string ranks_chart(const Analysis& run) {
    const OverTime& times = run.over_time;
    const std::size_t ranks = times.in_mpi.size(), group = (ranks + kMostRows - 1) / kMostRows;
    const std::size_t rows = (ranks + group - 1) / group;
    const double row_height = std::clamp(240.0 / static_cast<double>(rows), 5.0, 16.0);
    Frame frame = frame_of(times, kTop + row_height * static_cast<double>(rows) + kBottom);
    frame.svg = "<svg class=\"chart\" viewBox=\"0 0 " + number(frame.width) + " " + number(frame.height) +
                "\" role=\"img\" aria-label=\"Share in MPI of each rank over time\">\n";
    const std::size_t label_step = std::max<std::size_t>(1, (rows + 11) / 12);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t begin = row * group, end = std::min(begin + group, ranks);
        const double top = kTop + row_height * static_cast<double>(row);
        const auto shade = [&](std::size_t slice) {
            const double share = mean_share(times, begin, end, slice);
            return share < 0 ? -1 : static_cast<int>(std::lround(share * kShades));
        };
        const std::string name = std::to_string(run.ranks[begin].world_rank);
        draw_runs(times.slices.size(), shade, [&](std::size_t from, std::size_t to) {
            if (shade(from) < 0) return;
            frame.svg += "<rect class=\"heat\" fill-opacity=\"" + number(static_cast<double>(shade(from)) / kShades) +
                         "\" x=\"" + number(frame.x(from)) + "\" y=\"" + number(top) + "\" width=\"" +
                         number(frame.x(to) - frame.x(from)) + "\" height=\"" + number(row_height - 0.5) +
                         "\"><title>" +
                         escape("rank " + name + ", " + span_of(times, from, to) + ": about " +
                                percent_of(static_cast<double>(shade(from)) / kShades) + " in MPI") +
                         "</title></rect>";
        });
        if (row % label_step == 0)
            frame.svg += "<text class=\"axis\" text-anchor=\"end\" x=\"" + number(kLeft - 8) + "\" y=\"" +
                         number(top + row_height / 2 + 4) + "\">" + name + "</text>\n";
    }
    label_times(frame, times);
    return std::string("<h3>Share in MPI of each rank</h3>\n") + frame.close() +
           (group > 1 ? "<p class=\"note\">Each row is the mean of " + std::to_string(group) + " ranks.</p>\n" : "");
}

}  // namespace

std::string over_time(const Analysis& run) {
    return legend({{"collectives", "collectives"},
                   {"messages", "messages and one-sided calls"},
                   {"wait", "waits, and collectives waiting for late ranks"},
                   {"other", "files, other MPI"},
                   {"compute", "outside MPI"}}) +
           kinds_chart(run) + phases_strip(run) + loops_strip(run) + bytes_chart(run) + ranks_chart(run) +
           "<p class=\"note\">Each column stands for " + escape(show_time(run.over_time.slice_ns)) +
           ". Waiting for late ranks is known from the sampled calls of each column. Bytes of messages "
           "whose calls are timed by sample are counted with the call before that was timed.</p>\n";
}

}  // namespace shunt::tools::html
