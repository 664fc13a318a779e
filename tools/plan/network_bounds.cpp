#include "tools/plan/network_bounds.hpp"

#include <algorithm>
#include <map>

#include "native/select/vocabulary.hpp"
#include "tools/analysis/nodes.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

/// Share of a link's rate for data: 1448 of the 1538 bytes of an Ethernet frame.
constexpr double kPayload = 1448.0 / 1538;
/// The time of fewer bytes depends more on latencies, and on the bytes a port passes in one burst, than on its rate.
constexpr double kLeastPortBytes = 64 << 10;
constexpr double kLeastNs = 1e6;  // of all such calls together

void bound_by_links(const record::ProfileFile& file, NetworkBounds& bounds) {
    std::map<std::int32_t, Link> nodes;
    for (const record::Image& image : file.images()) {
        const Link link = link_of(image);
        Link& fastest = nodes[image.header().node];
        if (link.bytes_per_s > fastest.bytes_per_s) fastest = link;
    }
    if (!file.images().empty()) bounds.measured = measured_ports(file.images().front());
    for (const auto& [node, link] : nodes) {
        if (link.bytes_per_s <= 0 || (bounds.link > 0 && bounds.link <= link.bytes_per_s)) continue;
        bounds.link = link.bytes_per_s;
        bounds.link_name = link.name;
    }
}

}  // namespace

double rule_bytes(const CallKind& kind, double mean_bytes) {
    const bool is_sum = kind.operation == Operation::alltoallv || kind.operation == Operation::alltoallw;
    return is_sum ? mean_bytes / kind.ranks : mean_bytes;
}

double least_port_bytes(const CallKind& kind, double bytes) {
    if (kind.nodes < 2) return 0;
    const double ranks = kind.ranks, nodes = kind.nodes, each = ranks / nodes, others = ranks - each;
    double least = 0;
    switch (kind.operation) {
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw: least = each * others * bytes; break;
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::reduce_scatter_block: least = others * bytes; break;
        case Operation::allreduce: least = 2 * (nodes - 1) / nodes * bytes; break;
        default: break;
    }
    return least < kLeastPortBytes ? 0 : least;
}

// Uses the time of the rank with most time in the calls: a late rank finds its data waiting, and would appear to
// receive it faster than the port allows.
NetworkBounds network_bounds(const ObservedCalls& observed, std::size_t number, const record::ProfileFile& file) {
    NetworkBounds bounds;
    bound_by_links(file, bounds);
    for (const auto& [kind, carriers] : observed)
        for (const CarriedTimes& times : carriers) {
            if (times.profile != number || times.calls <= 0 || times.rank_ns < kLeastNs) continue;
            const double bytes = rule_bytes(kind, times.mean_bytes);
            const double rate = least_port_bytes(kind, bytes) * times.calls / times.rank_ns * 1e9;
            if (rate <= bounds.proved) continue;
            bounds.proved = rate;
            bounds.proof =
                std::string(name_of(kind.operation)) + " of " + show_bytes(bytes) + " by the " + times.carrier;
        }
    return bounds;
}

program::Network NetworkBounds::fastest(const program::Network& usual) const {
    program::Network machine = usual;
    if (measured) {
        const auto latency = static_cast<std::uint64_t>(measured->latency_ns);
        machine.message = std::min(machine.message, latency / 4);  // once at the sender, once at the receiver
        machine.port_latency = latency - 2 * machine.message;
        machine.port_burst = static_cast<std::uint64_t>(measured->burst_bytes);
        machine.port_rate = measured->bytes_per_ns * 1e9;
    } else if (link > 0) {
        machine.port_rate = link * kPayload;
    }
    machine.port_rate = std::max(machine.port_rate, proved);
    return machine;
}

std::string NetworkBounds::text() const {
    const double fast = fastest({}).port_rate;
    return "The network was not measured. The gains are between those with ports of " + show_bytes(proved) +
           "/s, which " + proof + " reached, and with ports of " + show_bytes(fast) + "/s, " +
           (link > 0 ? "the rate of " + link_name : "the rate of a usual network") +
           ". `shunt tune` in a job measures it.";
}

program::Network NetworkBounds::slowest(const program::Network& usual) const {
    program::Network machine = fastest(usual);
    if (proved > 0 && !measured) machine.port_rate = proved;
    return machine;
}

}  // namespace shunt::tools
