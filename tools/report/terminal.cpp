#include "tools/report/terminal.hpp"

#include <algorithm>
#include <optional>
#include <ostream>

#include "tools/analysis/auto_decisions.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/report/engine_tables.hpp"
#include "tools/report/message_tables.hpp"
#include "tools/report/over_time.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kMostRanks = 64;
constexpr std::size_t kFullMatrixRanks = 16;
constexpr std::size_t kTopPairs = 12;
constexpr std::size_t kMostRows = 40;

std::string bytes(std::uint64_t value) { return show_bytes(static_cast<double>(value)); }
std::string mean_time(const Split& split) {
    return show_time(split.calls ? split.time_ns / static_cast<double>(split.calls) : 0);
}
std::string number(std::int64_t value) { return std::to_string(value); }

std::string basis_letters(std::uint8_t basis) {
    std::string out;
    if (basis & kWaitWhole) out += 'W';
    if (basis & kWaitArrivals) out += 'A';
    if (basis & kWaitMinimum) out += 'F';
    return out;
}

void print_functions(const Analysis& run, std::ostream& out, const TextStyle& style) {
    TextTable table({"function", "time", "of MPI", "calls", "wait", "by", "mean", "longest", "bytes", "later wait"});
    for (const FunctionRow& row : run.functions)
        table.add({row.name, show_time(row.total.time_ns),
                   row.kind == FunctionClass::startup ? "-" : show_share(row.total.time_ns, run.mpi.time_ns),
                   show_count(row.total.calls), is_communication(row.kind) ? show_time(row.total.wait_ns) : "-",
                   basis_letters(row.basis), mean_time(row.total), show_time(row.max_ns), bytes(row.total.bytes),
                   row.total.later_ns > 0 ? show_time(row.total.later_ns) : "-"});
    table.print(out, style);
    for (const std::string& line : carried_lines(run)) out << wrap("Calls carried by " + line, style.width, "", "  ");
    if (const std::string won = auto_text(run); !won.empty()) out << wrap("auto " + won, style.width, "", "  ");
    out << dim(wrap("How wait is found: A arrival times of sampled collectives; F time above the fastest call with the "
                    "same bytes and peer; W the function only waits.",
                    style.width, "", ""),
               style);
    out << dim(wrap("Time is that of the calls themselves. Later wait: time of MPI_Wait*/MPI_Test* that completed "
                    "operations begun here; it is "
                    "counted in their rows, not in this one.",
                    style.width, "", ""),
               style);
}

void print_rank_spread(const Analysis& run, std::ostream& out, const TextStyle& style) {
    TextTable table({"over all ranks", "least", "median", "most", "on rank"});
    const auto line = [&](const char* name, auto value) {
        std::vector<std::pair<double, std::int32_t>> all;
        for (const RankRow& rank : run.ranks) all.emplace_back(value(rank), rank.world_rank);
        std::sort(all.begin(), all.end());
        table.add({name, show_time(all.front().first), show_time(all[all.size() / 2].first),
                   show_time(all.back().first), number(all.back().second)});
    };
    line("run", [](const RankRow& rank) { return rank.wall_ns; });
    line("MPI", [](const RankRow& rank) { return rank.mpi.time_ns; });
    line("transfer", [](const RankRow& rank) { return rank.transfer_ns(); });
    line("wait", [](const RankRow& rank) { return rank.mpi.wait_ns; });
    line("other MPI", [](const RankRow& rank) { return rank.other_ns; });
    table.print(out, style);
}

void print_nodes(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.nodes.empty()) return;
    const auto rate = [](double value) { return value > 0 ? show_bytes(value) + "/s" : std::string("-"); };
    const auto whole = [](double value) { return bytes(static_cast<std::uint64_t>(value)); };
    TextTable table({"node", "ranks", "to others", "from others", "in MPI", "rate in MPI", "link", "link of", "host"});
    for (const NodeRow& node : run.nodes)
        table.add({number(node.node), number(node.ranks), whole(node.sent_bytes), whole(node.received_bytes),
                   show_time(node.mpi_ns), rate(node.bytes_per_s()), rate(node.link_bytes_per_s),
                   node.link.empty() ? "-" : shorten(node.link, 16), shorten(node.host, 16)});
    out << '\n';
    table.print(out, style);
    out << dim(wrap("Rate in MPI: bytes that a node sent or received, whichever is more, divided by the longest MPI "
                    "time of its ranks, including waits. Link: the rate that the node's fastest interface reports, or "
                    "the option phased.rate. " +
                        std::string(has_collectives(run) ? kCollectivesComputed : ""),
                    style.width, "", ""),
               style);
}

void print_ranks(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.ranks.empty()) return;
    print_rank_spread(run, out, style);
    out << '\n';
    std::vector<const RankRow*> rows;
    for (const RankRow& rank : run.ranks) rows.push_back(&rank);
    const bool all = rows.size() <= kMostRanks;
    if (!all) {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const RankRow* a, const RankRow* b) { return a->mpi.time_ns > b->mpi.time_ns; });
        rows.resize(kMostRanks / 4);
    }
    TextTable table({"rank", "run", "MPI", "transfer", "wait", "other", "calls", "sent", "received", "host"});
    for (const RankRow* rank : rows)
        table.add({number(rank->world_rank), show_time(rank->wall_ns), show_share(rank->mpi.time_ns, rank->wall_ns),
                   show_time(rank->transfer_ns()), show_time(rank->mpi.wait_ns), show_time(rank->other_ns),
                   show_count(rank->mpi.calls), bytes(rank->sent_bytes), bytes(rank->received_bytes),
                   shorten(rank->host, 16)});
    table.print(out, style);
    if (!all)
        out << dim("The " + std::to_string(rows.size()) + " ranks with most MPI time of " +
                       std::to_string(run.ranks.size()) + ".\n",
                   style);
    print_nodes(run, out, style);
}

/// `of(pair)`: the bytes of a pair, or nullopt for no traffic.
template <class Bytes>
void print_full_matrix(const Analysis& run, std::ostream& out, const TextStyle& style, Bytes of) {
    const std::size_t width = static_cast<std::size_t>(run.facts.world_size) * 10 + 12;
    if (run.facts.world_size > static_cast<std::int32_t>(kFullMatrixRanks) || width > style.width) return;
    std::vector<std::string> head = {"from \\ to"};
    for (std::int32_t to = 0; to < run.facts.world_size; ++to) head.push_back(number(to));
    TextTable table(head);
    for (std::int32_t from = 0; from < run.facts.world_size; ++from) {
        std::vector<std::string> row = {number(from)};
        for (std::int32_t to = 0; to < run.facts.world_size; ++to) {
            const auto pair = std::find_if(run.pairs.begin(), run.pairs.end(),
                                           [&](const PairTraffic& p) { return p.from == from && p.to == to; });
            const std::optional<std::uint64_t> value = pair == run.pairs.end() ? std::nullopt : of(*pair);
            row.push_back(value ? bytes(*value) : ".");
        }
        table.add(std::move(row));
    }
    table.print(out, {std::max<std::size_t>(style.width, 200), style.colour});
}

std::uint64_t all_bytes(const PairTraffic& pair) { return pair.bytes + pair.one_sided_bytes + pair.collective_bytes; }

/// The first kTopPairs pairs by `weight`, largest first.
template <class Weight>
std::vector<PairTraffic> top_pairs(std::vector<PairTraffic> pairs, Weight weight) {
    const std::size_t shown = std::min(pairs.size(), kTopPairs);
    std::partial_sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(shown), pairs.end(),
                      [&](const PairTraffic& a, const PairTraffic& b) {
                          return weight(a) != weight(b) ? weight(a) > weight(b)
                                                        : std::pair(a.from, a.to) < std::pair(b.from, b.to);
                      });
    pairs.resize(shown);
    return pairs;
}

void print_top(std::size_t shown, std::size_t all, std::ostream& out, const TextStyle& style) {
    if (all > shown)
        out << dim("The " + std::to_string(shown) + " pairs with most bytes of " + show_count(all) + ".\n", style);
}

std::string arrow(const PairTraffic& pair) { return number(pair.from) + " -> " + number(pair.to); }

void print_matrix(const Analysis& run, std::ostream& out, const TextStyle& style) {
    std::vector<PairTraffic> pairs = run.pairs;
    std::erase_if(pairs, [](const PairTraffic& pair) { return pair.messages + pair.one_sided_messages == 0; });
    if (pairs.empty()) {
        out << "No messages between ranks were recorded.\n";
        return;
    }
    print_full_matrix(run, out, style, [](const PairTraffic& pair) {
        return pair.bytes + pair.messages ? std::optional(pair.bytes) : std::nullopt;
    });
    TextTable table({"from -> to", "bytes", "messages", "mean", "receiver waits", "one-sided"});
    const std::vector<PairTraffic> top =
        top_pairs(pairs, [](const PairTraffic& pair) { return pair.bytes + pair.one_sided_bytes; });
    for (const PairTraffic& pair : top)
        table.add({arrow(pair), bytes(pair.bytes), show_count(pair.messages),
                   bytes(pair.messages ? pair.bytes / pair.messages : 0), show_time(pair.wait_ns),
                   pair.one_sided_messages ? bytes(pair.one_sided_bytes) : "-"});
    table.print(out, style);
    print_top(top.size(), pairs.size(), out, style);
}

void print_traffic(const Analysis& run, std::ostream& out, const TextStyle& style) {
    std::vector<PairTraffic> pairs = run.pairs;
    std::erase_if(pairs, [](const PairTraffic& pair) { return all_bytes(pair) == 0; });
    if (pairs.empty()) {
        out << "No traffic between ranks was recorded.\n";
        return;
    }
    print_full_matrix(run, out, style, [](const PairTraffic& pair) {
        return all_bytes(pair) ? std::optional(all_bytes(pair)) : std::nullopt;
    });
    TextTable table({"from -> to", "bytes", "messages", "one-sided", "collectives"});
    const std::vector<PairTraffic> top = top_pairs(pairs, all_bytes);
    for (const PairTraffic& pair : top)
        table.add({arrow(pair), bytes(all_bytes(pair)), bytes(pair.bytes), bytes(pair.one_sided_bytes),
                   bytes(pair.collective_bytes)});
    table.print(out, style);
    print_top(top.size(), pairs.size(), out, style);
    out << dim(wrap(std::string(kCollectivesComputed), style.width, "", ""), style);
    if (run.pairs_without_collectives) out << dim("Communicators of more than 512 ranks are left out.\n", style);
}

void print_sizes(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.sizes.empty()) return;
    std::uint64_t most = 1;
    for (const SizeBucket& size : run.sizes) most = std::max({most, size.messages, size.collective_calls});
    TextTable table({"bytes from", "messages", "bytes", "collective calls", "bytes", "number of messages and calls"});
    for (const SizeBucket& size : run.sizes) {
        if (size.messages + size.collective_calls == 0) continue;
        std::string bar(static_cast<std::size_t>(26 * size.messages / most), '#');
        bar += std::string(static_cast<std::size_t>(26 * size.collective_calls / most), '+');
        bar.resize(std::max<std::size_t>(bar.size(), 28), ' ');
        table.add({bytes(size.low), show_count(size.messages), bytes(size.bytes), show_count(size.collective_calls),
                   bytes(size.collective_bytes), bar});
    }
    table.print(out, style);
    out << dim("# messages, + collective calls\n", style);
}

void print_comms(const Analysis& run, std::ostream& out, const TextStyle& style) {
    TextTable table({"communicator", "in rules", "ranks", "how many", "calls", "time", "wait", "messages", "bytes"});
    for (const CommRow& comm : run.comms) {
        const std::string size =
            comm.size == 0 ? "-" : number(comm.size) + (comm.remote_size ? "+" + number(comm.remote_size) : "");
        table.add({comm.name.empty() ? "(no name)" : comm.name, comm.rule_name, size, number(comm.instances),
                   show_count(comm.total.calls), show_time(comm.total.time_ns), show_time(comm.total.wait_ns),
                   show_count(comm.messages), bytes(comm.total.bytes)});
    }
    table.print(out, style);
}

void print_collectives(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.collectives.empty()) {
        out << "No collective calls were recorded.\n";
        return;
    }
    TextTable table(
        {"function", "time", "wait", "calls", "mean", "apart", "at most", "last", "sampled", "ranks", "communicator"});
    std::size_t shown = 0;
    for (const CollectiveRow& row : run.collectives) {
        if (shown++ == kMostRows) break;
        const bool known = row.sampled > 0;
        table.add({row.function, show_time(row.total.time_ns), show_time(row.total.wait_ns),
                   show_count(row.total.calls), mean_time(row.total), known ? show_time(row.mean_spread_ns) : "-",
                   known ? show_time(row.max_spread_ns) : "-",
                   known ? "rank " + number(row.last_rank) + " " + show_percent(row.last_share) : "-",
                   show_count(row.sampled), number(row.comm_size), shorten(row.comm, 24)});
    }
    table.print(out, style);
    out << dim(wrap("Apart: mean time between the first and the last rank's arrival, over the sampled operations. "
                    "Last: the rank that arrived last most often, and the share of operations.",
                    style.width, "", ""),
               style);
}

void print_habits(const Analysis& run, std::ostream& out, const TextStyle& style) {
    const Habits& habits = run.habits;
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole ? show_percent(static_cast<double>(part) / static_cast<double>(whole)) : std::string("-");
    };
    TextTable table({"habit", "share", "count", "of"});
    table.add({"receives posted after their message arrived", share(habits.late, habits.probed),
               show_count(habits.late), show_count(habits.probed) + " checked"});
    table.add({"receives from MPI_ANY_SOURCE", share(habits.wildcard, habits.received), show_count(habits.wildcard),
               show_count(habits.received) + " received"});
    table.add({"sends from a buffer used before", share(habits.reused, habits.sent), show_count(habits.reused),
               show_count(habits.sent) + " sent"});
    table.add({"messages of at most 1 KiB", share(habits.small_messages, habits.sent),
               show_count(habits.small_messages), show_count(habits.sent) + " sent"});
    table.print(out, {std::max<std::size_t>(style.width, 80), style.colour});
}

void print_counters(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.counters.empty()) {
        out << "No counters.\n";
        return;
    }
    TextTable table({"counter", "sum over ranks", "most", "on rank"});
    for (const CounterRow& row : run.counters)
        table.add({row.name, show_count(row.total), show_count(row.most), number(row.most_rank)});
    table.print(out, style);
}

void print_options(const Analysis& run, std::ostream& out, const TextStyle&) {
    std::size_t begin = 0;
    while (begin < run.facts.options.size()) {
        const std::size_t end = std::min(run.facts.options.find('\n', begin), run.facts.options.size());
        out << shorten(std::string_view(run.facts.options).substr(begin, end - begin), 200) << '\n';
        begin = end + 1;
    }
}

void print_head(const Analysis& run, std::ostream& out, const TextStyle& style) {
    const Facts& facts = run.facts;
    const std::string program = facts.program.empty() ? "(unknown program)" : facts.program;
    out << bold(shorten(program, style.width), style) << '\n'
        << facts.world_size << (facts.world_size == 1 ? " rank on " : " ranks on ") << facts.node_count
        << (facts.node_count == 1 ? " node, " : " nodes, ") << show_time(run.run_ns)
        << (run.startup_ns > 0 ? " (MPI_Init and MPI_Finalize " + show_time(run.startup_ns) + ", left out below)" : "")
        << ", " << show_date(facts.start_unix_ns) << '\n'
        << shorten(short_library(facts.mpi_library), style.width) << "; shunt " << shorten(facts.shunt_version, 32)
        << "; wait mode " << shorten(facts.wait_mode, 80) << "\n";
    for (const std::string& text : run.warnings)
        out << warning(wrap(shorten(text, 1000), style.width, "! ", "  "), style);
    if (run.mpi.calls == 0) {
        out << "\nNo MPI calls were recorded.\n";
        return;
    }
    out << wrap("MPI " + show_share(run.mpi.time_ns, run.rank_time_ns) + " of the ranks' time: transfer " +
                    show_share(run.transfer_ns(), run.rank_time_ns) + ", wait " +
                    show_share(run.mpi.wait_ns, run.rank_time_ns) + ", other (I/O, local calls) " +
                    show_share(run.other_ns, run.rank_time_ns),
                style.width, "", "  ");
}

void print_findings(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.mpi.calls == 0) return;
    out << '\n' << bold("What to look at", style) << '\n';
    if (run.findings.empty()) out << "Nothing that costs more than 1 % of the MPI time was found.\n";
    for (std::size_t i = 0; i < run.findings.size(); ++i) {
        const Finding& finding = run.findings[i];
        const std::string cost =
            finding.fault ? ""
                          : " (" + show_time(finding.cost_ns) + ", " + show_percent(finding.share) + " of MPI time)";
        out << wrap(finding.text + cost, style.width, std::to_string(i + 1) + ". ", "   ");
        out << wrap(finding.remedy, style.width, "   -> ", "      ");
    }
}

}  // namespace

const std::vector<ReportSection>& report_sections() {
    static const std::vector<ReportSection> kSections = {
        {"functions", "Time per function", true, print_functions},
        {"ranks", "Ranks", true, print_ranks},
        {"matrix", "Messages between ranks", true, print_matrix},
        {"traffic", "Traffic between ranks, with that of collectives (computed)", false, print_traffic},
        {"sizes", "Message sizes", true, print_sizes},
        {"collectives", "Collective operations", true, print_collectives},
        {"time", "Over time", false, print_over_time},
        {"loops", "Loops", false, print_loops},
        {"phases", "Phases", false, print_phases},
        {"comms", "Communicators", false, print_comms},
        {"engines", "Carriers of collectives, and reasons", false, print_engines},
        {"auto", "Decisions of auto", false, print_decisions},
        {"protocols", "How remote write carried messages", false, print_carried_messages},
        {"habits", "Habits", false, print_habits},
        {"counters", "Counters", false, print_counters},
        {"used-options", "Options in force", false, print_options},
    };
    return kSections;
}

void print_report(const Analysis& run, const std::vector<std::string>& names, std::ostream& out,
                  const TextStyle& style) {
    print_head(run, out, style);
    print_findings(run, out, style);
    for (const ReportSection& section : report_sections()) {
        const bool asked = std::find(names.begin(), names.end(), section.name) != names.end();
        const bool useful = section.by_default || (section.name == "phases" && run.phases.size() > 1) ||
                            (section.name == "time" && run.over_time.slices.size() > 1) ||
                            (section.name == "loops" && !run.loops.rows.empty()) ||
                            (section.name == "traffic" && has_collectives(run)) ||
                            (section.name == "protocols" && !run.carried_messages.empty()) ||
                            (section.name == "auto" && !auto_decisions(run).empty()) ||
                            (section.name == "engines" && !(run.engines.empty() && counter_lines(run).empty()));
        if (!(names.empty() ? useful && run.mpi.calls > 0 : asked)) continue;
        out << '\n' << bold(std::string(section.title), style) << '\n';
        section.print(run, out, style);
    }
}

bool has_collectives(const Analysis& run) {
    return std::any_of(run.pairs.begin(), run.pairs.end(),
                       [](const PairTraffic& pair) { return pair.collective_bytes > 0; });
}

std::string phase_name(const Analysis& run, std::int32_t label) {
    const bool are_loops = run.facts.options.find("record.phases = loops") != std::string::npos;
    if (label == 0) return are_loops ? "0 (no loop)" : "0 (start)";
    if (are_loops)
        for (const LoopRow& row : run.loops.rows)
            if (row.phase == label) return std::to_string(label) + " (loop " + row.name + ")";
    return std::to_string(label);
}

std::string basis_name(std::uint8_t basis) {
    std::string out;
    const auto add = [&](const char* word) { out += (out.empty() ? "" : ", ") + std::string(word); };
    if (basis & kWaitWhole) add("all of it");
    if (basis & kWaitArrivals) add("arrivals");
    if (basis & kWaitMinimum) add("fastest call");
    if (basis & kWaitLater) add("completion");
    return out.empty() ? "-" : out;
}

}  // namespace shunt::tools
