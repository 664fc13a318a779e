#include "tools/report/html_charts.hpp"

#include <algorithm>

#include "tools/report/html_frame.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools::html {
namespace {

constexpr std::size_t kMostColumns = 320;

std::size_t label_step(std::size_t columns) {
    std::size_t step = 1;
    for (const std::size_t next : {2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u}) {
        if (columns / step <= 32) break;
        step = next;
    }
    return step;
}

void label_ranks(Frame& frame, const Analysis& run, std::size_t per_column) {
    const std::size_t step = label_step(frame.columns);
    for (std::size_t c = 0; c < frame.columns; c += step)
        frame.below(c, std::to_string(run.ranks[c * per_column].world_rank));
    frame.axis_title(per_column == 1 ? "rank"
                                     : "rank; each column is the mean of " + std::to_string(per_column) + " ranks");
}

std::size_t ranks_per_column(const Analysis& run) { return (run.ranks.size() + kMostColumns - 1) / kMostColumns; }

}  // namespace

std::string stacked_bar(const std::vector<BarPart>& parts, double whole_ns) {
    std::string out = "<span class=\"bar\">";
    for (const BarPart& part : parts) {
        const double share = whole_ns > 0 ? 100 * part.ns / whole_ns : 0;
        if (share >= 0.05)
            out += std::string("<i class=\"") + part.cls + "\" style=\"width:" + number(std::min(share, 100.0)) +
                   "%\"></i>";
    }
    return out + "</span>";
}

std::string range_strip(std::vector<double> values, double whole) {
    if (values.empty() || !(whole > 0)) return "";
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return 2 + 96 * values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)] / whole;
    };
    const std::string title = "least " + show_time(values.front()) + ", median " +
                              show_time(values[values.size() / 2]) + ", most " + show_time(values.back());
    return "<svg class=\"strip\" viewBox=\"0 0 100 14\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" +
           escape(title) + "\"><title>" + escape(title) + "</title><line x1=\"" + number(at(0)) + "\" x2=\"" +
           number(at(1)) + "\" y1=\"7\" y2=\"7\"/><rect x=\"" + number(at(0.25)) + "\" y=\"3\" width=\"" +
           number(std::max(0.5, at(0.75) - at(0.25))) + "\" height=\"8\"/><line class=\"median\" x1=\"" +
           number(at(0.5)) + "\" x2=\"" + number(at(0.5)) + "\" y1=\"1\" y2=\"13\"/></svg>";
}

std::string rank_chart(const Analysis& run) {
    if (run.ranks.empty()) return "";
    const std::size_t group = ranks_per_column(run);
    Frame frame;
    frame.columns = (run.ranks.size() + group - 1) / group;
    double most = run.wall_ns;  // with several threads, MPI time may be more than the run's
    for (const RankRow& rank : run.ranks) most = std::max(most, rank.mpi.time_ns);
    frame.most = round_up(most);
    frame.open("Time of each rank: transfer, wait, other MPI, outside MPI", [](double ns) { return show_time(ns); });
    for (std::size_t c = 0; c < frame.columns; ++c) {
        const std::size_t begin = c * group, end = std::min(begin + group, run.ranks.size());
        double transfer = 0, wait = 0, other = 0, wall = 0;
        for (std::size_t r = begin; r < end; ++r) {
            transfer += run.ranks[r].transfer_ns();
            wait += run.ranks[r].mpi.wait_ns;
            other += run.ranks[r].other_ns;
            wall += run.ranks[r].wall_ns;
        }
        const double n = static_cast<double>(end - begin);
        transfer /= n, wait /= n, other /= n, wall /= n;
        const std::string title = "rank " + std::to_string(run.ranks[begin].world_rank) + ": transfer " +
                                  show_time(transfer) + ", wait " + show_time(wait) + ", other MPI " +
                                  show_time(other) + ", run " + show_time(wall);
        frame.svg += "<g><title>" + escape(title) + "</title>";
        frame.rect("transfer", frame.x(c), frame.bar_width(), 0, transfer);
        frame.rect("wait", frame.x(c), frame.bar_width(), transfer, transfer + wait);
        frame.rect("other", frame.x(c), frame.bar_width(), transfer + wait, transfer + wait + other);
        frame.rect("compute", frame.x(c), frame.bar_width(), transfer + wait + other,
                   std::max(wall, transfer + wait + other));
        frame.svg += "</g>\n";
    }
    label_ranks(frame, run, group);
    return frame.close();
}

std::string size_chart(const Analysis& run, bool by_bytes) {
    Frame frame;
    frame.width = kHalfWidth;
    frame.columns = std::max<std::size_t>(1, run.sizes.size());
    const auto messages = [&](const SizeBucket& size) {
        return static_cast<double>(by_bytes ? size.bytes : size.messages);
    };
    const auto collective = [&](const SizeBucket& size) {
        return static_cast<double>(by_bytes ? size.collective_bytes : size.collective_calls);
    };
    double most = 0;
    for (const SizeBucket& size : run.sizes) most = std::max({most, messages(size), collective(size)});
    frame.most = by_bytes ? round_up_bytes(most) : std::max(4.0, round_up(most));
    const auto show = [&](double value) {
        return by_bytes ? show_bytes(value) : show_count(static_cast<std::uint64_t>(value));
    };
    frame.open(by_bytes ? "Bytes by size of message" : "Messages and collective calls by size", show);
    const std::size_t step = (frame.columns + 8) / 9;
    for (std::size_t c = 0; c < run.sizes.size(); ++c) {
        const SizeBucket& size = run.sizes[c];
        const std::string from = show_bytes(static_cast<double>(size.low));
        frame.svg +=
            "<g><title>" +
            escape("from " + from + ": messages " + show(messages(size)) + ", collectives " + show(collective(size))) +
            "</title>";
        frame.rect("hit", frame.x(c), frame.pitch(), 0, frame.most);
        frame.rect("messages", frame.x(c), frame.bar_width() / 2, 0, messages(size));
        frame.rect("collectives", frame.x(c) + frame.bar_width() / 2, frame.bar_width() / 2, 0, collective(size));
        frame.svg += "</g>\n";
        if (c % step == 0) frame.below(c, from);
    }
    frame.axis_title("bytes per message, from");
    return frame.close();
}

std::string lateness_chart(const Analysis& run) {
    if (run.arrivals.empty()) return "";
    const auto mean = [](const ArrivalRank& rank) {
        return rank.sampled ? rank.lateness_ns / static_cast<double>(rank.sampled) : 0;
    };
    const std::size_t group = ranks_per_column(run);
    Frame frame;
    frame.height = 190;
    frame.columns = (run.arrivals.size() + group - 1) / group;
    double most = 0;
    for (const ArrivalRank& rank : run.arrivals) most = std::max(most, mean(rank));
    frame.most = round_up(most);
    frame.open("Mean lateness of each rank at collectives", [](double ns) { return show_time(ns); });
    for (std::size_t c = 0; c < frame.columns; ++c) {
        const std::size_t begin = c * group, end = std::min(begin + group, run.arrivals.size());
        double late = 0;
        std::uint64_t last = 0, sampled = 0;
        for (std::size_t r = begin; r < end; ++r) {
            late += mean(run.arrivals[r]) / static_cast<double>(end - begin);
            last += run.arrivals[r].last;
            sampled += run.arrivals[r].sampled;
        }
        const std::string title = "rank " + std::to_string(run.ranks[begin].world_rank) + ": on average " +
                                  show_time(late) + " after the first; last in " + show_count(last) + " of " +
                                  show_count(sampled) + " sampled operations";
        frame.svg += "<g><title>" + escape(title) + "</title>";
        frame.rect("hit", frame.x(c), frame.pitch(), 0, frame.most);
        frame.rect("late", frame.x(c), frame.bar_width(), 0, late);
        frame.svg += "</g>\n";
    }
    label_ranks(frame, run, group);
    return frame.close();
}

std::string legend(const std::vector<std::pair<const char*, const char*>>& entries) {
    std::string out = "<p class=\"legend\">";
    for (const auto& [cls, name] : entries)
        out += std::string("<span><i class=\"") + cls + "\"></i>" + escape(name) + "</span> ";
    return out + "</p>\n";
}

}  // namespace shunt::tools::html
