#include "native/engines/pipeline/team_node.hpp"

#include <algorithm>

#include "native/engines/pipeline/costs.hpp"
#include "native/engines/pipeline/node_model.hpp"

namespace shunt::pipeline {
namespace {

/// Blocks on a node are at most this part of a vector, or so long, so that the stages on the node and among the nodes
/// overlap.
constexpr std::uint64_t kNodeParts = 8, kLeastNodeBlock = 16 << 10;

}  // namespace

TeamNode::TeamNode(memory::RemoteMemory& memory, const Ways& ways, int rank, const RingPlace& place, int cores,
                   const PipelineOptions& options)
    : ways_(ways), options_(options), here_(ways.on_node_of(rank)), cores_(cores) {
    if (!ways_.have_levels() || members() < 2) return;
    SharedRing::Sharers sharers{here_, {}, place_of(rank)};
    for (const int other : here_) sharers.begins.push_back(place.begins[static_cast<std::size_t>(other)]);
    ring_ = std::make_unique<SharedRing>(memory, sharers, 0, place.bytes, cores);
}

int TeamNode::place_of(int rank) const {
    const auto found = std::ranges::find(here_, rank);
    return found == here_.end() ? -1 : static_cast<int>(found - here_.begin());
}

NodeLevel TeamNode::level_for(const VectorCall& call, std::unique_ptr<std::byte[]>& room) const {
    NodeLevel level;
    level.root_leader = ways_.on_node_of(call.root).front();
    level.root_place = place_of(call.root);
    if (ring_) {
        level.ring = ring_.get();
        level.position = position_;
        level.up_block = block_bytes(call, Operation::reduce);
        level.down_block = block_bytes(call, Operation::bcast);
    }
    if (level.leads()) level.whole = place_for_whole(call, level, room);
    return level;
}

/// The result, if it has room for the vector. A member that neither gets a result nor combines needs no memory.
std::byte* TeamNode::place_for_whole(const VectorCall& call, const NodeLevel& level,
                                     std::unique_ptr<std::byte[]>& room) const {
    const bool has_it = call.operation == Operation::bcast && level.root_place == 0;
    const bool only_sends = call.operation == Operation::reduce && !ring_ && !call.result;
    if (has_it || only_sends) return nullptr;
    if (call.result && call.wanted_from == 0 && call.wanted_to == call.bytes) return call.result;
    room = std::make_unique_for_overwrite<std::byte[]>(call.bytes);
    return room.get();
}

std::uint64_t TeamNode::block_bytes(const VectorCall& call, Operation operation) const {
    const std::uint64_t ring_bytes = ring_->ring_bytes();
    const NodeWays ways{static_cast<double>(options_.block_bytes), static_cast<double>(ring_bytes), 0, false};
    const NodeChoice choice =
        choose_on_node(NodeCosts::of(options_), operation, members(), cores_, static_cast<double>(call.bytes), ways);
    const std::uint64_t most =
        std::min(SharedRing::most_block_bytes(ring_bytes) / 2, std::max(kLeastNodeBlock, call.bytes / kNodeParts));
    return in_elements(std::min(static_cast<std::uint64_t>(choice.block_bytes), most), call.element_bytes);
}

// The writer titles a broadcast with its own place.
std::optional<std::uint64_t> TeamNode::open_bytes(const VectorCall& call, std::uint64_t number) const {
    if (!ring_) return std::nullopt;
    VectorCall on_node = call;
    on_node.root = std::max(0, place_of(call.root));
    const auto block = ring_->title_at(position_, on_node.root);
    if (!block || block->title != title_of(on_node, number)) return std::nullopt;
    return block->bytes;
}

}  // namespace shunt::pipeline
