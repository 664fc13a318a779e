#pragma once
#include <algorithm>
#include <vector>

#include "native/base/random.hpp"
#include "native/schedule/pattern.hpp"

namespace shunt::schedule {

inline constexpr std::int64_t kKilobyte = 1024;
inline constexpr std::int64_t kMegabyte = kKilobyte * kKilobyte;

/// The worked example of CC-MPI 3.2.
inline Pattern worked_example() {
    return canonical(
               6, {{0, 1, kMegabyte}, {1, 3, kMegabyte}, {0, 2, 10 * kKilobyte}, {2, 3, 100}, {1, 5, 100}, {2, 1, 100}})
        .value();
}

inline Pattern regular_all_to_all(std::int32_t nodes, std::int64_t bytes) {
    std::vector<Message> messages;
    for (std::int32_t from = 0; from < nodes; ++from)
        for (std::int32_t to = 0; to < nodes; ++to) messages.push_back({from, to, bytes});
    return canonical(nodes, std::move(messages)).value();
}

/// `messages` in an order drawn from `random`.
inline std::vector<Message> shuffled(std::vector<Message> messages, Random& random) {
    for (std::size_t left = messages.size(); left > 1; --left)
        std::swap(messages[left - 1], messages[random.below(left)]);
    return messages;
}

/// Any pattern of 2..`most_nodes` nodes: dense or sparse; sizes equal, of a few kinds, or of all magnitudes; sometimes
/// with a hot node.
inline Pattern random_pattern(Random& random, std::int32_t most_nodes) {
    const auto nodes = static_cast<std::int32_t>(2 + random.below(static_cast<std::uint64_t>(most_nodes) - 1));
    const std::uint64_t density = 1 + random.below(100), kind = random.below(4);
    const std::int64_t few[] = {64 * kKilobyte, 16 * kKilobyte, 100};
    const bool hot = random.chance(1, 4);
    std::vector<Message> messages;
    for (std::int32_t from = 0; from < nodes; ++from)
        for (std::int32_t to = 0; to < nodes; ++to) {
            if (!random.chance(density, 100) && !(hot && to == 0)) continue;
            const std::int64_t magnitude = std::int64_t{1} << random.below(24);
            const std::int64_t sizes[] = {
                kKilobyte, few[random.below(3)], static_cast<std::int64_t>(random.below(100'000)),
                magnitude + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(magnitude)))};
            messages.push_back({from, to, sizes[kind]});
        }
    return canonical(nodes, std::move(messages)).value();
}

/// 1..5 switches with uplinks of 1..4 pairs; sometimes flat.
inline Topology random_topology(Random& random, std::int32_t nodes) {
    const std::uint64_t switches = random.below(6);
    Topology topology;
    if (switches == 0) return topology;
    for (std::int32_t node = 0; node < nodes; ++node)
        topology.switch_of.push_back(static_cast<std::int32_t>(random.below(switches)));
    for (std::uint64_t i = 0; i < switches; ++i)
        topology.uplink_pairs.push_back(static_cast<std::int32_t>(1 + random.below(4)));
    return topology;
}

}  // namespace shunt::schedule
