#include "tools/plan/kept_promises.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include "config/rules.hpp"
#include "native/select/promise.hpp"
#include "native/select/trial_clause.hpp"
#include "tools/analysis/collective_traffic.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/plan/channel_proposal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kHostInClause = "the host";
constexpr double kMostOfCalls = 0.9;

/// The calls of all ranks for one line and one operation.
struct LineSums {
    Promise promise;
    std::map<std::string, double> carriers;                  ///< calls by carrier
    std::map<std::size_t, std::pair<double, double>> ranks;  ///< calls and their time
    bool synchronises = true;
    double calls = 0;                            ///< all
    double by_host = 0;                          ///< whose trial found the host to be the fastest
    double measured_calls = 0, measured_ns = 0;  ///< whose trial has measured the host, and their time by the host
};
using LineKey = std::pair<int, std::string>;

void add_promises(const record::Image& image, std::size_t position, std::map<LineKey, LineSums>& sums) {
    const RowTimes times(image);
    for (const record::Cell& cell : image.cells()) {
        if ((cell.rule & config::kPlanLine) == 0 || (cell.key.flags & record::kCall) == 0) continue;
        const std::string_view function = image.function_name(cell.key.function);
        const auto operation = operation_of(function);
        LineSums& line = sums[{static_cast<int>(cell.rule & ~unsigned{config::kPlanLine}),
                               operation ? std::string(name_of(*operation)) : std::string("p2p")}];
        const std::string_view clause = image.clause(cell.reason);
        const Promise promise = promise_in_clause(clause);
        const TrialInClause trial = trial_in_clause(clause);
        if (promise.expected_ns > 0) line.promise.expected_ns = promise.expected_ns;
        if (promise.host_ns > 0) line.promise.host_ns = promise.host_ns;
        // A line that was measured, and not only compared with its times, stays if its carrier was the faster one.
        const bool is_measured = !trial.times.empty() && trial.source == "measured";
        const auto calls = static_cast<double>(cell.count);
        if (is_measured && trial.times.front().name == kHostInClause) line.by_host += calls;
        if (const auto* host = is_measured ? trial.find(kHostInClause) : nullptr) {
            line.measured_calls += calls;
            line.measured_ns += calls * host->ns;
        }
        line.carriers[std::string(image.engine_name(cell.key.engine))] += calls;
        auto& [count, ns] = line.ranks[position];
        count += calls;
        ns += times.ns(cell);
        line.calls += calls;
        line.synchronises =
            operation &&
            synchronises(*operation, static_cast<std::int64_t>(std::max<std::uint64_t>(1, cell.key.bytes)));
    }
}

std::string carriers_text(const std::map<std::string, double>& carriers) {
    if (carriers.size() == 1) return carriers.begin()->first;
    double all = 0;
    for (const auto& [name, calls] : carriers) all += calls;
    std::string text;
    for (const auto& [name, calls] : carriers) text += (text.empty() ? "" : ", ") + name + " " + show_share(calls, all);
    return text;
}

KeptPromise kept_by(const LineKey& key, const LineSums& sums) {
    KeptPromise kept{key.first, key.second, carriers_text(sums.carriers)};
    kept.expected_ns = sums.promise.expected_ns;
    // Calls of several lengths: without the line they would have taken this long on average, if it is known of all.
    const bool is_measured = sums.measured_calls > 0 && sums.measured_calls >= kMostOfCalls * sums.calls;
    kept.instead_ns = is_measured ? sums.measured_ns / sums.measured_calls : sums.promise.host_ns;
    kept.is_taken_back = sums.promise.is_taken_back || 2 * sums.by_host > sums.calls;
    double least = 0, sum = 0;
    for (const auto& [position, times] : sums.ranks) {
        const double mean = times.first > 0 ? times.second / times.first : 0;
        kept.calls = std::max(kept.calls, times.first);
        least = least > 0 ? std::min(least, mean) : mean;
        sum += mean;
    }
    kept.call_ns = sums.synchronises ? least : sum / static_cast<double>(std::max<std::size_t>(1, sums.ranks.size()));
    return kept;
}

}  // namespace

std::vector<KeptPromise> kept_promises(const record::ProfileFile& file) {
    std::map<LineKey, LineSums> sums;
    for (std::size_t i = 0; i < file.images().size(); ++i) add_promises(file.images()[i], i, sums);
    std::vector<KeptPromise> out;
    for (const auto& [key, line] : sums) out.push_back(kept_by(key, line));
    return out;
}

void print_promises(const std::vector<KeptPromise>& promises, const TextStyle& style, std::ostream& out) {
    if (promises.empty()) return;
    out << '\n' << bold("Promises of the plan", style) << '\n';
    TextTable table({"plan line", "operation", "by", "result", "calls", "without", "promised", "took"});
    const auto time = [](double ns) { return ns > 0 ? show_time(ns) : std::string("-"); };
    for (const KeptPromise& one : promises) {
        std::string result = "-";
        if (one.is_taken_back) result = "taken back";
        else if (one.instead_ns > 0)
            result = (one.gain_ns() >= 0 ? "won " : "lost ") + show_time(std::abs(one.gain_ns())) +
                     (one.expected_ns > 0 ? " of " + show_time(one.promised_gain_ns()) + " promised" : "");
        // On a narrow terminal the last columns are left out.
        table.add({std::to_string(one.line), one.operation, one.carriers, result,
                   show_count(static_cast<std::uint64_t>(one.calls + 0.5)), time(one.instead_ns), time(one.expected_ns),
                   show_time(one.call_ns)});
    }
    table.print(out, style, 3);
}

std::vector<KeptChannels> kept_channels(const record::ProfileFile& before, const record::ProfileFile& after) {
    const PlanProfile first = describe_profile("", before), second = describe_profile("", after);
    const std::optional<ChannelProposal> result = propose_channels(second, second.ranks, 0);
    if (!result) return {};
    const std::optional<ChannelProposal> plan = propose_channels(first, second.ranks, result->most);
    std::vector<KeptChannels> out;
    const auto keep = [&](const ChannelPhase& phase, const ChannelPhase* planned) {
        KeptChannels& kept = out.emplace_back(KeptChannels{phase.label, phase.between_nodes, phase.messages});
        kept.after = phase.now / phase.messages;
        if (planned) kept.planned = planned->planned / planned->messages;
        if (planned && planned->now >= 0) kept.before = planned->now / planned->messages;
    };
    const auto has_others = [&](const ChannelPhase& all) {
        return std::ranges::any_of(result->phases, [&](const ChannelPhase& phase) {
            return phase.label && phase.between_nodes == all.between_nodes;
        });
    };
    for (const ChannelPhase& phase : result->phases) {
        if (phase.now < 0 || (!phase.label && has_others(phase))) continue;
        const ChannelPhase* like = nullptr;
        for (const ChannelPhase& planned : plan ? std::span(plan->phases) : std::span<const ChannelPhase>())
            if (planned.label == phase.label && planned.between_nodes == phase.between_nodes) like = &planned;
        keep(phase, like);
    }
    return out;
}

void print_channels(const std::vector<KeptChannels>& phases, const TextStyle& style, std::ostream& out) {
    if (phases.empty()) return;
    out << '\n' << bold("Messages carried by a channel of two ranks", style) << '\n';
    TextTable table({"phase", "messages", "before", "by a plan", "after"});
    const auto share = [](double part) { return part < 0 ? std::string("-") : show_share(part, 1); };
    for (const KeptChannels& one : phases)
        table.add({(one.label ? std::to_string(*one.label) : "all") + (one.between_nodes ? ", between nodes" : ""),
                   show_count(static_cast<std::uint64_t>(one.messages + 0.5)), share(one.before), share(one.planned),
                   share(one.after)});
    table.print(out, style, 1);
    out << "By a plan: the share with a plan made from the first run.\n";
}

}  // namespace shunt::tools
