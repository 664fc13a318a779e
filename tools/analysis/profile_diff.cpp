#include "tools/analysis/profile_diff.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <ostream>
#include <set>
#include <span>

#include "tools/analysis/clocks.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/loops.hpp"
#include "tools/analysis/rank_clock.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using Totals = std::map<std::pair<std::string, std::string>, CallTotals>;

Totals totals_of(const record::ProfileFile& profile) {
    Totals totals;
    for (const record::Image& image : profile.images()) {
        const RankClock clock(image);
        const RowTimes times(image);
        for (const record::Cell& cell : image.cells()) {
            if ((cell.key.flags & record::kCall) == 0) continue;
            const auto count = static_cast<double>(cell.count);
            totals[{std::string(image.function_name(cell.key.function)),
                    std::string(image.engine_name(cell.key.engine))}] +=
                {cell.count, count * static_cast<double>(cell.key.bytes), times.ns(cell), clock.ns(cell.wait_ticks)};
        }
        for (std::size_t i = 0; i < image.overflow().size(); ++i) {
            const auto& entry = image.overflow()[i];
            if (entry.count == 0) continue;
            totals[{std::string(image.function_name(i)), "host"}] +=
                {entry.count, static_cast<double>(entry.bytes), clock.ns(entry.ticks), 0};
        }
    }
    return totals;
}

/// The share of one function's calls that each engine carried.
std::string carriers_of(const Totals& totals, const std::string& function, double& time_ns) {
    std::uint64_t all = 0;
    std::string text;
    const auto first = totals.lower_bound({function, ""});
    const auto is_same = [&](auto row) { return row != totals.end() && row->first.first == function; };
    for (auto row = first; is_same(row); ++row) {
        all += row->second.calls;
        time_ns += row->second.time_ns;
    }
    for (auto row = first; is_same(row) && all > 0; ++row) {
        if (row->first.second == "host" || row->second.calls == 0) continue;
        const double share = static_cast<double>(row->second.calls) / static_cast<double>(all);
        text += (text.empty() ? "" : ", ") + show_percent(share) + " by " + shorten(row->first.second, 24);
    }
    return text.empty() && all > 0 ? "host" : text;
}

std::vector<CarriedChange> carried_changes(const Totals& before, const Totals& after) {
    std::set<std::string> functions;
    for (const Totals* totals : {&before, &after})
        for (const auto& [key, row] : *totals)
            if (key.second != "host") functions.insert(key.first);
    std::vector<CarriedChange> changes;
    for (const std::string& function : functions) {
        CarriedChange change;
        change.function = function;
        change.before = carriers_of(before, function, change.before_ns);
        change.after = carriers_of(after, function, change.after_ns);
        changes.push_back(std::move(change));
    }
    return changes;
}

std::vector<CounterChange> counter_changes(const record::ProfileFile& before, const record::ProfileFile& after) {
    std::map<std::string, CounterChange> rows;
    const auto add = [&](const record::ProfileFile& profile, std::uint64_t CounterChange::*sum) {
        for (const record::Image& image : profile.images())
            for (const record::CounterEntry& counter : image.counters())
                if (!engine_of_counter(image, counter.name).empty()) rows[counter.name].*sum += counter.value;
    };
    add(before, &CounterChange::before);
    add(after, &CounterChange::after);
    std::vector<CounterChange> changes;
    for (auto& [name, row] : rows) {
        row.name = name;
        if (row.before != row.after) changes.push_back(row);
    }
    return changes;
}

double wall_ns(const record::ProfileFile& profile) {
    double longest = 0;
    for (const record::Image& image : profile.images()) longest = std::max(longest, RankClock(image).elapsed_ns());
    return longest;
}

bool is_changed(const DiffRow& row, const DiffThreshold& threshold) {
    if (threshold.all) return true;
    if (row.before.calls != row.after.calls || row.before.bytes != row.after.bytes) return true;
    const double change = std::abs(row.time_change_ns());
    return change >= threshold.time_ns && change >= threshold.time_share * row.before.time_ns;
}

struct Differences {
    std::vector<std::string> texts;

    void text(const char* what, std::string_view before, std::string_view after) {
        if (before != after)
            texts.push_back(std::string(what) + ": " + shorten(before, 60) + " -> " + shorten(after, 60));
    }
    void number(const char* what, std::int64_t before, std::int64_t after) {
        text(what, std::to_string(before), std::to_string(after));
    }
};

std::set<std::string> option_lines(const record::Image& image) {
    std::set<std::string> lines;
    std::string_view rest = image.options();
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::string_view setting = line.substr(0, line.find("    # "));  // the source is not compared
        // The profile name is left out: every run has its own.
        if (!setting.empty() && !setting.starts_with("profile ")) lines.emplace(setting);
    }
    return lines;
}

std::vector<std::string> describe_differences(const record::ProfileFile& before, const record::ProfileFile& after) {
    const auto& a = before.images().front().header();
    const auto& b = after.images().front().header();
    Differences found;
    found.number("ranks", a.world_size, b.world_size);
    found.number("nodes", a.node_count, b.node_count);
    found.text("program", a.program, b.program);
    found.text("MPI", short_library(a.mpi_library), short_library(b.mpi_library));
    found.text("Shunt", a.shunt_version, b.shunt_version);
    found.text("waiting", a.wait_mode, b.wait_mode);
    found.number("ranks recorded", static_cast<std::int64_t>(before.images().size()),
                 static_cast<std::int64_t>(after.images().size()));
    const auto old_lines = option_lines(before.images().front()), new_lines = option_lines(after.images().front());
    for (const auto& line : old_lines)
        if (!new_lines.contains(line)) found.texts.push_back("option only before: " + shorten(line, 80));
    for (const auto& line : new_lines)
        if (!old_lines.contains(line)) found.texts.push_back("option only after: " + shorten(line, 80));
    return std::move(found.texts);
}

std::vector<LoopChange> loop_changes(const record::ProfileFile& before, const record::ProfileFile& after) {
    constexpr std::size_t kMostCompared = 8;
    const auto loops_of = [](const record::ProfileFile& file) {
        return find_loops(file.images(), Clocks(file.images()), {}).rows;
    };
    std::vector<LoopChange> found;
    const std::vector<LoopRow> later = loops_of(after);
    for (const LoopRow& row : loops_of(before)) {
        const auto same =
            std::find_if(later.begin(), later.end(), [&](const LoopRow& other) { return other.digest == row.digest; });
        if (same == later.end() || found.size() == kMostCompared) continue;
        found.push_back({row.name + ": " + row.body, row.iterations, same->iterations, row.mean_ns, same->mean_ns});
    }
    return found;
}

}  // namespace

CallTotals& CallTotals::operator+=(const CallTotals& other) {
    calls += other.calls;
    bytes += other.bytes;
    time_ns += other.time_ns;
    wait_ns += other.wait_ns;
    return *this;
}

ProfileDiff compare(const record::ProfileFile& before, const record::ProfileFile& after,
                    const DiffThreshold& threshold) {
    ProfileDiff diff;
    diff.differences = describe_differences(before, after);
    diff.before_wall_ns = wall_ns(before);
    diff.after_wall_ns = wall_ns(after);
    std::map<std::pair<std::string, std::string>, DiffRow> rows;
    const Totals old_totals = totals_of(before), new_totals = totals_of(after);
    for (const auto& [key, totals] : old_totals) rows[key].before = totals;
    for (const auto& [key, totals] : new_totals) rows[key].after = totals;
    diff.carried = carried_changes(old_totals, new_totals);
    diff.counters = counter_changes(before, after);
    diff.loops = loop_changes(before, after);
    diff.orders = compare_orders(before, after);
    for (auto& [key, row] : rows) {
        row.function = key.first;
        row.engine = key.second;
        diff.before += row.before;
        diff.after += row.after;
        if (is_changed(row, threshold)) diff.rows.push_back(row);
        else ++diff.unchanged;
    }
    std::stable_sort(diff.rows.begin(), diff.rows.end(), [](const DiffRow& a, const DiffRow& b) {
        return std::abs(a.time_change_ns()) > std::abs(b.time_change_ns());
    });
    return diff;
}

namespace {

std::string ratio_text(double before, double after) {
    if (before == 0 && after == 0) return "=";
    if (before == 0) return "new";
    if (after == 0) return "gone";
    const double ratio = after / before;
    if (std::abs(ratio - 1) < 0.0005) return "=";
    char text[32];
    std::snprintf(text, sizeof text, ratio < 100 ? "x %.2f" : "x %.0f", ratio);
    return text;
}

/// "100 -> 120", or one value when both have the same text.
std::string change_text(const std::string& before, const std::string& after) {
    return before == after ? before : before + " -> " + after;
}

std::vector<std::string> table_row(const std::string& name, const CallTotals& before, const CallTotals& after) {
    return {name,
            change_text(show_count(before.calls), show_count(after.calls)),
            change_text(show_bytes(before.bytes), show_bytes(after.bytes)),
            show_time(before.time_ns),
            show_time(after.time_ns),
            ratio_text(before.time_ns, after.time_ns)};
}

void print_carried(const ProfileDiff& diff, const TextStyle& style, std::ostream& out) {
    if (!diff.carried.empty()) {
        out << '\n' << bold("Carried by engines, and the time of all calls:", style) << '\n';
        TextTable table({"function", "time before", "after", "", "carried before", "carried after"});
        for (const CarriedChange& row : diff.carried)
            table.add({row.function, show_time(row.before_ns), show_time(row.after_ns),
                       ratio_text(row.before_ns, row.after_ns), row.before.empty() ? "-" : row.before,
                       row.after.empty() ? "-" : row.after});
        table.print(out, style);
    }
    if (diff.counters.empty()) return;
    out << '\n' << bold("Counted by engines:", style) << '\n';
    TextTable table({"counter, sum over ranks", "before", "after"});
    for (const CounterChange& row : diff.counters)
        table.add({shorten(row.name, 40), show_count(row.before), show_count(row.after)});
    table.print(out, style);
}

void print_loop_changes(const ProfileDiff& diff, const TextStyle& style, std::ostream& out) {
    if (diff.loops.empty()) return;
    out << '\n' << bold("Loops that both runs have, and the mean time of an iteration:", style) << '\n';
    TextTable table({"loop, one iteration", "iterations", "time before", "after", ""});
    for (const LoopChange& row : diff.loops)
        table.add({shorten(row.body, 56), change_text(show_count(row.before), show_count(row.after)),
                   show_time(row.before_ns), show_time(row.after_ns), ratio_text(row.before_ns, row.after_ns)});
    table.print(out, style);
}

/// Scientists need this first when results differ in the last digits.
void print_orders(const ProfileDiff& diff, const TextStyle& style, std::ostream& out) {
    constexpr std::size_t kMostShown = 10;
    const std::vector<OrderChange>& changes = diff.orders.changes;
    if (diff.orders.compared == 0) return;
    if (changes.empty()) {
        out << "\nSums of floating-point numbers were combined in the same order in both runs.\n";
        return;
    }
    out << '\n' << bold("Combined in different orders, so that the last bits of sums may differ:", style) << '\n';
    TextTable table({"function", "bytes", "calls before", "after"});
    for (const OrderChange& one : std::span(changes).first(std::min(kMostShown, changes.size())))
        table.add({one.function, show_bytes(static_cast<double>(one.bytes)), one.before, one.after});
    table.print(out, style);
    if (changes.size() > kMostShown) out << changes.size() - kMostShown << " more lengths likewise.\n";
}

}  // namespace

void print_diff(const ProfileDiff& diff, const std::string& before, const std::string& after, const TextStyle& style,
                std::ostream& out) {
    out << "before  " << before << "   " << show_time(diff.before_wall_ns) << '\n';
    out << "after   " << after << "   " << show_time(diff.after_wall_ns) << "   "
        << ratio_text(diff.before_wall_ns, diff.after_wall_ns) << '\n';
    if (!diff.differences.empty()) out << '\n' << bold("The runs differ:", style) << '\n';
    for (const std::string& line : diff.differences) out << "  " << line << '\n';
    out << '\n';
    if (diff.rows.empty()) {
        out << "No function changed by more than the threshold (see --threshold, --all).\n";
        print_carried(diff, style, out);
        print_loop_changes(diff, style, out);
        print_orders(diff, style, out);
        return;
    }
    TextTable table({"function", "calls", "bytes", "time before", "after", ""});
    for (const DiffRow& row : diff.rows)
        table.add(table_row(row.engine == "host" ? row.function : row.function + " (" + row.engine + ")", row.before,
                            row.after));
    table.add(table_row("all MPI calls", diff.before, diff.after));
    table.print(out, style);
    if (diff.unchanged != 0)
        out << diff.unchanged << " more did not change by more than the threshold (--all shows them).\n";
    print_carried(diff, style, out);
    print_loop_changes(diff, style, out);
    print_orders(diff, style, out);
}

}  // namespace shunt::tools
