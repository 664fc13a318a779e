#include "native/engines/script/link_meter.hpp"

#include <algorithm>

#include "native/base/clock.hpp"

namespace shunt::script_engine {
namespace {

/// The n-th rank of a node; -1: it has fewer.
int rank_of(std::span<const int> node_of, int node, int n) {
    for (std::size_t rank = 0; rank < node_of.size(); ++rank)
        if (node_of[rank] == node && n-- == 0) return static_cast<int>(rank);
    return -1;
}

/// Carries the messages between two ranks; `times` of the one that begins.
Status measure(int ranks, int a, int b, const CarryAlone& carry, LinkTimes& times) {
    struct Message {
        std::uint64_t bytes;
        int times;
        std::int64_t* took;
    };
    std::int64_t first = 0;  // of the message that connects
    for (const Message& each : {Message{1, 2, &first}, Message{1, kPings, &times.pings},
                                Message{kFewBytes, 1, &times.few}, Message{kManyBytes, 1, &times.many}}) {
        const program::Program made = ping_program(ranks, a, b, each.bytes, each.times);
        const std::int64_t start = monotonic_ns();
        if (const Status status = carry(made); status != Status::ok) return status;
        *each.took = std::max<std::int64_t>(monotonic_ns() - start, 1);
    }
    return Status::ok;
}

}  // namespace

Status measure_links(const Group& group, std::span<const int> node_of, Exchange& exchange, const CarryAlone& carry,
                     std::vector<script::Link>& into) {
    const int nodes = 1 + *std::ranges::max_element(node_of);
    const int own = node_of[static_cast<std::size_t>(group.rank)];
    const auto width = static_cast<std::size_t>(nodes);
    std::vector<LinkTimes> mine(width), all(width * node_of.size());
    const auto measured = [&](int a, int b, int node) {
        LinkTimes times;
        if (a < 0 || b < 0 || (group.rank != a && group.rank != b)) return Status::ok;
        const Status status = measure(group.size, a, b, carry, times);
        if (group.rank == a) mine[static_cast<std::size_t>(node)] = times;
        return status;
    };
    const int first = rank_of(node_of, own, 0);
    if (const Status status = measured(first, rank_of(node_of, own, 1), own); status != Status::ok) return status;
    for (const std::vector<int>& partner : rounds_of(nodes)) {
        const int other = partner[static_cast<std::size_t>(own)];
        if (other < 0) continue;
        const int low = std::min(own, other), high = std::max(own, other);
        const Status status = measured(rank_of(node_of, low, 0), rank_of(node_of, high, 0), high);
        if (status != Status::ok) return status;
    }
    const Status status = exchange.all_gather(mine.data(), width * sizeof(LinkTimes), all.data());
    if (status == Status::ok) into = links_of(all, node_of, nodes);
    return status;
}

}  // namespace shunt::script_engine
