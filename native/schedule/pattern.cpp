#include "native/schedule/pattern.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace shunt::schedule {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;

bool acceptable(const Message& message, std::int32_t nodes) {
    const auto is_node = [nodes](std::int32_t node) { return node >= 0 && node < nodes; };
    return is_node(message.from) && is_node(message.to) && message.bytes >= 0;
}

std::int64_t largest(const std::vector<std::int64_t>& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

}  // namespace

Result<Pattern> canonical(std::int32_t nodes, std::vector<Message> messages) {
    std::int64_t total = 0;
    for (const auto& message : messages) {
        if (!acceptable(message, nodes) || message.bytes > kMostBytes - total) return Status::bug;
        total += message.bytes;
    }
    std::erase_if(messages, [](const Message& message) { return message.bytes == 0 || message.from == message.to; });
    std::sort(messages.begin(), messages.end(),
              [](const Message& a, const Message& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
    Pattern pattern{nodes, {}};
    for (const auto& message : messages) {
        auto& kept = pattern.messages;
        const bool same_pair = !kept.empty() && kept.back().from == message.from && kept.back().to == message.to;
        if (same_pair) kept.back().bytes += message.bytes;
        if (!same_pair) kept.push_back(message);
    }
    return pattern;
}

bool describes(const Topology& topology, std::int32_t nodes) {
    if (topology.is_one_switch()) return topology.uplink_pairs.empty();
    const auto is_switch = [&](std::int32_t index) { return index >= 0 && index < topology.switches(); };
    return topology.switch_of.size() == static_cast<std::size_t>(nodes) &&
           std::all_of(topology.switch_of.begin(), topology.switch_of.end(), is_switch) &&
           std::all_of(topology.uplink_pairs.begin(), topology.uplink_pairs.end(),
                       [](std::int32_t pairs) { return pairs >= 1; });
}

Loads loads_of(const Pattern& pattern, const Topology& topology) {
    const auto nodes = static_cast<std::size_t>(pattern.nodes);
    const auto switches = static_cast<std::size_t>(topology.switches());
    Loads loads;
    loads.out.resize(nodes);
    loads.in.resize(nodes);
    loads.up.resize(switches);
    loads.down.resize(switches);
    for (const auto& message : pattern.messages) {
        loads.out[static_cast<std::size_t>(message.from)] += message.bytes;
        loads.in[static_cast<std::size_t>(message.to)] += message.bytes;
        if (!topology.crosses(message)) continue;
        loads.up[static_cast<std::size_t>(topology.switch_at(message.from))] += message.bytes;
        loads.down[static_cast<std::size_t>(topology.switch_at(message.to))] += message.bytes;
    }
    return loads;
}

std::int64_t bound_bytes(const Pattern& pattern, const Topology& topology) {
    const Loads loads = loads_of(pattern, topology);
    std::int64_t bound = std::max(largest(loads.out), largest(loads.in));
    for (std::size_t i = 0; i < loads.up.size(); ++i) {
        const std::int64_t pairs = topology.uplink_pairs[i];
        bound = std::max(bound, (std::max(loads.up[i], loads.down[i]) + pairs - 1) / pairs);
    }
    return bound;
}

std::vector<std::uint32_t> by_size(const Pattern& pattern) {
    struct Key {
        std::int64_t bytes;
        std::int32_t phase;
        std::int32_t from;
        std::uint32_t index;
    };
    std::vector<Key> keys(pattern.messages.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        const auto& message = pattern.messages[i];
        keys[i] = {message.bytes, rotation_phase_of(message, pattern.nodes), message.from, i};
    }
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
        return std::tie(b.bytes, a.phase, a.from) < std::tie(a.bytes, b.phase, b.from);
    });
    std::vector<std::uint32_t> order(keys.size());
    std::transform(keys.begin(), keys.end(), order.begin(), [](const Key& key) { return key.index; });
    return order;
}

}  // namespace shunt::schedule
