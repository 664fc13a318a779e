#include "tools/analysis/analysis.hpp"

#include <algorithm>
#include <map>

#include "tools/analysis/arrivals.hpp"
#include "tools/analysis/auto_decisions.hpp"
#include "tools/analysis/carried_messages.hpp"
#include "tools/analysis/cells.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/findings.hpp"
#include "tools/analysis/nodes.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/analysis/warnings.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using record::Image;

std::uint64_t counter_of(const Image& image, std::string_view name) {
    for (const record::CounterEntry& counter : image.counters())
        if (counter.name == name) return counter.value;
    return 0;
}

/// How calls waited: the mode of the first rank that did not change it because of load, then the number of ranks that
/// waited gently because their machine was busy.
std::string wait_mode_of(const RunView& run) {
    std::string mode;
    std::size_t by_load = 0;
    double since = 0, longest = 0;
    for (const Image& image : run.images) {
        if (image.header().wait_mode != std::string_view(record::kGentleByLoad)) {
            if (mode.empty()) mode = image.header().wait_mode;
            continue;
        }
        const auto first = static_cast<double>(counter_of(image, record::kGentleByLoadSince));
        since = by_load++ ? std::min(since, first) : first;
        longest = std::max(longest, static_cast<double>(counter_of(image, record::kGentleByLoadNs)));
    }
    if (by_load == 0) return mode;
    if (mode.empty()) mode = "host";
    const std::string ranks = std::to_string(by_load) + " of " + std::to_string(run.images.size()) + " ranks";
    return mode + ", " + record::kGentleByLoad + " on " + ranks + " (since " + show_time(since) + ", for " +
           show_time(longest) + ")";
}

Facts facts_of(const RunView& run) {
    Facts facts;
    facts.world_size = run.world_size;
    if (run.images.empty()) return facts;
    // An image's ranks are checked only against that image's own world size, so the largest size of all images is used.
    for (const Image& image : run.images) {
        facts.world_size = std::max(facts.world_size, image.header().world_size);
        facts.node_count = std::max(facts.node_count, image.header().node_count);
    }
    const Image& image = run.images[0];
    const record::SpoolHeader& header = image.header();
    facts.program = header.program;
    facts.mpi_library = header.mpi_library;
    facts.shunt_version = header.shunt_version;
    facts.wait_mode = wait_mode_of(run);
    facts.options = image.options();
    facts.start_unix_ns = header.start_unix_ns;
    facts.thread_level = header.thread_level;
    facts.run_id = header.run_id;
    return facts;
}

void open_ranks(std::int32_t world_size, const RunView& run, Analysis& out) {
    for (const Image& image : run.images) {
        const record::SpoolHeader& header = image.header();
        RankRow row;
        row.world_rank = header.world_rank;
        row.node = header.node;
        row.host = header.host;
        row.wall_ns = std::max(0.0, static_cast<double>(header.clock_last.monotonic_ns) -
                                        static_cast<double>(header.clock_first.monotonic_ns));
        row.flags = header.flags;
        row.state = header.state;
        row.abort_code = header.abort_code;
        out.ranks.push_back(std::move(row));
    }
    std::size_t next = 0;
    for (std::int32_t rank = 0; rank < world_size; ++rank) {
        while (next < out.ranks.size() && out.ranks[next].world_rank < rank) ++next;
        if (next >= out.ranks.size() || out.ranks[next].world_rank != rank) out.missing.push_back(rank);
    }
}

void add_phases(const RunView& run, const Clocks& clocks, Analysis& out) {
    std::map<std::int32_t, std::size_t> rows;
    std::vector<std::uint32_t> seen(out.phases.size());
    for (std::size_t p = 0; p < out.phases.size(); ++p) rows[out.phases[p].label] = p;
    for (std::size_t i = 0; i < run.images.size(); ++i) {
        std::vector<double> times = phase_times_ns(run.images[i]);
        if (!times.empty()) times[0] = std::max(0.0, times[0] - out.ranks[i].startup_ns);
        for (std::size_t p = 0; p < times.size(); ++p) {
            const record::PhaseEntry& entry = run.images[i].phases()[p];
            const std::size_t at = rows[entry.label];
            PhaseRow& row = out.phases[at];
            const double start =
                clocks.at(i, entry.start_ticks) - clocks.at(0, run.images[0].header().clock_first.ticks);
            row.entries = std::max(row.entries, entry.entries);
            row.min_wall_ns = seen[at] ? std::min(row.min_wall_ns, times[p]) : times[p];
            row.first_start_ns = seen[at] ? std::min(row.first_start_ns, start) : start;
            row.max_wall_ns = std::max(row.max_wall_ns, times[p]);
            row.mean_wall_ns += times[p];
            ++seen[at];
        }
    }
    for (std::size_t p = 0; p < out.phases.size(); ++p)
        if (seen[p]) out.phases[p].mean_wall_ns /= seen[p];
    std::stable_sort(out.phases.begin(), out.phases.end(),
                     [](const PhaseRow& a, const PhaseRow& b) { return a.label < b.label; });
}

void add_counters(const RunView& run, Analysis& out) {
    std::map<std::string, CounterRow> rows;
    for (const Image& image : run.images) {
        for (const record::CounterEntry& counter : image.counters()) {
            CounterRow& row = rows[counter.name];
            row.total += counter.value;
            row.engine = engine_of_counter(image, counter.name);
            if (counter.value < row.most) continue;
            row.most = counter.value;
            row.most_rank = image.header().world_rank;
        }
    }
    for (auto& [name, row] : rows) {
        row.name = name;
        out.counters.push_back(row);
    }
}

void add_totals(Analysis& out) {
    for (RankRow& rank : out.ranks) {
        out.run_ns = std::max(out.run_ns, rank.wall_ns);
        rank.wall_ns = std::max(0.0, rank.wall_ns - rank.startup_ns);
        out.startup_ns = std::max(out.startup_ns, rank.startup_ns);
        out.mpi += rank.mpi;
        out.other_ns += rank.other_ns;
        out.rank_time_ns += rank.wall_ns;
        out.wall_ns = std::max(out.wall_ns, rank.wall_ns);
    }
}

}  // namespace

Split& Split::operator+=(const Split& other) {
    calls += other.calls;
    bytes += other.bytes;
    time_ns += other.time_ns;
    wait_ns += other.wait_ns;
    later_ns += other.later_ns;
    return *this;
}

Analysis analyze(const RunView& run) {
    Analysis out;
    out.facts = facts_of(run);
    open_ranks(out.facts.world_size, run, out);
    const Clocks clocks(run.images);
    const TimeGrid grid(run.images, clocks);
    const Arrivals arrivals = find_arrivals(run.images, clocks, grid);
    out.over_time = run_over_time(run.images, clocks, grid, arrivals.over_time);
    out.loops = find_loops(run.images, clocks, out.over_time);
    CellSums sums(out, arrivals, run.images);
    for (std::size_t i = 0; i < run.images.size(); ++i) sums.add_image(run.images[i], i);
    sums.finish();
    for (const Image& image : run.images) out.trying_ns += trying_ns_of(image);
    add_carried_messages(run, out);
    add_phases(run, clocks, out);
    add_counters(run, out);
    add_totals(out);
    add_nodes(run, out);
    if (arrivals.operations > 0) out.arrivals = arrivals.ranks;
    out.clock_error_ns = arrivals.clock_error_ns;
    add_warnings(run, out);
    out.findings = find_findings(out);
    return out;
}

}  // namespace shunt::tools
