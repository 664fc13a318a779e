#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "native/engines/contract.hpp"

namespace shunt::multicast {

/// The nodes that a broadcast is sent to; equal on all nodes.
struct Recipients {
    std::uint32_t group = 0;     ///< 0: the communicator's own
    std::vector<int> members;    ///< the receiving nodes, ascending, without the root's; empty with group 0: all
    bool for_this_call = false;  ///< the group is made for this broadcast and left after it
    bool announced = false;      ///< members report to the root that they are in the group before it sends

    bool has(int node) const;
};

/// The nodes, without the root's, of ranks with data.   `node_of`: by rank.
std::vector<int> nodes_with_data(std::span<const int> node_of, int root, std::span<const std::uint64_t> sizes);

/// Whether those nodes get a group of their own for one call that carries `bytes`. `automatic`: when there are more
/// than 3 nodes, when at most half of them, and at most kMostDirect, receive, and when the other nodes save more time
/// than joining costs. (Each receiver reports to the root itself that it is ready; more than kMostDirect would overload
/// it.) Linux sends its report of a new member up to two ticks late (4 to 8 ms), and a switch forwards nothing before.
bool worth_a_group(std::size_t members, int nodes, std::uint64_t bytes, GroupScheme scheme);
inline constexpr std::size_t kMostDirect = 64;
inline constexpr std::uint64_t kWorthJoining = 16 << 10;

/// A name for a group of those nodes, never 0. The same nodes get the same name again. So a switch that is slow to
/// forget members sends nothing to others. `opening`: 0 for one call, otherwise the number of the opened group.
std::uint32_t group_name(std::span<const int> members, std::uint32_t opening);

}  // namespace shunt::multicast
