#include "tools/analysis/machine.hpp"

#include <algorithm>
#include <map>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr double kBusyShare = 0.1;  // share of their time in which ranks were ready but had no core

const CounterRow* counter(const Analysis& run, const char* name) {
    const auto found =
        std::find_if(run.counters.begin(), run.counters.end(), [&](const CounterRow& row) { return row.name == name; });
    return found == run.counters.end() ? nullptr : &*found;
}

std::uint64_t most_on_a_node(const Analysis& run) {
    std::map<std::int32_t, std::uint64_t> ranks_on;
    for (const RankRow& rank : run.ranks) ++ranks_on[rank.node];
    std::uint64_t most = 0;
    for (const auto& [node, count] : ranks_on) most = std::max(most, count);
    return most;
}

bool is_crowded(const Analysis& run) {
    const int cores = cores_of_node(run);
    return run.facts.wait_mode != "gentle" && cores > 0 && most_on_a_node(run) > static_cast<std::uint64_t>(cores);
}

/// Time in which ranks were ready to run but had no core.
double kept_waiting_ns(const Analysis& run) {
    const CounterRow* delay = counter(run, "cpu.run-delay-us");
    return delay ? static_cast<double>(delay->total) * 1000 : 0;
}

bool is_busy(const Analysis& run) {
    return run.facts.wait_mode != "gentle" && run.rank_time_ns > 0 &&
           kept_waiting_ns(run) > kBusyShare * run.rank_time_ns;
}

/// Whether ranks lacked a core for longer than sharing the cores among themselves explains.
bool is_busy_with_others(const Analysis& run) {
    const double cores = cores_of_node(run), ranks = static_cast<double>(most_on_a_node(run));
    return kept_waiting_ns(run) > (1 - cores / ranks + kBusyShare) * run.rank_time_ns;
}

void add_machine(std::vector<Finding>& out, double cost_ns, std::string text, std::string remedy) {
    out.push_back({std::move(text), std::move(remedy), cost_ns, 0, false, Finding::Place::machine});
}

}  // namespace

int cores_of_node(const Analysis& run) {
    const CounterRow* cores = counter(run, "node.cores");
    return cores ? static_cast<int>(std::min<std::uint64_t>(cores->most, 1 << 20)) : 0;
}

bool machine_is_short(const Analysis& run) { return is_crowded(run) || is_busy(run); }

void find_short_machine(const Analysis& run, std::vector<Finding>& out) {
    const std::string kept = " Ranks were ready to run but had no core for " +
                             show_share(kept_waiting_ns(run), run.rank_time_ns) + " of their time.";
    if (is_crowded(run)) {
        const bool yields = run.facts.wait_mode == "host, yielding";
        add_machine(out, run.mpi.wait_ns,
                    std::to_string(most_on_a_node(run)) + " ranks share " +
                        plural(static_cast<std::uint64_t>(cores_of_node(run)), "core") + " of a node and " +
                        (yields ? "take turns on them." : "do not yield them while waiting.") +
                        (is_busy(run) ? kept : "") +
                        (is_busy_with_others(run) ? " Other work had the cores, too." : ""),
                    yields ? "Run with fewer ranks than cores, or with wait = gentle (SHUNT_WAIT=gentle)."
                           : "Run with wait = auto (SHUNT_WAIT=auto), or with fewer ranks than cores.");
    } else if (is_busy(run)) {
        add_machine(out, std::min(run.mpi.time_ns, kept_waiting_ns(run)), "The machine is busy with other work." + kept,
                    "Run when the machine is otherwise idle, or with wait = gentle (SHUNT_WAIT=gentle); the other work "
                    "may be the cause of findings about ranks below.");
    }
}

}  // namespace shunt::tools
