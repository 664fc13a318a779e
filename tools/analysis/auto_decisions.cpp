#include "tools/analysis/auto_decisions.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "shim/observe/record/format.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kMostNamed = 3;
constexpr double kVisible = 0.001;  // of the run

/// "MPI_Bcast 256 KiB by pipeline"
std::string call_by(const EngineRow& row, std::string_view who) {
    return shorten(row.function, 24) + " " + show_bytes(static_cast<double>(row.bytes)) + " by " +
           shorten(std::string(who), 32);
}

/// How many times faster the row's calls were than the host's. The factor is `measured`, but where the host carried
/// enough calls of that length in this run, at most their time divided by the row's. Reason: where members run ahead of
/// each other, calls by one carrier may include traffic that another's calls left in the network.
double gain_of(const Analysis& run, const EngineRow& row, double measured) {
    constexpr std::uint64_t kEnough = 64;
    for (const EngineRow& other : run.engines) {
        const bool is_like = other.function == row.function && other.bytes == row.bytes && other.engine == "host";
        if (is_like && other.calls >= kEnough && row.engine != "host" && row.mean_ns() > 0)
            return std::min(measured, other.mean_ns() / row.mean_ns());
    }
    return measured;
}

/// The times of short calls include the cost of switching between candidates, so small factors of them are not
/// reliable.
bool is_reliable(const Analysis& run, const EngineRow& row, double factor) {
    constexpr double kShortestNs = 100e3, kLeastFactor = 1.5;
    if (row.mean_ns() >= kShortestNs) return factor > 1;
    return factor >= kLeastFactor && row.time_ns * (factor - 1) >= kVisible * run.rank_time_ns;
}

std::string as_ports_text(const Analysis& run) {
    std::vector<const EngineRow*> rows;
    double all_ns = 0;
    for (const EngineRow& row : run.engines) {
        if (as_ports_in_clause(row.why).empty()) continue;
        rows.push_back(&row);
        all_ns += row.time_ns;
    }
    if (rows.empty() || run.ranks.empty()) return {};
    std::ranges::sort(rows, std::greater<>(), &EngineRow::time_ns);
    std::string text = "carried " + show_time(all_ns / static_cast<double>(run.ranks.size())) +
                       " a rank of calls about as fast as the ports allow, so the host was not tried: ";
    for (std::size_t i = 0; i < std::min(rows.size(), kMostNamed); ++i)
        text += (i ? ", " : "") + call_by(*rows[i], as_ports_in_clause(rows[i]->why));
    return text + (rows.size() > kMostNamed ? " and others" : "");
}

std::string gained_text(const Analysis& run) {
    std::vector<AutoDecision> won = auto_decisions(run);
    std::erase_if(won, [](const AutoDecision& one) { return one.gained_ns <= 0; });
    if (won.empty() || run.ranks.empty()) return {};
    std::ranges::stable_sort(won, std::greater<>(), &AutoDecision::gained_ns);
    double all_ns = 0;
    for (const AutoDecision& one : won) all_ns += one.gained_ns;
    const auto ranks = static_cast<double>(run.ranks.size());
    std::string text = "gained about " + show_time(all_ns / ranks) + " per rank, of " +
                       show_time((run.rank_time_ns + all_ns) / ranks) + " without auto: ";
    for (std::size_t i = 0; i < std::min(won.size(), kMostNamed); ++i) {
        char factor[32];
        const char* const how = won[i].trial.source == "measured" ? "" : ", remembered";
        std::snprintf(factor, sizeof factor, " (%.1f x%s)", won[i].factor, how);
        text += (i ? ", " : "") + call_by(*won[i].row, won[i].choice()) + factor;
    }
    return text + (won.size() > kMostNamed ? " and others" : "");
}

}  // namespace

std::vector<AutoDecision> auto_decisions(const Analysis& run) {
    std::vector<AutoDecision> found;
    for (const EngineRow& row : run.engines) {
        AutoDecision one{&row, trial_in_clause(row.why)};
        if (one.trial.times.empty()) continue;
        const double measured = gain_in_clause(row.why).factor;
        // What a plan promises is no gain before its calls have been timed.
        const bool is_promise = one.trial.source == "planned" && one.trial.chosen_at == 0;
        if (measured > 0 && !is_promise) {
            one.factor = gain_of(run, row, measured);
            if (is_reliable(run, row, one.factor)) one.gained_ns = row.time_ns * (one.factor - 1);
        }
        found.push_back(std::move(one));
    }
    return found;
}

std::string candidates_text(const AutoDecision& decision) {
    std::string text;
    for (const TrialInClause::Time& one : decision.trial.times)
        text += (text.empty() ? "" : ", ") + shorten(std::string(one.name), 40) + " " + show_time(one.ns);
    return text;
}

double trying_ns_of(const record::Image& image) {
    double ns = 0;
    for (unsigned reason = record::kFirstClause; reason < 0xff; ++reason)
        ns += trial_in_clause(image.clause(static_cast<std::uint8_t>(reason))).trying_ns;
    return ns;
}

std::string trying_text(const Analysis& run) {
    if (run.trying_ns <= 0 || run.ranks.empty()) return {};
    const auto ranks = static_cast<double>(run.ranks.size());
    return "trying cost " + show_time(run.trying_ns / ranks) + " a rank, " +
           show_share(run.trying_ns, run.rank_time_ns) + " of the run";
}

std::string auto_text(const Analysis& run) {
    std::string text = gained_text(run);
    for (const std::string& more : {as_ports_text(run), trying_text(run)})
        if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
    return text;
}

}  // namespace shunt::tools
