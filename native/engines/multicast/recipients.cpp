#include "native/engines/multicast/recipients.hpp"

#include <algorithm>

#include "native/base/random.hpp"

namespace shunt::multicast {

bool Recipients::has(int node) const { return std::binary_search(members.begin(), members.end(), node); }

std::vector<int> nodes_with_data(std::span<const int> node_of, int root, std::span<const std::uint64_t> sizes) {
    std::vector<int> nodes;
    for (std::size_t rank = 0; rank < sizes.size(); ++rank)
        if (sizes[rank] > 0 && node_of[rank] != node_of[static_cast<std::size_t>(root)]) nodes.push_back(node_of[rank]);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

bool worth_a_group(std::size_t members, int nodes, std::uint64_t bytes, GroupScheme scheme) {
    if (scheme != GroupScheme::automatic) return scheme == GroupScheme::per_call;
    return nodes > 3 && 2 * members <= static_cast<std::size_t>(nodes) && members <= kMostDirect &&
           bytes >= kWorthJoining;
}

std::uint32_t group_name(std::span<const int> members, std::uint32_t opening) {
    std::uint64_t state = opening, name = splitmix64(state);
    for (const int node : members) {
        state = name ^ static_cast<std::uint64_t>(node);
        name = splitmix64(state);
    }
    const auto word = static_cast<std::uint32_t>(name >> 32);
    return word != 0 ? word : 1;
}

}  // namespace shunt::multicast
