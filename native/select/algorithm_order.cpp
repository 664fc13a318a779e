#include "native/select/algorithm_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace shunt {
namespace {

/// Terms of the cost formulas.
struct Costs {
    double ranks = 2;
    double nodes = 1;
    double share = 1;    ///< ranks of a node, which share its port
    double rounds = 1;   ///< of doubling the ranks
    double far = 1;      ///< those of the rounds that cross nodes
    double latency = 0;  ///< of one message, ns
    double each = 0;     ///< that a rank spends on each further message of many sent at once, ns
    double data = 0;     ///< of a block through a port, ns
    double pieces = 1;   ///< number of pieces into which the algorithm cuts a block
    double first = 0;    ///< of the first piece through an idle port, ns: further pieces find no port idle
    double others() const { return ranks - 1; }
    double far_others() const { return ranks - share; }
    double hops() const { return nodes - 1; }
    double far_part() const { return 1 - 1 / nodes; }  ///< part of a node's data that crosses nodes, alike on all
    double piece() const { return latency + data / pieces; }
    double first_piece() const { return latency + first; }
};

constexpr Ports kUsualPorts{.latency_ns = 50'000, .bytes_per_ns = 0.117};
constexpr Ports kWithinNode{.latency_ns = 1'000, .bytes_per_ns = 4};

Costs costs_of(const HostChoice& choice, const Facts& call, const Ports& ports) {
    const double bytes = static_cast<double>(std::max<std::int64_t>(0, call.block_bytes));
    Costs costs;
    costs.ranks = std::max(2, call.ranks);
    costs.nodes = call.nodes > 1 ? call.nodes : costs.ranks;  // within a node a rank's memory is its port
    costs.share = costs.ranks / costs.nodes;
    costs.rounds = std::bit_width(static_cast<unsigned>(costs.ranks) - 1);
    costs.far = std::bit_width(static_cast<unsigned>(costs.nodes) - 1);
    costs.latency = ports.latency_ns;
    costs.each = costs.latency / 4;
    costs.data = bytes / ports.bytes_per_ns;
    if (choice.segment > 0) costs.pieces = std::max(1.0, std::ceil(bytes / static_cast<double>(choice.segment)));
    costs.first = std::max(0.0, bytes / costs.pieces - ports.burst_bytes) / ports.bytes_per_ns;
    return costs;
}

enum class Shape : std::uint8_t {
    unknown,
    linear,
    chain,
    pipeline,
    binary,
    split,
    binomial,
    knomial,
    doubling,
    ring,
    halving,
    scatter_ring,
    bruck,
    neighbor,
    pairwise
};

struct Named {
    std::string_view part;
    Shape shape;
};

/// The shape of a name is that of the first entry whose part the name contains.
constexpr Named kShapes[] = {
    {"scatter_ring", Shape::scatter_ring},
    {"scatter_allgather_ring", Shape::scatter_ring},
    {"scatter", Shape::halving},  // scatter, then allgather; also reduce_scatter
    {"rabenseifner", Shape::halving},
    {"halving", Shape::halving},
    {"butterfly", Shape::halving},
    {"nonoverlapping", Shape::binomial},
    {"linear", Shape::linear},
    {"pipeline", Shape::pipeline},
    {"chain", Shape::chain},
    {"split_binary", Shape::split},
    {"binary", Shape::binary},
    {"knomial", Shape::knomial},
    {"binomial", Shape::binomial},
    {"tree", Shape::binomial},
    {"doubling", Shape::doubling},
    {"two_proc", Shape::doubling},
    {"dissemination", Shape::doubling},
    {"ring", Shape::ring},
    {"bruck", Shape::bruck},
    {"neighbor", Shape::neighbor},
    {"pairwise", Shape::pairwise},
};

Shape shape_of(std::string_view name) {
    if (name == "scattered") return Shape::linear;  // all messages of an Alltoall at once
    const auto found =
        std::ranges::find_if(kShapes, [&](const Named& one) { return name.find(one.part) != std::string_view::npos; });
    return found == std::end(kShapes) ? Shape::unknown : found->shape;
}

constexpr double kChains = 4;  // coll_tuned_..._chain_fanout

/// A block from one rank to all, or from all to one. In some trees of broadcasts the ranks of a node send to other
/// nodes at the same time in their last rounds. Trees of reductions reach other nodes only after one rank of a node is
/// left.
double rooted_ns(Shape shape, bool is_bcast, const Costs& c) {
    const double chains = std::min(kChains, c.nodes);
    switch (shape) {
        case Shape::linear: return c.latency + c.far_others() * (c.each + c.data);
        case Shape::pipeline: return c.hops() * c.first_piece() + (c.pieces - 1) * c.piece();
        case Shape::chain: return c.hops() / chains * c.first_piece() + chains * (c.pieces * c.each + c.data);
        case Shape::binary: return c.rounds * c.first_piece() + 2 * c.share * (c.pieces * c.each + c.data);
        case Shape::split:
            return c.rounds * c.first_piece() + c.share * (c.pieces * c.each + c.data) + c.piece() +
                   c.share * c.data / 2;
        case Shape::knomial: return c.far / 2 * (c.piece() + 3 * c.data);
        case Shape::halving: return 2 * c.rounds * c.latency + (is_bcast ? 1 + c.share : 2 * c.far_part()) * c.data;
        case Shape::scatter_ring: return (c.rounds + c.others()) * c.latency + 2 * c.data;
        default: return c.far * (c.latency + (is_bcast ? c.share : 1) * c.data + (c.pieces - 1) * c.each);
    }
}

/// A block of each rank combined, the result on all ranks. Pairs that exchange halves wait for each other, as was
/// measured.
double combined_ns(Shape shape, const Costs& c) {
    constexpr double kUneven = 1.25;
    switch (shape) {
        case Shape::linear: return 2 * c.latency + c.far_others() * (c.each + c.data) + c.far * (c.latency + c.data);
        case Shape::binomial: return c.far * (2 * c.latency + (1 + c.share) * c.data);
        case Shape::ring: return 2 * c.others() * (c.latency + c.data / c.ranks);
        case Shape::halving: return 2 * c.rounds * c.latency + 2 * kUneven * c.far_part() * c.data;
        default: return c.far * (c.latency + c.share * c.data);
    }
}

/// A block of each rank to all others: the same block for all, or a different one for each.
double exchanged_ns(Shape shape, bool is_personal, const Costs& c) {
    constexpr double kIncast = 1.3;  // all messages meet at the ports at the same time
    const double through = c.share * c.far_others();
    switch (shape) {
        case Shape::linear: return c.latency + c.far_others() * c.each + kIncast * through * c.data;
        case Shape::neighbor: return c.ranks / 2 * (c.latency + 2 * c.data);
        case Shape::bruck:
            return c.rounds * c.latency + (is_personal ? c.rounds * c.ranks / 2 * c.share : through) * c.data;
        case Shape::ring:
        case Shape::pairwise: return c.others() * c.latency + (is_personal ? through : c.others()) * c.data;
        default: return c.rounds * c.latency + through * c.data;
    }
}

}  // namespace

bool is_known_algorithm(const HostChoice& choice) { return shape_of(choice.algorithm) != Shape::unknown; }

double rough_ns(const HostChoice& choice, const Facts& call, const Ports* measured) {
    const Shape shape = shape_of(choice.algorithm);
    const Ports& ports = call.nodes < 2 ? kWithinNode : measured ? *measured : kUsualPorts;
    const Costs costs = costs_of(choice, call, ports);
    switch (call.operation) {
        case Operation::bcast:
        case Operation::reduce: return rooted_ns(shape, call.operation == Operation::bcast, costs);
        case Operation::allreduce: return combined_ns(shape, costs);
        case Operation::scan:
        case Operation::exscan:
            if (shape == Shape::linear) return costs.hops() * (costs.latency + costs.data);
            return costs.far * (costs.latency + costs.share * costs.data);
        case Operation::alltoall: return exchanged_ns(shape, true, costs);
        case Operation::barrier: return (shape == Shape::ring ? 2 * costs.others() : costs.rounds) * costs.latency;
        default: return exchanged_ns(shape, false, costs);
    }
}

double rough_ns(const Engine& engine, const Facts& call, const Ports& ports) {
    constexpr std::int64_t kBlock = 8 << 10;
    constexpr double kCombining = 1.25;  // as was measured
    const bool is_pipeline = engine.name() == "pipeline", is_phased = engine.name() == "phased";
    if (engine.name() == "multicast") {
        const bool is_known = call.operation == Operation::bcast || call.operation == Operation::allgather;
        return is_known ? least_ns(call, ports) : 0;
    }
    Facts like = call;  // the part among the nodes, after the part within each node
    like.ranks = call.nodes;
    switch (call.operation) {
        case Operation::scan:
        case Operation::exscan: like.operation = Operation::reduce; [[fallthrough]];
        case Operation::bcast:
        case Operation::reduce:
            return is_pipeline
                       ? (combines(call.operation) ? kCombining : 1) * rough_ns({"pipeline", kBlock}, like, &ports)
                       : 0;
        case Operation::allreduce: return is_pipeline ? rough_ns({"ring"}, like, &ports) : 0;
        case Operation::allgather:
            like.block_bytes *= std::max(1, call.ranks / std::max(1, call.nodes));
            return is_phased ? rough_ns({"ring"}, like, &ports) : 0;
        case Operation::alltoall: return is_phased ? rough_ns({"pairwise"}, call, &ports) : 0;
        default: return 0;
    }
}

double least_ns(const Facts& call, const Ports& ports) {
    const Costs c = costs_of({}, call, ports);
    switch (call.operation) {
        case Operation::bcast:
        case Operation::reduce: return c.latency + c.data;
        case Operation::allreduce: return 2 * c.latency + 2 * c.far_part() * c.data;
        case Operation::allgather: return c.latency + c.far_others() * c.data;
        case Operation::alltoall: return c.latency + c.share * c.far_others() * c.data;
        default: return 0;
    }
}

}  // namespace shunt
