#include "tools/report/message_tables.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "tools/analysis/carried_messages.hpp"
#include "tools/report/html_text.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using CarriedPart = CarriedMessages::Part;
using record::MessageProtocol;
using record::MessageWay;

constexpr std::size_t kMostGroups = 40;
constexpr MessageProtocol kProtocolsShown[] = {MessageProtocol::eager, MessageProtocol::written,
                                               MessageProtocol::rendezvous, MessageProtocol::eager_rendezvous};
constexpr MessageWay kWaysShown[] = {
    MessageWay::shared_memory, MessageWay::common_mailbox, MessageWay::cross_memory, MessageWay::rdma,
    MessageWay::tcp,           MessageWay::host,           MessageWay::own_process};
constexpr std::string_view kProtocolsExplained =
    "First: messages whose receive was posted before they arrived. Then written: the share of these that was written "
    "directly to the buffer of the receive. Queue: mean length of the unexpected queue when a message was added, "
    "including that message. Longest: its maximum. With a piece: by rendezvous, the first piece ahead.";
constexpr std::string_view kWaysExplained =
    "A message counts for the way that moved most of it; bytes count for the way that moved them.";

std::string carried_share(std::uint64_t part, std::uint64_t of) {
    return show_share(static_cast<double>(part), static_cast<double>(of));
}

/// "97.0 % / 99.8 %": of the messages, and of the bytes.
std::string carried_shares(const CarriedPart& part, const CarriedPart& of) {
    return part.messages + part.bytes == 0
               ? "-"
               : carried_share(part.messages, of.messages) + " / " + carried_share(part.bytes, of.bytes);
}

std::string queue_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string group_title(const CarriedMessages& group) {
    const std::string direction = group.received ? "received" : "sent";
    return group.function.empty() ? "all " + direction : group.function + " " + direction;
}

/// The groups to show, in their order: at most kMostGroups, those with most messages.
std::vector<const CarriedMessages*> shown_groups(const Analysis& run) {
    std::vector<const CarriedMessages*> groups;
    for (const CarriedMessages& group : run.carried_messages) groups.push_back(&group);
    if (groups.size() <= kMostGroups) return groups;
    std::stable_sort(groups.begin(), groups.end(), [](const CarriedMessages* a, const CarriedMessages* b) {
        return a->all.messages > b->all.messages;
    });
    groups.resize(kMostGroups);
    std::sort(groups.begin(), groups.end());
    return groups;
}

std::vector<CarriedMessages> carried_sums(const Analysis& run) {
    std::vector<CarriedMessages> sums;
    for (const bool received : {false, true})
        if (CarriedMessages sum = all_carried(run, received); sum.all.messages > 0) sums.push_back(std::move(sum));
    return sums;
}

/// The row of one group, or of all lengths (`is_sum`).
std::vector<std::string> protocol_cells(const CarriedMessages& group, bool is_sum) {
    std::vector<std::string> cells = {group_title(group), is_sum ? "" : show_bytes(static_cast<double>(group.low)),
                                      show_count(group.all.messages)};
    const CarriedPart first = group.receive_first();
    cells.push_back(group.received ? carried_share(first.messages, group.all.messages) : "-");
    cells.push_back(group.received ? carried_share(group.by(MessageProtocol::written).messages, first.messages) : "-");
    cells.push_back(group.received ? queue_text(group.mean_length()) : "-");
    cells.push_back(group.received ? show_count(group.length_most) : "-");
    for (const MessageProtocol protocol : kProtocolsShown)
        cells.push_back(carried_share(group.by(protocol).messages, group.all.messages));
    return cells;
}

/// The row with the same shares of the bytes, over all lengths.
std::vector<std::string> byte_cells(const CarriedMessages& sum) {
    const CarriedPart first = sum.receive_first();
    std::vector<std::string> cells = {
        "  of the bytes",
        "",
        show_bytes(static_cast<double>(sum.all.bytes)),
        sum.received ? carried_share(first.bytes, sum.all.bytes) : "-",
        sum.received ? carried_share(sum.by(MessageProtocol::written).bytes, first.bytes) : "-",
        "",
        ""};
    for (const MessageProtocol protocol : kProtocolsShown)
        cells.push_back(carried_share(sum.by(protocol).bytes, sum.all.bytes));
    return cells;
}

/// Messages of the host are rare: their column is shown only where there are some.
std::vector<MessageWay> ways_shown(const Analysis& run) {
    std::vector<MessageWay> ways(std::begin(kWaysShown), std::end(kWaysShown));
    const auto has_host = [](const CarriedMessages& group) { return group.by(MessageWay::host).messages > 0; };
    if (std::ranges::none_of(run.carried_messages, has_host)) std::erase(ways, MessageWay::host);
    return ways;
}

std::vector<std::string> way_cells(const CarriedMessages& group, const std::vector<MessageWay>& ways, bool is_sum) {
    std::vector<std::string> cells = {group_title(group), is_sum ? "" : show_bytes(static_cast<double>(group.low)),
                                      show_count(group.all.messages), show_bytes(static_cast<double>(group.all.bytes))};
    for (const MessageWay way : ways) cells.push_back(carried_shares(group.by(way), group.all));
    return cells;
}

std::string unknown_text(const std::vector<CarriedMessages>& sums) {
    std::uint64_t unknown = 0;
    for (const CarriedMessages& sum : sums) unknown += sum.unknown;
    return unknown == 0
               ? ""
               : "How " + plural(unknown, "more message") + " went is not known: the program has not asked how " +
                     (unknown == 1 ? "it" : "they") + " ended.";
}

std::uint64_t counted(const Analysis& run, std::string_view name) {
    const auto found = std::ranges::find(run.counters, name, &CounterRow::name);
    return found != run.counters.end() ? found->total : 0;
}

/// Fast channels of pairs that were handed over during the run; empty if none was.
std::string handover_text(const Analysis& run) {
    std::string text;
    if (const std::uint64_t rings = counted(run, "remote_write.rings-left"); rings > 0)
        text += "For pairs with more messages, ranks left " + plural(rings, "channel") + " within nodes. ";
    if (const std::uint64_t turns = counted(run, "remote_write.rdma-handovers"); turns > 0)
        text += "Messages from one rank to another turned " + plural(turns, "time") +
                " from TCP to RDMA, or back, as memory for RDMA was handed over.";
    return text;
}

}  // namespace

void print_carried_messages(const Analysis& run, std::ostream& out, const TextStyle& style) {
    if (run.carried_messages.empty()) {
        out << "Remote write carried no messages, or the profile is of an older version.\n";
        return;
    }
    const std::vector<const CarriedMessages*> groups = shown_groups(run);
    const std::vector<CarriedMessages> sums = carried_sums(run);
    TextTable protocols({"function", "bytes from", "messages", "first", "then written", "queue", "longest", "eager",
                         "written", "rendezvous", "with a piece"});
    const std::vector<MessageWay> shown = ways_shown(run);
    std::vector<std::string> titles = {"messages / bytes", "bytes from", "messages", "bytes"};
    for (const MessageWay way : shown)
        titles.emplace_back(way == MessageWay::cross_memory ? "cross-memory" : name_of(way));
    TextTable ways(titles);
    for (const CarriedMessages* group : groups) {
        protocols.add(protocol_cells(*group, false));
        ways.add(way_cells(*group, shown, false));
    }
    for (const CarriedMessages& sum : sums) {
        protocols.add(protocol_cells(sum, true));
        protocols.add(byte_cells(sum));
        ways.add(way_cells(sum, shown, true));
    }
    protocols.print(out, style);
    out << '\n';
    ways.print(out, style);
    if (groups.size() < run.carried_messages.size())
        out << dim("The " + std::to_string(groups.size()) + " rows with most messages of " +
                       show_count(run.carried_messages.size()) + ".\n",
                   style);
    for (const std::string& line : {unknown_text(sums), handover_text(run)})
        if (!line.empty()) out << wrap(line, style.width, "", "");
    out << dim(wrap(std::string(kProtocolsExplained) + " " + std::string(kWaysExplained), style.width, "", ""), style);
}

namespace html {
namespace {

Value carried_value(std::uint64_t part, std::uint64_t of) {
    return of == 0 ? none() : percent(static_cast<double>(part), static_cast<double>(of));
}

Value length_value(const CarriedMessages& group) {
    return group.unexpected.messages == 0
               ? none()
               : Value{number(group.mean_length(), 1), number(group.mean_length(), 3), "num"};
}

std::string protocol_table(const std::vector<const CarriedMessages*>& groups) {
    Table table("Messages by protocol",
                {"Function", "From", "Messages", "First", "Then written", "Of their bytes", "Eager", "Written",
                 "Rendezvous", "With a first piece", "Mean queue", "Longest"});
    for (const CarriedMessages* group : groups) {
        const CarriedPart first = group->receive_first();
        const CarriedPart& written = group->by(MessageProtocol::written);
        std::vector<Value> row = {text(group_title(*group)), group->function.empty() ? none() : bytes(group->low),
                                  count(group->all.messages)};
        row.push_back(group->received ? carried_value(first.messages, group->all.messages) : none());
        row.push_back(group->received ? carried_value(written.messages, first.messages) : none());
        row.push_back(group->received ? carried_value(written.bytes, first.bytes) : none());
        for (const MessageProtocol protocol : kProtocolsShown)
            row.push_back(carried_value(group->by(protocol).messages, group->all.messages));
        row.push_back(length_value(*group));
        row.push_back(group->received ? count(group->length_most) : none());
        table.add(std::move(row));
    }
    return table.str(kMostGroups);
}

std::string way_table(const std::vector<const CarriedMessages*>& groups, const std::vector<MessageWay>& ways) {
    std::vector<std::string> head = {"Function", "From", "Messages", "Bytes"};
    for (const MessageWay way : ways) {
        head.push_back(std::string("By ") + name_of(way));
        head.push_back("Of bytes");
    }
    Table table("Messages by way", head);
    for (const CarriedMessages* group : groups) {
        std::vector<Value> row = {text(group_title(*group)), group->function.empty() ? none() : bytes(group->low),
                                  count(group->all.messages), bytes(group->all.bytes)};
        for (const MessageWay way : ways) {
            row.push_back(carried_value(group->by(way).messages, group->all.messages));
            row.push_back(carried_value(group->by(way).bytes, group->all.bytes));
        }
        table.add(std::move(row));
    }
    return table.str(kMostGroups);
}

}  // namespace

std::string carried_messages(const Analysis& run) {
    const std::vector<CarriedMessages> sums = carried_sums(run);
    std::vector<const CarriedMessages*> groups;
    for (const CarriedMessages& sum : sums) groups.push_back(&sum);
    for (const CarriedMessages& group : run.carried_messages) groups.push_back(&group);
    std::string out = protocol_table(groups) + way_table(groups, ways_shown(run));
    for (const std::string& line :
         {unknown_text(sums), handover_text(run), std::string(kProtocolsExplained), std::string(kWaysExplained)})
        if (!line.empty()) out += "<p class=\"note\">" + escape(line) + "</p>\n";
    return out;
}

}  // namespace html
}  // namespace shunt::tools
