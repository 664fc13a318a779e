#include "tools/analysis/carried_messages.hpp"

#include <bit>
#include <map>
#include <tuple>

#include "config/rules.hpp"

namespace shunt::tools {
namespace {

using record::Cell;
using record::Image;
using record::MessageEntry;

using CarriedKey = std::tuple<std::string, bool, std::uint64_t>;
using CarriedGroups = std::map<CarriedKey, CarriedMessages>;

/// Index in an array by protocol or way. Numbers that only a newer Shunt knows count at 0.
template <std::size_t N, class Number>
std::size_t part_number(const std::array<CarriedMessages::Part, N>&, Number number) {
    const auto place = static_cast<std::size_t>(number);
    return place < N ? place : 0;
}

CarriedMessages& carried_group(CarriedGroups& groups, const Image& image, const Cell& cell) {
    const bool received = (cell.key.flags & record::kReceive) != 0;
    const std::string function(image.function_name(cell.key.function));
    const std::uint64_t low = std::bit_floor(cell.key.bytes);
    CarriedMessages& group = groups[{function, received, low}];
    group.function = function;
    group.received = received;
    group.low = low;
    return group;
}

void add_message_entry(CarriedMessages& group, const MessageEntry& entry, std::uint64_t bytes_each) {
    const CarriedMessages::Part part{entry.messages, entry.bytes};
    group.all += part;
    group.by_protocol[part_number(group.by_protocol, entry.protocol)] += part;
    group.by_way[part_number(group.by_way, entry.way)] += part;
    group.unexpected += {entry.unexpected, entry.unexpected * bytes_each};
    group.length_sum += entry.length_sum;
    group.length_most = std::max(group.length_most, entry.length_most);
}

void add_image_messages(CarriedGroups& groups, const Image& image) {
    if (image.messages().empty()) return;
    std::vector<std::uint64_t> known(image.cells().size());
    for (const MessageEntry& entry : image.messages()) {
        const Cell& cell = image.cells()[entry.cell];
        known[entry.cell] += entry.messages;
        add_message_entry(carried_group(groups, image, cell), entry, cell.key.bytes);
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Cell& cell = image.cells()[i];
        const bool is_ours = image.engine_name(cell.key.engine) == config::kRemoteWriteName &&
                             (cell.key.flags & record::kTraffic) != 0 && cell.key.peer != record::kProcNull;
        if (is_ours && cell.count > known[i]) carried_group(groups, image, cell).unknown += cell.count - known[i];
    }
}

}  // namespace

CarriedMessages::Part& CarriedMessages::Part::operator+=(const Part& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
}

CarriedMessages& CarriedMessages::operator+=(const CarriedMessages& other) {
    all += other.all;
    for (std::size_t i = 0; i < by_protocol.size(); ++i) by_protocol[i] += other.by_protocol[i];
    for (std::size_t i = 0; i < by_way.size(); ++i) by_way[i] += other.by_way[i];
    unexpected += other.unexpected;
    length_sum += other.length_sum;
    length_most = std::max(length_most, other.length_most);
    unknown += other.unknown;
    return *this;
}

void add_carried_messages(const RunView& run, Analysis& out) {
    CarriedGroups groups;
    for (const Image& image : run.images) add_image_messages(groups, image);
    for (auto& [key, group] : groups) out.carried_messages.push_back(std::move(group));
}

CarriedMessages all_carried(const Analysis& run, bool received) {
    CarriedMessages sum;
    sum.received = received;
    for (const CarriedMessages& group : run.carried_messages)
        if (group.received == received) sum += group;
    return sum;
}

const char* name_of(record::MessageProtocol protocol) {
    switch (protocol) {
        case record::MessageProtocol::none: break;
        case record::MessageProtocol::eager: return "eager";
        case record::MessageProtocol::written: return "written";
        case record::MessageProtocol::rendezvous: return "rendezvous";
        case record::MessageProtocol::eager_rendezvous: return "eager-rendezvous";
    }
    return "unknown";
}

const char* name_of(record::MessageWay way) {
    switch (way) {
        case record::MessageWay::none: break;
        case record::MessageWay::own_process: return "own process";
        case record::MessageWay::shared_memory: return "shared memory";
        case record::MessageWay::cross_memory: return "cross-memory attach";
        case record::MessageWay::tcp: return "TCP";
        case record::MessageWay::common_mailbox: return "common mailbox";
        case record::MessageWay::rdma: return "RDMA";
        case record::MessageWay::host: return "host";
    }
    return "unknown";
}

}  // namespace shunt::tools
