#include "tools/analysis/engines.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "config/rules.hpp"
#include "native/select/reason.hpp"
#include "tools/analysis/messages.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr double kRepairShare = 0.02;      // of the datagrams; a healthy network may sometimes lose up to this share
constexpr std::uint64_t kFewRepairs = 10;  // fewer are too few to judge by a share

/// The counters of one engine, by the part of their name after the dot.
class Counts {
public:
    Counts(const Analysis& run, const std::string& engine) : ranks_(run.ranks.size()) {
        for (const CounterRow& row : run.counters)
            if (row.engine == engine) rows_[row.name.substr(engine.size() + 1)] = &row;
    }
    std::uint64_t operator[](const char* what) const {
        const auto found = rows_.find(what);
        return found == rows_.end() ? 0 : found->second->total;
    }
    /// The largest value on any one rank.
    std::uint64_t most(const char* what) const {
        const auto found = rows_.find(what);
        return found == rows_.end() ? 0 : found->second->most;
    }
    /// ", most on rank 3"; empty with one rank.
    std::string where(const char* what) const {
        const auto found = rows_.find(what);
        return found == rows_.end() || ranks_ < 2 ? "" : ", most on rank " + std::to_string(found->second->most_rank);
    }

private:
    std::size_t ranks_;
    std::map<std::string, const CounterRow*> rows_;
};

void add(std::vector<Finding>& out, std::string text, std::string remedy) {
    out.push_back({std::move(text), std::move(remedy), 0, 0, true});
}

/// Data that the engine's own transport did not deliver at all.
void not_through(const std::string& engine, const Counts& counts, std::vector<Finding>& out) {
    const std::uint64_t off = counts.most("switched-off"), recoveries = counts["rescues"];
    if (off == 0 && recoveries == 0) return;
    std::string text = engine + " packets do not arrive everywhere:";
    if (recoveries > 0) text += " data was fetched by TCP " + plural(recoveries, "time") + counts.where("rescues");
    if (off > 0)
        text += std::string(recoveries > 0 ? ";" : "") + " the host took over " + plural(off, "communicator") +
                " in mid-run";
    add(out, text + ".",
        "Run shunt doctor on each host; look whether a switch or a firewall filters multicast (IGMP snooping without a "
        "querier forgets "
        "members after some minutes); or name a network where it works: " +
            engine + ".interface.");
}

void losses(const std::string& engine, const Counts& counts, std::vector<Finding>& out) {
    const std::uint64_t datagrams = counts["datagrams"], repairs = counts["repairs"];
    const double share = datagrams ? static_cast<double>(repairs) / static_cast<double>(datagrams) : 1;
    if (repairs < kFewRepairs || share <= kRepairShare) return;
    add(out,
        engine + " sent " + show_count(repairs) + " repairs for " + plural(datagrams, "datagram") + " (" +
            show_percent(share) + counts.where("repairs") + "): the network loses packets.",
        "Look at errors and drops of the hosts' interfaces (ip -s link, ethtool -S) and of the switch ports; where a "
        "port is slower than "
        "the sender's, limit the sender's interface to its rate.");
}

void strangers(const std::string& engine, const Counts& counts, std::vector<Finding>& out) {
    if (counts["foreign"] == 0) return;
    add(out,
        engine + " dropped " + plural(counts["foreign"], "datagram") + " of strangers" + counts.where("foreign") +
            ": another job or program uses its groups or ports.",
        "Give the job a range of its own: " + engine + ".range.");
}

void evictions(const std::string& engine, const Counts& counts, std::vector<Finding>& out) {
    if (counts["evictions"] == 0) return;
    add(out,
        engine + " left groups " + plural(counts["evictions"], "time") + " to make room for others" +
            counts.where("evictions") + ": data sent to them meanwhile was delivered by repairs.",
        "Raise " + engine + ".groups, if the interfaces' filters have room, or alternate among fewer communicators.");
}

std::set<std::string> engines_that_count(const Analysis& run) {
    std::set<std::string> names;
    for (const CounterRow& row : run.counters)
        if (!row.engine.empty()) names.insert(row.engine);
    return names;
}

double share_of(const CarriedCalls& carried, const FunctionRow& row) {
    return row.total.calls ? static_cast<double>(carried.calls) / static_cast<double>(row.total.calls) : 0;
}

}  // namespace

std::string_view engine_of_counter(const record::Image& image, std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return {};
    for (std::size_t index = 1; index < image.header().engine_count; ++index)
        if (image.engine_name(index) == name.substr(0, dot)) return name.substr(0, dot);
    return {};
}

std::string reason_text(const record::Image& image, const record::Cell& cell, std::uint16_t rule) {
    constexpr std::size_t kLongestClause = 360;  // as long as the record keeps them: they end with figures
    return explain({static_cast<Reason>(cell.reason), cell.asked, rule},
                   shorten(std::string(image.engine_name(cell.asked)), 24),
                   shorten(image.clause(cell.reason), kLongestClause));
}

std::string carried_text(const FunctionRow& row) {
    std::string text;
    for (const CarriedCalls& carried : row.carried)
        text +=
            (text.empty() ? "" : ", ") + show_percent(share_of(carried, row)) + " by " + shorten(carried.engine, 24);
    return text;
}

std::vector<std::string> carried_lines(const Analysis& run) {
    std::map<std::string, std::string> lines;
    for (const FunctionRow& row : run.functions)
        for (const CarriedCalls& carried : row.carried) {
            std::string& line = lines[carried.engine];
            line += (line.empty() ? shorten(carried.engine, 24) + ": " : ", ") + row.name + " " +
                    show_percent(share_of(carried, row));
        }
    std::vector<std::string> out;
    for (auto& [engine, line] : lines) out.push_back(std::move(line));
    return out;
}

std::string nothing_carried_text(const Analysis& run) {
    std::map<std::string, double> times;
    for (const EngineRow& row : run.engines) {
        if (row.engine != "host") return {};
        if (!row.why.empty()) times[row.why] += row.time_ns;
    }
    const auto most = std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
    return most == times.end() ? std::string() : "nothing, the host carried every call: " + most->first;
}

std::string counter_text(const CounterRow& row, std::size_t ranks) {
    const std::string what = row.engine.empty() ? row.name : row.name.substr(row.engine.size() + 1);
    const std::string text = shorten(what, 32) + " " + show_count(row.total);
    if (ranks < 2 || row.most <= 2 * (row.total / ranks)) return text;
    return text + " (" + (row.most == row.total ? "all" : show_count(row.most)) + " on rank " +
           std::to_string(row.most_rank) + ")";
}

std::vector<std::string> counter_lines(const Analysis& run) {
    std::vector<std::string> out;
    for (const std::string& engine : engines_that_count(run)) {
        if (engine == config::kRemoteWriteName) {
            if (std::string text = message_text(run); !text.empty()) out.push_back(engine + ": " + text);
            continue;
        }
        std::string line;
        for (const CounterRow& row : run.counters)
            if (row.engine == engine && row.total > 0)
                line += (line.empty() ? "" : ", ") + counter_text(row, run.ranks.size());
        if (!line.empty()) out.push_back(shorten(engine, 24) + ": " + line);
    }
    return out;
}

void find_engine_faults(const Analysis& run, std::vector<Finding>& out) {
    for (const std::string& name : engines_that_count(run)) {
        const Counts counts(run, name);
        const std::string engine = shorten(name, 24);
        for (const auto& rule : {not_through, losses, strangers, evictions}) rule(engine, counts, out);
    }
}

}  // namespace shunt::tools
