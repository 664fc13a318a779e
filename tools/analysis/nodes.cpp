#include "tools/analysis/nodes.hpp"

#include <cstdlib>
#include <map>
#include <string_view>

namespace shunt::tools {
namespace {

constexpr double kBytesPerMbit = 1e6 / 8;

/// The number that `options` of a record contain for `key`; 0 when the key is missing.
double option_value(std::string_view options, const std::string& key) {
    const std::string start = key + " = ";
    const std::size_t at = options.starts_with(start) ? 0 : options.find("\n" + start);
    if (at == std::string_view::npos) return 0;
    const std::string text(options.substr(at + (at ? 1 : 0) + start.size(), 32));
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return value * (*end == 'K' ? 1024.0 : *end == 'M' ? 1048576.0 : *end == 'G' ? 1073741824.0 : 1.0);
}

void add_pairs(const Analysis& run, const std::map<std::int32_t, std::int32_t>& node_of,
               std::map<std::int32_t, NodeRow>& nodes) {
    for (const PairTraffic& pair : run.pairs) {
        const auto from = node_of.find(pair.from), to = node_of.find(pair.to);
        if (from == node_of.end() || to == node_of.end() || from->second == to->second) continue;
        const std::uint64_t messages = std::max(pair.bytes, pair.received_bytes);
        const auto bytes = static_cast<double>(messages + pair.one_sided_bytes + pair.collective_bytes);
        nodes[from->second].sent_bytes += bytes;
        nodes[to->second].received_bytes += bytes;
    }
}

}  // namespace

// Counters "ports.*".
std::optional<Ports> measured_ports(const record::Image& image) {
    Ports ports;
    for (const record::CounterEntry& counter : image.counters()) {
        const std::string_view name = counter.name;
        const auto value = static_cast<double>(counter.value);
        if (name == "ports.latency-ns") ports.latency_ns = value;
        if (name == "ports.bytes-per-s") ports.bytes_per_ns = value / 1e9;
        if (name == "ports.burst-bytes") ports.burst_bytes = value;
    }
    return ports.bytes_per_ns > 0 ? std::optional(ports) : std::nullopt;
}

// Counters "link.NAME.mbit".
Link link_of(const record::Image& image) {
    if (const std::optional<Ports> ports = measured_ports(image)) return {ports->bytes_per_ns * 1e9, "measured"};
    if (const double measured = option_value(image.options(), "phased.rate"); measured > 0)
        return {measured, "phased.rate"};
    Link link;
    for (const record::CounterEntry& counter : image.counters()) {
        const std::string_view name = counter.name;
        if (!name.starts_with("link.") || !name.ends_with(".mbit")) continue;
        const double rate = static_cast<double>(counter.value) * kBytesPerMbit;
        if (rate > link.bytes_per_s) link = {rate, std::string(name.substr(5, name.size() - 10))};
    }
    return link;
}

void add_nodes(const RunView& run, Analysis& out) {
    std::map<std::int32_t, std::int32_t> node_of;
    std::map<std::int32_t, NodeRow> nodes;
    for (std::size_t i = 0; i < out.ranks.size(); ++i) {
        const RankRow& rank = out.ranks[i];
        node_of[rank.world_rank] = rank.node;
        NodeRow& node = nodes[rank.node];
        node.host = rank.host;
        node.ranks += 1;
        node.mpi_ns = std::max(node.mpi_ns, rank.mpi.time_ns - rank.other_ns);
        if (const Link link = link_of(run.images[i]); link.bytes_per_s > node.link_bytes_per_s) {
            node.link_bytes_per_s = link.bytes_per_s;
            node.link = link.name;
        }
    }
    if (nodes.size() < 2) return;
    add_pairs(out, node_of, nodes);
    for (auto& [number, node] : nodes) {
        node.node = number;
        out.nodes.push_back(node);
    }
}

}  // namespace shunt::tools
