#include <algorithm>
#include <numeric>
#include <utility>

#include "native/engines/phased/blocks.hpp"
#include "native/engines/phased/engine.hpp"
#include "native/engines/phased/plan.hpp"
#include "native/program/goal.hpp"
#include "native/program/program.hpp"

namespace shunt::phased {
namespace {

using program::Buffer;
using program::copy_step;
using program::receive_step;
using program::send_step;

/// The bytes of each rank for each other, and their offsets, in bytes.
class Layout {
public:
    explicit Layout(const WrittenCall& call) : call_(call), ranks_(static_cast<int>(call.node_of.size())) {}

    int ranks() const { return ranks_; }
    std::uint64_t bytes(int from, int to) const {
        switch (shape_of(call_.operation)) {
            case Shape::collect: return to == call_.root ? block(from) : 0;
            case Shape::deal: return from == call_.root ? block(to) : 0;
            default: break;
        }
        if (call_.operation == Operation::alltoallv) return call_.counts[place(from) * place(ranks_) + place(to)];
        return block(from);
    }
    std::uint64_t send_at(int from, int to) const {
        if (is_one_block()) return 0;
        std::uint64_t sum = 0;
        for (int other = 0; other < to; ++other) sum += bytes(from, other);
        return sum;
    }
    std::uint64_t receive_at(int from, int to) const {
        std::uint64_t sum = 0;
        for (int other = 0; other < from; ++other) sum += bytes(other, to);
        return sum;
    }

private:
    static std::size_t place(int rank) { return static_cast<std::size_t>(rank); }
    std::uint64_t block(int rank) const { return call_.counts.empty() ? call_.count : call_.counts[place(rank)]; }
    /// Whether a rank has the same block for all others.
    bool is_one_block() const {
        return call_.operation == Operation::allgather || call_.operation == Operation::allgatherv;
    }

    const WrittenCall& call_;
    int ranks_;
};

Result<Plan> plan_of(const WrittenCall& call, const Layout& layout, int own, const PhasedOptions& options) {
    std::vector<std::uint64_t> to, from;
    for (int peer = 0; peer < layout.ranks(); ++peer) {
        to.push_back(layout.bytes(own, peer));
        from.push_back(layout.bytes(peer, own));
    }
    if (shape_of(call.operation) == Shape::collect) {
        if (own != call.root) from[static_cast<std::size_t>(own)] = to[static_cast<std::size_t>(call.root)];
        return collecting_plan(own, call.root, from);
    }
    if (shape_of(call.operation) == Shape::deal) {
        if (own != call.root) to[static_cast<std::size_t>(own)] = from[static_cast<std::size_t>(call.root)];
        return dealing_plan(own, call.root, to);
    }
    if (call.operation != Operation::alltoallv) return rotation_plan(own, to, from);
    std::vector<Row> rows(static_cast<std::size_t>(layout.ranks()));
    for (int sender = 0; sender < layout.ranks(); ++sender)
        for (int receiver = 0; receiver < layout.ranks(); ++receiver)
            if (sender != receiver && layout.bytes(sender, receiver) > 0)
                rows[static_cast<std::size_t>(sender)].entries.emplace_back(static_cast<std::uint32_t>(receiver),
                                                                            layout.bytes(sender, receiver));
    const auto order = call.parameters.empty() ? Order::automatic : static_cast<Order>(call.parameters[0]);
    const auto topology = topology_of(options.uplink, layout.ranks()).value_or(schedule::Topology{});
    return scheduled_plan(own, rows, order, topology, options.small_bytes + 1, {});
}

/// Writes the moves of each phase after those of the phase before it.
void write_plan(const Layout& layout, int own, const Plan& plan, program::RankProgram& into) {
    const std::uint64_t kept = layout.bytes(own, own);
    if (kept > 0)
        into.add(copy_step({Buffer::send, layout.send_at(own, own), kept},
                           {Buffer::receive, layout.receive_at(own, own), kept}));
    std::vector<std::uint32_t> before, now;
    for (std::uint32_t phase = 0; phase < plan.rules.phases; ++phase) {
        for (const Move& move : plan.sends)
            if (move.phase == phase && move.bytes > 0)
                now.push_back(into.add(
                    send_step({Buffer::send, layout.send_at(own, move.peer) + move.offset, move.bytes}, move.peer),
                    before));
        for (const Move& move : plan.receives)
            if (move.phase == phase && move.bytes > 0)
                now.push_back(into.add(
                    receive_step({Buffer::receive, layout.receive_at(move.peer, own) + move.offset, move.bytes},
                                 move.peer),
                    before));
        if (!now.empty()) before = std::exchange(now, {});
    }
}

}  // namespace

std::string PhasedEngine::write_program(const WrittenCall& call, const OptionValues& options,
                                        program::Program& into) const {
    if (!begins(call.operation) || !program::is_known(call.operation)) return "it has no schedule for this operation";
    std::vector<int> nodes(call.node_of.begin(), call.node_of.end());
    std::ranges::sort(nodes);
    if (std::ranges::adjacent_find(nodes) != nodes.end())
        return "ranks of one node exchange data through shared memory; describe a machine with one rank per node";
    if (call.element_bytes != 1) return "it counts bytes";
    const Layout layout(call);
    into = {call.operation, call.root, call.count, {call.counts.begin(), call.counts.end()}, false, {}, {}};
    into.ranks.resize(call.node_of.size());
    for (int rank = 0; rank < layout.ranks(); ++rank) {
        const Result<Plan> plan = plan_of(call, layout, rank, options.get<PhasedOptions>());
        if (!plan.ok()) return "its sizes do not form a pattern";
        write_plan(layout, rank, plan.value(), into.ranks[static_cast<std::size_t>(rank)]);
    }
    return {};
}

}  // namespace shunt::phased
