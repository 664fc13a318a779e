#include "tools/report/html.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "tools/analysis/engines.hpp"
#include "tools/analysis/warnings.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/report/assets.hpp"
#include "tools/report/engine_tables.hpp"
#include "tools/report/html_charts.hpp"
#include "tools/report/html_data.hpp"
#include "tools/report/html_over_time.hpp"
#include "tools/report/html_parts.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/message_tables.hpp"
#include "tools/report/terminal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using namespace html;

constexpr std::ptrdiff_t kCarriedColumn = 6;  // after the column of calls
constexpr std::size_t kFunctionsShown = 12, kRowsShown = 16, kPairsShown = 12, kMatrixRanks = 16;

Value rate(double bytes_per_s) {
    return bytes_per_s > 0 ? Value{escape(show_bytes(bytes_per_s) + "/s"), html::number(bytes_per_s, 0), "num"}
                           : none();
}

std::string section(const char* id, const std::string& title, const std::string& body) {
    return std::string("<section id=\"") + id + "\"><h2>" + escape(title) + "</h2>\n" + body + "</section>\n";
}

std::string paragraph(const char* cls, const std::string& text) {
    return std::string("<p class=\"") + cls + "\">" + escape(text) + "</p>\n";
}

std::string tile(const std::string& name, const std::string& value, const std::string& note) {
    return "<div class=\"tile\"><dt>" + escape(name) + "</dt><dd><b>" + escape(value) + "</b><small>" + escape(note) +
           "</small></dd></div>\n";
}

std::string tiles(const Analysis& run) {
    std::uint64_t messages = 0, bytes = 0, collective = 0;
    for (const RankRow& rank : run.ranks) {
        messages += rank.sent_messages;
        bytes += rank.sent_bytes;
        collective += rank.collective_bytes;
    }
    const double mean = messages ? static_cast<double>(bytes) / static_cast<double>(messages) : 0;
    return "<dl class=\"tiles\">" +
           tile("Run", show_time(run.run_ns),
                run.startup_ns > 0 ? show_time(run.startup_ns) + " of it MPI_Init, MPI_Finalize"
                                   : show_count(run.mpi.calls) + " MPI calls") +
           tile("In MPI", show_share(run.mpi.time_ns, run.rank_time_ns), "of the ranks' time") +
           tile("Waiting", show_share(run.mpi.wait_ns, run.rank_time_ns),
                show_share(run.mpi.wait_ns, run.mpi.time_ns) + " of MPI time") +
           tile("Messages", show_count(messages),
                show_bytes(static_cast<double>(bytes)) + ", mean " + show_bytes(mean)) +
           tile("Collectives", show_bytes(static_cast<double>(collective)), "between ranks, computed") + "</dl>\n";
}

std::string facts_line(const Analysis& run) {
    static constexpr const char* kThreads[] = {"single", "funneled", "serialized", "multiple"};
    const Facts& facts = run.facts;
    std::string text = std::to_string(facts.world_size) + (facts.world_size == 1 ? " rank on " : " ranks on ") +
                       std::to_string(facts.node_count) + (facts.node_count == 1 ? " node" : " nodes");
    const auto add = [&](const std::string& part) { text += (part.empty() ? "" : " \xc2\xb7 ") + part; };
    add(show_date(facts.start_unix_ns));
    add(short_library(facts.mpi_library));
    add("threads " + std::string(kThreads[std::min<std::uint32_t>(facts.thread_level, 3)]));
    add("wait mode " + facts.wait_mode);
    add("shunt " + facts.shunt_version);
    return text;
}

std::string warnings(const Analysis& run) {
    if (run.warnings.empty()) return "";
    std::string out = "<div class=\"warnings\" role=\"note\"><h2>This record is not complete</h2><ul>";
    for (const std::string& text : run.warnings) out += "<li>" + escape(text) + "</li>";
    return out + "</ul></div>\n";
}

std::string where_time_went(const Analysis& run) {
    const double outside = std::max(0.0, run.rank_time_ns - run.mpi.time_ns);
    const double whole = std::max(run.rank_time_ns, run.mpi.time_ns);
    const auto entry = [&](const char* cls, const char* name, double ns) {
        return std::string("<span><i class=\"") + cls + "\"></i>" + name + " <b>" + escape(show_share(ns, whole)) +
               "</b></span> ";
    };
    return "<div class=\"whole\">" +
           stacked_bar({{"transfer", run.transfer_ns()},
                        {"wait", run.mpi.wait_ns},
                        {"other", run.other_ns},
                        {"compute", outside}},
                       whole) +
           "<p class=\"legend\">" + entry("transfer", "transfer", run.transfer_ns()) +
           entry("wait", "wait", run.mpi.wait_ns) + entry("other", "other MPI (I/O, local calls)", run.other_ns) +
           entry("compute", "outside MPI", outside) + "</p></div>\n";
}

std::string cost_of(const Finding& finding) {
    if (finding.fault) return "<b>!</b><small>fault</small>";
    return "<b>" + escape(show_percent(finding.share)) + "</b><small>of MPI time<br/>" +
           escape(show_time(finding.cost_ns)) + "</small>";
}

std::string findings(const Analysis& run) {
    if (run.findings.empty()) return paragraph("note", "Nothing that costs more than 1 % of the MPI time was found.");
    std::string out = "<ol class=\"findings\">\n";
    for (const Finding& finding : run.findings)
        out += "<li><div class=\"cost\">" + cost_of(finding) + "</div><div><p>" + escape(finding.text) +
               "</p><p class=\"remedy\">" + escape(finding.remedy) + "</p></div></li>\n";
    return out + "</ol>\n";
}

std::string functions(const Analysis& run) {
    const bool any_carried = std::any_of(run.functions.begin(), run.functions.end(),
                                         [](const FunctionRow& row) { return !row.carried.empty(); });
    std::vector<std::string> head = {"Function",   "Time",         "Transfer and wait", "Of MPI", "Wait",
                                     "Calls",      "Mean",         "Longest",           "Bytes",  "Per rank",
                                     "Later wait", "Wait known by"};
    if (any_carried) head.insert(head.begin() + kCarriedColumn, "Carried");
    Table table("Time of the calls, summed over all ranks", head);
    const double most = run.functions.empty() ? 0 : run.functions[0].total.time_ns;  // start-up functions are last
    for (const FunctionRow& row : run.functions) {
        const Split& total = row.total;
        const bool split = is_communication(row.kind);
        std::vector<double> per_rank;
        for (const Split& rank : row.by_rank) per_rank.push_back(rank.time_ns);
        const double longest_rank = per_rank.empty() ? 0 : *std::max_element(per_rank.begin(), per_rank.end());
        const std::vector<BarPart> parts =
            split ? std::vector<BarPart>{{"transfer", total.time_ns - total.wait_ns}, {"wait", total.wait_ns}}
                  : std::vector<BarPart>{{"other", total.time_ns}};
        std::vector<Value> values = {
            text(row.name),
            time(total.time_ns),
            markup(stacked_bar(parts, most), total.time_ns),
            row.kind == FunctionClass::startup ? none() : percent(total.time_ns, run.mpi.time_ns),
            split ? time(total.wait_ns) : none(),
            count(total.calls),
            time(total.calls ? total.time_ns / static_cast<double>(total.calls) : 0),
            time(row.max_ns),
            bytes(total.bytes),
            markup(range_strip(per_rank, longest_rank), longest_rank),
            total.later_ns > 0 ? time(total.later_ns) : none(),
            row.basis ? text(basis_name(row.basis)) : Value{"&#8211;", "", "none"}};
        if (any_carried)
            values.insert(values.begin() + kCarriedColumn, row.carried.empty() ? none() : text(carried_text(row)));
        table.add(std::move(values));
    }
    return legend({{"transfer", "transfer"}, {"wait", "wait"}, {"other", "other (not communication)"}}) +
           table.str(kFunctionsShown) +
           paragraph("note",
                     "Per rank: least to most, a box for the middle half of the ranks, a mark at the median, each row "
                     "on its own scale. Later wait: time in MPI_Wait* and "
                     "MPI_Test* that completed operations begun here; it is counted in their rows, not in this one.");
}

std::string nodes(const Analysis& run) {
    if (run.nodes.empty()) return "";
    Table table("Nodes: traffic with other nodes, that of collectives computed",
                {"Node", "Host", "Ranks", "Sent", "Received", "In MPI", "Rate reached in MPI", "Link", "Link of"});
    for (const NodeRow& node : run.nodes)
        table.add({{std::to_string(node.node), std::to_string(node.node), "num"},
                   text(node.host),
                   count(node.ranks),
                   bytes(static_cast<std::uint64_t>(node.sent_bytes)),
                   bytes(static_cast<std::uint64_t>(node.received_bytes)),
                   time(node.mpi_ns),
                   rate(node.bytes_per_s()),
                   rate(node.link_bytes_per_s),
                   text(node.link)});
    return table.str(kRowsShown);
}

std::string ranks(const Analysis& run) {
    Table table("Ranks", {"Rank", "Run", "In MPI", "Transfer", "Wait", "Other MPI", "Calls", "Sent", "Messages",
                          "Received", "Collectives", "Host"});
    for (const RankRow& rank : run.ranks)
        table.add({{std::to_string(rank.world_rank), std::to_string(rank.world_rank), "num"},
                   time(rank.wall_ns),
                   percent(rank.mpi.time_ns, rank.wall_ns),
                   time(rank.transfer_ns()),
                   time(rank.mpi.wait_ns),
                   time(rank.other_ns),
                   count(rank.mpi.calls),
                   bytes(rank.sent_bytes),
                   count(rank.sent_messages),
                   bytes(rank.received_bytes),
                   bytes(rank.collective_bytes),
                   text(rank.host)});
    return "<div class=\"controls\" id=\"rank-controls\" hidden=\"hidden\"></div>\n" +
           legend({{"transfer", "transfer"}, {"wait", "wait"}, {"other", "other MPI"}, {"compute", "outside MPI"}}) +
           "<div id=\"rank-chart\">" + rank_chart(run) + "</div>\n" + nodes(run) +
           "<details><summary>All ranks as a table</summary>" + table.str() + "</details>\n";
}

std::string pairs_table(const Analysis& run) {
    std::vector<PairTraffic> pairs = run.pairs;
    const auto weight = [](const PairTraffic& p) { return p.bytes + p.one_sided_bytes + p.collective_bytes; };
    std::erase_if(pairs, [](const PairTraffic& pair) {
        return pair.messages + pair.one_sided_messages + pair.collective_bytes == 0;
    });
    const std::size_t shown = std::min(pairs.size(), kPairsShown);
    std::partial_sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(shown), pairs.end(),
                      [&](const PairTraffic& a, const PairTraffic& b) {
                          return weight(a) != weight(b) ? weight(a) > weight(b)
                                                        : std::pair(a.from, a.to) < std::pair(b.from, b.to);
                      });
    const bool one_sided =
        std::any_of(pairs.begin(), pairs.end(), [](const PairTraffic& pair) { return pair.one_sided_messages > 0; });
    const bool collectives = has_collectives(run);
    std::vector<std::string> head = {"From \xe2\x86\x92 to", "Bytes", "Messages", "Mean", "Wait"};
    if (one_sided) head.push_back("One-sided");
    if (collectives) head.push_back("Collectives");
    Table table("Pairs with most bytes, " + std::to_string(shown) + " of " + show_count(pairs.size()), head);
    for (std::size_t i = 0; i < shown; ++i) {
        const PairTraffic& pair = pairs[i];
        std::vector<Value> row = {{std::to_string(pair.from) + " &#8594; " + std::to_string(pair.to), "", ""},
                                  bytes(pair.bytes),
                                  count(pair.messages),
                                  bytes(pair.messages ? pair.bytes / pair.messages : 0),
                                  time(pair.wait_ns)};
        if (one_sided) row.push_back(bytes(pair.one_sided_bytes));
        if (collectives) row.push_back(bytes(pair.collective_bytes));
        table.add(std::move(row));
    }
    return table.str();
}

/// `of(pair)`: the bytes of a pair, or nullopt for no traffic.
template <class Bytes>
std::string matrix_table(const Analysis& run, const char* summary, const char* caption, Bytes of) {
    if (run.facts.world_size > static_cast<std::int32_t>(kMatrixRanks)) return "";
    std::vector<std::string> head = {"from \\ to"};
    for (std::int32_t to = 0; to < run.facts.world_size; ++to) head.push_back(std::to_string(to));
    Table table(caption, head);
    auto pair = run.pairs.begin();
    for (std::int32_t from = 0; from < run.facts.world_size; ++from) {
        std::vector<Value> row = {{std::to_string(from), std::to_string(from), "num"}};
        for (std::int32_t to = 0; to < run.facts.world_size; ++to) {
            while (pair != run.pairs.end() && std::pair(pair->from, pair->to) < std::pair(from, to)) ++pair;
            const bool here = pair != run.pairs.end() && pair->from == from && pair->to == to;
            const std::optional<std::uint64_t> value = here ? of(*pair) : std::nullopt;
            row.push_back(value ? bytes(*value) : none());
        }
        table.add(std::move(row));
    }
    return std::string("<details><summary>") + summary + "</summary>" + table.str() + "</details>\n";
}

std::string matrix(const Analysis& run) {
    const auto moved = [](const PairTraffic& pair) {
        return pair.messages + pair.received_messages + pair.one_sided_messages + pair.collective_bytes > 0;
    };
    if (std::none_of(run.pairs.begin(), run.pairs.end(), moved))
        return paragraph("note", "No messages between ranks were recorded.");
    std::string out =
        "<div class=\"matrix\"><div id=\"matrix\" class=\"map\" hidden=\"hidden\"></div>\n<noscript><p "
        "class=\"note\">The heat map is drawn by a script, which is switched off here.</p></noscript>\n"
        "<div class=\"beside\">" +
        pairs_table(run) + "</div></div>\n";
    out +=
        matrix_table(run, "The whole matrix as a table", "Bytes sent in messages, rows to columns",
                     [](const PairTraffic& pair) { return pair.messages ? std::optional(pair.bytes) : std::nullopt; });
    if (!has_collectives(run)) return out;
    out += matrix_table(run, "With the traffic of collectives as a table",
                        "Bytes of messages, one-sided calls and collectives (computed), rows to columns",
                        [](const PairTraffic& pair) {
                            const std::uint64_t all = pair.bytes + pair.one_sided_bytes + pair.collective_bytes;
                            return all ? std::optional(all) : std::nullopt;
                        });
    return out +
           paragraph("note",
                     std::string(kCollectivesComputed) +
                         (run.pairs_without_collectives ? " Communicators of more than 512 ranks are left out." : ""));
}

std::string sizes(const Analysis& run) {
    if (run.sizes.empty()) return paragraph("note", "No messages and no collective calls were recorded.");
    Table table("Messages by size", {"From", "Messages", "Bytes", "Collective calls", "Bytes of collectives"});
    for (const SizeBucket& size : run.sizes)
        table.add({bytes(size.low), count(size.messages), bytes(size.bytes), count(size.collective_calls),
                   bytes(size.collective_bytes)});
    return legend({{"messages", "messages"}, {"collectives", "collective calls"}}) +
           "<div class=\"pair\"><figure><figcaption>How many</figcaption>" + size_chart(run, false) +
           "</figure><figure><figcaption>How many bytes</figcaption>" + size_chart(run, true) +
           "</figure></div>\n<details><summary>As a table</summary>" + table.str() + "</details>\n";
}

std::string collectives(const Analysis& run) {
    if (run.collectives.empty()) return paragraph("note", "No collective calls were recorded.");
    Table table("Collective functions by communicator",
                {"Function", "Communicator", "Ranks", "Time", "Transfer and wait", "Wait", "Calls", "Mean", "Apart",
                 "At most", "Last", "Sampled"});
    const double most = run.collectives[0].total.time_ns;
    for (const CollectiveRow& row : run.collectives) {
        const Split& total = row.total;
        const bool known = row.sampled > 0;
        table.add({text(row.function),
                   text(row.comm),
                   {std::to_string(row.comm_size), std::to_string(row.comm_size), "num"},
                   time(total.time_ns),
                   markup(stacked_bar({{"transfer", total.time_ns - total.wait_ns}, {"wait", total.wait_ns}}, most),
                          total.time_ns),
                   time(total.wait_ns),
                   count(total.calls),
                   time(total.calls ? total.time_ns / static_cast<double>(total.calls) : 0),
                   known ? time(row.mean_spread_ns) : none(),
                   known ? time(row.max_spread_ns) : none(),
                   known ? text("rank " + std::to_string(row.last_rank) + ", " + show_percent(row.last_share)) : none(),
                   known ? count(row.sampled) : none()});
    }
    std::string out = table.str(kRowsShown);
    if (!run.arrivals.empty())
        out +=
            "<figure><figcaption>Mean lateness of each rank at collectives (time after the first rank)</figcaption>" +
            lateness_chart(run) + "</figure>\n" +
            paragraph("note",
                      "Apart: mean time from the first to the last arrival over the sampled operations. Last: the rank "
                      "that arrived last most often, and the share of operations.");
    return out;
}

std::string comms(const Analysis& run) {
    Table table("Communicators of one name and size together",
                {"Communicator", "In rules", "Ranks", "How many", "Calls", "Time", "Wait", "Messages", "Bytes"});
    for (const CommRow& comm : run.comms) {
        std::string size = comm.size == 0 ? "-" : std::to_string(comm.size);
        if (comm.size != 0 && comm.remote_size != 0) size += " + " + std::to_string(comm.remote_size);
        table.add({text(comm.name.empty() ? "(no name)" : comm.name),
                   text(comm.rule_name),
                   {size, std::to_string(comm.size), "num"},
                   count(comm.instances),
                   count(comm.total.calls),
                   time(comm.total.time_ns),
                   time(comm.total.wait_ns),
                   count(comm.messages),
                   bytes(comm.total.bytes)});
    }
    return table.str(kRowsShown);
}

std::string engines(const Analysis& run) {
    Table table("Carriers of collectives, and reasons",
                {"Function", "Bytes", "Engine", "Why", "Calls", "Mean", "Compared at this size", "Time"});
    const auto slowest = [&](const EngineRow& row) {
        double most = 0;
        for (const EngineRow& other : run.engines)
            if (other.function == row.function && other.bytes == row.bytes) most = std::max(most, other.mean_ns());
        return most;
    };
    for (const EngineRow& row : run.engines)
        table.add({text(row.function), bytes(row.bytes), text(row.engine), text(row.why.empty() ? "-" : row.why),
                   count(row.calls), time(row.mean_ns()),
                   markup(stacked_bar({{row.engine == "host" ? "other" : "transfer", row.mean_ns()}}, slowest(row)),
                          row.mean_ns() / std::max(1.0, slowest(row)) * 1000),
                   time(row.time_ns)});
    std::string out = table.str(2 * kRowsShown) + decisions(run);
    for (const std::string& line : counter_lines(run)) out += paragraph("note", "Counted by " + line + ".");
    return out;
}

std::string habits(const Analysis& run) {
    const Habits& h = run.habits;
    Table table("Habits of the program", {"What", "Share", "Count", "Of"});
    const auto line = [&](const char* what, std::uint64_t part, std::uint64_t whole) {
        table.add(
            {text(what), percent(static_cast<double>(part), static_cast<double>(whole)), count(part), count(whole)});
    };
    line("Receives posted after their message had arrived (of those checked)", h.late, h.probed);
    line("Receives from MPI_ANY_SOURCE", h.wildcard, h.received);
    line("Sends from a buffer that had been sent from before", h.reused, h.sent);
    line("Messages of at most 1 KiB", h.small_messages, h.sent);
    if (h.cancelled) line("Cancelled operations", h.cancelled, h.sent + h.received + h.cancelled);
    if (h.outside_world) line("Messages with ranks outside MPI_COMM_WORLD", h.outside_world, h.sent + h.received);
    return table.str();
}

std::string counters(const Analysis& run) {
    Table table("Counters of the shim and its engines", {"Counter", "Sum", "Most", "On rank"});
    for (const CounterRow& row : run.counters)
        table.add({text(row.name),
                   count(row.total),
                   count(row.most),
                   {std::to_string(row.most_rank), std::to_string(row.most_rank), "num"}});
    return table.str();
}

std::string about(const Analysis& run) {
    std::string out = "<p>Program: <code>" + escape(run.facts.program) + "</code></p>\n";
    out += paragraph(
        "",
        "MPI_Init and MPI_Finalize have their rows, but are left out of all sums and shares. Time is that of the "
        "calls; where only some calls of a kind were timed, it is scaled to all of them. Wait is found in one of these "
        "ways, named in the table of functions. All of it: MPI_Wait*, MPI_Test*, MPI_Probe and the like do nothing "
        "else. Arrivals: for collectives sampled on all ranks, the time from a rank's own arrival to the last one's, "
        "at most its time in the call. Fastest call: the time of a blocking call above that of the fastest one with "
        "the same function, bytes and partner on the same rank; a lower bound when no call was fast. Completion: for "
        "nonblocking operations, their share of the waits that completed them.");
    if (!run.facts.options.empty()) out += "<h3>Options in force</h3><pre>" + escape(run.facts.options) + "</pre>\n";
    return out;
}

struct Chapter {
    const char *id, *title;
    bool shown;
    std::string (*body)(const Analysis&);
};

std::string body_of(const Analysis& run) {
    const std::string name(program_name(run.facts.program));
    const bool any = run.mpi.calls > 0;
    const Chapter chapters[] = {
        {"findings", "What to look at", any, findings},
        {"plan", "What to do", !run.plan.empty(), plan_to_copy},
        {"functions", "Time per function", any, functions},
        {"ranks", "Time per rank", any, ranks},
        {"messages", "Messages between ranks", any, matrix},
        {"sizes", "Message sizes", any, sizes},
        {"collectives", "Collective operations", any, collectives},
        {"time", "Over time", any && run.over_time.slices.size() > 1, over_time},
        {"loops", "Loops", !run.loops.rows.empty(), loops},
        {"phases", "Phases", any && run.phases.size() > 1, phases},
        {"comms", "Communicators", any, comms},
        {"engines", "Engines", !run.engines.empty() || !counter_lines(run).empty(), engines},
        {"protocols", "How remote write carried messages", !run.carried_messages.empty(), carried_messages},
        {"habits", "Habits", any, habits},
        {"counters", "Counters", !run.counters.empty(), counters},
        {"about", "About this report", true, about},
    };
    std::string links, sections;
    for (const Chapter& chapter : chapters) {
        if (!chapter.shown) continue;
        links += std::string("<a href=\"#") + chapter.id + "\">" + chapter.title + "</a>\n";
        sections += section(chapter.id, chapter.title, chapter.body(run));
    }
    std::string out = "<header><div><h1>" + escape(name.empty() ? "(unknown program)" : name) +
                      "</h1><p class=\"facts\">" + escape(facts_line(run)) +
                      "</p></div><button id=\"theme\" type=\"button\" hidden=\"hidden\">Theme: "
                      "auto</button></header>\n<nav aria-label=\"Sections\">" +
                      links + "</nav>\n<main>\n" + warnings(run);
    if (!any) return out + paragraph("empty", "No MPI calls were recorded.") + sections + "</main>\n";
    return out + tiles(run) + where_time_went(run) + sections + "</main>\n";
}

}  // namespace

void write_html_report(const Analysis& run, std::ostream& out) {
    const std::string name(program_name(run.facts.program));
    const std::pair<std::string_view, std::string> values[] = {
        {"{{TITLE}}", escape((name.empty() ? "MPI program" : name) + " - Shunt report")},
        {"{{STYLE}}", std::string(report_assets::style_css)},
        {"{{BODY}}", body_of(run)},
        {"{{DATA}}", report_data(run)},
        {"{{SCRIPT}}", std::string(report_assets::report_js)},
    };
    // Only the template is searched for marks, never the inserted text: names from the profile may look like a mark.
    std::string_view rest = report_assets::template_html;
    for (const auto& [token, value] : values) {
        const std::size_t at = rest.find(token);
        out << rest.substr(0, at) << value;
        rest.remove_prefix(at + token.size());
    }
    out << rest;
}

}  // namespace shunt::tools
