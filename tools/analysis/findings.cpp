#include "tools/analysis/findings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "tools/analysis/blame.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/machine.hpp"
#include "tools/analysis/transfer.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using Findings = std::vector<Finding>;

constexpr double kLeastShare = 0.01;
constexpr std::size_t kMost = 5;
constexpr const char* kEarlier = "Post receives early, send early, and do other work before MPI_Wait.";
constexpr double kCopyBytesPerNs = 4;  // copy rate of one core; used for the cost of unexpected messages
constexpr double kFewestSamples = 20;  // messages or calls; with fewer, nothing is blamed on one rank or engine

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

void add(Findings& out, double cost_ns, std::string text, std::string remedy) {
    out.push_back({std::move(text), std::move(remedy), cost_ns, 0, false});
}

std::string rank_name(std::int32_t rank) { return "rank " + std::to_string(rank); }

/// Finds one rank that the others wait for in sends and receives. The time of a Waitall is divided evenly among the
/// requests it completed, so a rank is named only if it stands out both as sender and as receiver. Few messages name
/// none: one that was late by chance would decide.
void slow_partners(const Analysis& run, Findings& out) {
    std::map<std::int32_t, double> by_rank, messages;
    double total = 0;
    for (const PairTraffic& pair : run.pairs) {
        if (pair.wait_ns + pair.send_wait_ns <= 0 && pair.messages + pair.received_messages == 0) continue;
        by_rank[pair.from] += pair.wait_ns;
        by_rank[pair.to] += pair.send_wait_ns;
        messages[pair.from] += static_cast<double>(pair.received_messages);
        messages[pair.to] += static_cast<double>(pair.messages);
        total += pair.wait_ns + pair.send_wait_ns;
    }
    if (by_rank.size() < 2 || total <= 0) return;
    const auto worst = std::max_element(by_rank.begin(), by_rank.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    const double share = worst->second / total;
    const bool are_enough = messages[worst->first] >= kFewestSamples;
    if (by_rank.size() > 2 && are_enough &&
        (share > 0.6 || (share > 0.2 && share > 4.0 / static_cast<double>(by_rank.size()))))
        add(out, worst->second,
            "Other ranks wait " + show_time(worst->second) + " for messages of " + rank_name(worst->first) +
                " or for it to receive theirs, " + show_percent(share) + " of all waiting in messages.",
            "Let " + rank_name(worst->first) + " send and receive earlier, or spread what it does over more ranks.");
    else if (by_rank.size() == 2)
        add(out, total,
            "Ranks " + std::to_string(by_rank.begin()->first) + " and " + std::to_string(by_rank.rbegin()->first) +
                " wait " + show_time(total) + " for each other's messages to arrive or to be received.",
            kEarlier);
    else
        add(out, total,
            "Ranks wait " + show_time(total) + " for messages to arrive or to be received, spread over many partners.",
            kEarlier);
}

void late_receives(const Analysis& run, Findings& out) {
    const Habits& habits = run.habits;
    const double share = ratio(static_cast<double>(habits.late), static_cast<double>(habits.probed));
    if (habits.late < 100 || share < 0.25) return;
    // Receives that could not be probed count as posted in time: the cost should be too small rather than too large.
    const double known = std::min(1.0, ratio(static_cast<double>(habits.probed), static_cast<double>(habits.received)));
    const double copies = static_cast<double>(habits.late_bytes) / kCopyBytesPerNs;
    add(out, copies + share * known * habits.send_wait_ns,
        show_percent(share) + " of " + show_count(habits.probed) +
            " checked receives were posted after their message had arrived: it was copied twice, or its sender had to "
            "wait.",
        "Post receives (MPI_Irecv) before the work that precedes them.");
}

void small_messages(const Analysis& run, Findings& out) {
    const Habits& habits = run.habits;
    const double share = ratio(static_cast<double>(habits.small_messages), static_cast<double>(habits.sent));
    if (habits.small_messages < 1000 || share < 0.5) return;
    add(out, habits.small_send_ns,
        show_count(habits.small_messages) + " messages (" + show_percent(share) +
            ") carry at most 1 KiB; sending them takes " + show_time(habits.small_send_ns) +
            ", nearly all of it the cost of a message, not of its bytes.",
        "Put several values for the same rank into one message, or send rarer.");
}

void small_collectives(const Analysis& run, Findings& out) {
    const Habits& habits = run.habits;
    if (habits.small_collectives < 1000) return;
    add(out, habits.small_collective_ns,
        show_count(habits.small_collectives) + " collective calls carry at most 1 KiB; beyond waiting they take " +
            show_time(habits.small_collective_ns) + ", latency and not bandwidth.",
        "Join several small reductions into one, or overlap them (MPI_Iallreduce).");
}

/// Finds one rank that moves far more bytes than the others: at least four times the mean of all ranks.
void hot_rank(const Analysis& run, Findings& out) {
    if (run.ranks.size() < 4) return;
    double total = 0, most = 0, all_received = 0;
    const RankRow* hot = nullptr;
    for (const RankRow& rank : run.ranks) {
        const double moved = static_cast<double>(rank.sent_bytes) + static_cast<double>(rank.received_bytes);
        total += moved;
        all_received += static_cast<double>(rank.received_bytes);
        if (moved <= most) continue;
        most = moved;
        hot = &rank;
    }
    const double mean = total / static_cast<double>(run.ranks.size());
    const std::uint64_t messages = hot ? hot->sent_messages + hot->received_messages : 0;
    if (static_cast<double>(messages) < kFewestSamples || most < 4 * mean) return;
    double waited = 0;
    for (const PairTraffic& pair : run.pairs)
        if (pair.from == hot->world_rank || pair.to == hot->world_rank) waited += pair.wait_ns;
    const bool sink = static_cast<double>(hot->received_bytes) > 0.5 * most;
    add(out, waited,
        "Rank " + std::to_string(hot->world_rank) + (sink ? " receives " : " sends ") + show_bytes(most) +
            " in messages, " + show_count(static_cast<std::uint64_t>(most / mean)) +
            " times the average rank: its link limits the others.",
        sink ? "Gather in a tree (MPI_Gather, MPI_Reduce) or write from several ranks."
             : "Use MPI_Bcast or MPI_Scatter instead of single sends.");
}

void polling(const Analysis& run, Findings& out) {
    Split polls;
    std::string name;
    for (const FunctionRow& row : run.functions) {
        const bool poll = row.name.starts_with("MPI_Test") || row.name.starts_with("MPI_Iprobe") ||
                          row.name.starts_with("MPI_Improbe");
        if (row.kind != FunctionClass::wait || !poll) continue;
        if (name.empty()) name = row.name;
        polls += row.total;
    }
    const double messages = static_cast<double>(std::max(run.habits.received, run.habits.sent)) + 1;
    if (polls.calls < 10'000 || static_cast<double>(polls.calls) < 5 * messages) return;
    add(out, polls.time_ns,
        show_count(polls.calls) + " calls of " + name + " and its like, " +
            show_count(static_cast<std::uint64_t>(static_cast<double>(polls.calls) / messages)) + " for every message.",
        "Use MPI_Waitany or MPI_Probe where there is nothing else to do.");
}

/// Finds unevenly spread work from the time outside MPI. Used only where no arrival samples show it more exactly.
void uneven_work(const Analysis& run, Findings& out) {
    if (!run.arrivals.empty() || run.ranks.size() < 2) return;
    double total = 0, most = 0;
    std::int32_t busiest = 0;
    for (const RankRow& rank : run.ranks) {
        const double own = std::max(0.0, rank.wall_ns - rank.mpi.time_ns);
        total += own;
        if (own <= most) continue;
        most = own;
        busiest = rank.world_rank;
    }
    const double mean = total / static_cast<double>(run.ranks.size());
    if (mean <= 0 || most < 1.2 * mean) return;
    add(out, std::min(run.mpi.wait_ns, (most - mean) * static_cast<double>(run.ranks.size())),
        "Rank " + std::to_string(busiest) + " spends " + show_time(most) + " outside MPI, the average rank " +
            show_time(mean) + ": the others wait for it.",
        machine_is_short(run) ? "Solve the shortage of cores first; then spread the work more evenly."
                              : "Spread the work more evenly.");
}

/// How much longer than another mean a mean time must be, so that chance is not the reason. Single calls are taken to
/// spread by as much as their mean; confidence: 99 %. `calls`, `other_calls`: of one rank.
double ratio_beyond_chance(double calls, double other_calls) {
    constexpr double kDeviations = 2.576, kLeast = 1.1;
    return std::max(kLeast, 1 + kDeviations * std::sqrt(1 / calls + 1 / other_calls));
}

/// Finds engines that are slower than the host at the same size.
void slow_engines(const Analysis& run, Findings& out) {
    const auto calls_of = [&](const EngineRow& row) {
        return static_cast<double>(row.calls) / static_cast<double>(std::max<std::size_t>(1, run.ranks.size()));
    };
    for (const EngineRow& row : run.engines) {
        if (row.engine == "host") continue;
        const auto host = std::find_if(run.engines.begin(), run.engines.end(), [&](const EngineRow& other) {
            return other.engine == "host" && other.function == row.function && other.bytes == row.bytes &&
                   calls_of(other) >= kFewestSamples;
        });
        if (host == run.engines.end() || calls_of(row) < kFewestSamples) continue;
        if (row.mean_ns() < ratio_beyond_chance(calls_of(row), calls_of(*host)) * host->mean_ns()) continue;
        add(out, row.time_ns - host->mean_ns() * static_cast<double>(row.calls),
            row.function + " of " + show_bytes(static_cast<double>(row.bytes)) + " takes " + show_time(row.mean_ns()) +
                " with " + row.engine + ", " + show_time(host->mean_ns()) + " with the host.",
            "Leave this size to the host in the rules.");
    }
}

void new_communicators(const Analysis& run, Findings& out) {
    Split made;
    for (const FunctionRow& row : run.functions)
        if (row.name.starts_with("MPI_Comm_dup") || row.name.starts_with("MPI_Comm_split") ||
            row.name.starts_with("MPI_Comm_create") || row.name.starts_with("MPI_Cart_"))
            if (row.kind == FunctionClass::collective) made += row.total;
    if (made.calls < 100 * std::max<std::uint64_t>(1, run.ranks.size())) return;
    add(out, made.time_ns,
        show_count(made.calls) + " calls make communicators and take " + show_time(made.time_ns) + ".",
        "Make communicators once and keep them.");
}

bool makes_windows(std::string_view function) {
    return function.starts_with("MPI_Win_create") || function.starts_with("MPI_Win_allocate") ||
           function.starts_with("MPI_Win_free");
}

void new_windows(const Analysis& run, Findings& out) {
    Split made;
    for (const FunctionRow& row : run.functions)
        if (row.kind == FunctionClass::one_sided && makes_windows(row.name)) made += row.total;
    if (made.calls < 100 * std::max<std::uint64_t>(1, run.ranks.size())) return;
    add(out, made.time_ns,
        show_count(made.calls) + " calls make and free windows and take " + show_time(made.time_ns) + ".",
        "Make windows once and keep them: all their members meet in each such call.");
}

/// Finds time in calls that wait for one-sided operations to complete, or for permission to begin them.
void one_sided_waits(const Analysis& run, Findings& out) {
    Split waits, operations;
    std::string longest;
    double most_ns = 0;
    for (const FunctionRow& row : run.functions) {
        if (row.kind != FunctionClass::one_sided || makes_windows(row.name)) continue;
        const bool waits_here = row.name.starts_with("MPI_Win_");
        (waits_here ? waits : operations) += row.total;
        if (!waits_here || row.total.time_ns <= most_ns) continue;
        most_ns = row.total.time_ns;
        longest = row.name;
    }
    if (waits.calls == 0) return;
    const bool are_single = waits.calls >= operations.calls / 2;
    add(out, waits.time_ns,
        longest + " and its like take " + show_time(waits.time_ns) + " for " + show_count(operations.calls) +
            " one-sided operations in " + show_count(waits.calls) + " calls.",
        are_single
            ? "Complete several operations by one call. MPI may serve them only while their target is in MPI."
            : "MPI may serve such operations only while their target is in MPI: let targets call it more often.");
}

constexpr std::array kFindingRules = {
    find_short_machine, find_transfers,    find_late_ranks, slow_partners,  late_receives,
    small_messages,     small_collectives, hot_rank,        polling,        uneven_work,
    slow_engines,       new_communicators, new_windows,     one_sided_waits};

}  // namespace

Findings find_findings(const Analysis& run) {
    Findings out;
    for (const auto& rule : kFindingRules) rule(run, out);
    for (Finding& finding : out) finding.share = ratio(finding.cost_ns, run.mpi.time_ns);
    std::erase_if(out, [](const Finding& finding) { return !(finding.share >= kLeastShare); });
    std::stable_sort(out.begin(), out.end(), [](const Finding& a, const Finding& b) {
        return a.place != b.place ? a.place < b.place : a.cost_ns > b.cost_ns;
    });
    if (out.size() > kMost) out.resize(kMost);
    Findings all;
    find_engine_faults(run, all);
    std::move(out.begin(), out.end(), std::back_inserter(all));
    return all;
}

}  // namespace shunt::tools
