#pragma once
#include <cstddef>
#include <vector>

#include "native/base/wire_up.hpp"

namespace shunt::net {
class Hosts;
}

namespace shunt::memory {

/// Inputs for opening remote memory. Everything but `rank` is equal on all members.
struct Setup {
    int rank = 0;
    int size = 1;
    std::size_t window_bytes = 0;          ///< of each member's window, if `windows` is empty
    std::vector<std::size_t> windows;      ///< by rank, if they differ
    std::vector<std::size_t> far_windows;  ///< by rank: bytes at the front of each window that members of other nodes
                                           ///< write; empty: all of it
    int cores = 1;                         ///< of this process's node that its members may count on; may be 0
    std::vector<int> node_of;  ///< by rank: its node, counted from 0 in order of lowest rank; empty: all members are on
                               ///< one
    std::vector<int> host_of;  ///< by node: its number in `hosts`
    const net::Hosts* hosts = nullptr;  ///< needed for more than one node, and if an interface is named
    AllGather all_gather;

    bool same_node(int peer) const { return node_of.empty() || node_of[peer] == node_of[rank]; }
    std::size_t window_of(int member) const {
        return windows.empty() ? window_bytes : windows[static_cast<std::size_t>(member)];
    }
    std::size_t own_window() const { return window_of(rank); }
    std::size_t own_far_window() const {
        return far_windows.empty() ? own_window() : far_windows[static_cast<std::size_t>(rank)];
    }
};

/// Exchanges the outcomes of the last step of opening on all members.   Blocks: collective.
/// Returns: ok on all members, or `declined` on all, with the reason of the lowest rank that has one; the status of
/// all_gather if that fails.
inline Outcome agree(const Setup& setup, const Outcome& mine) {
    WireUp wire_up(setup.size, setup.all_gather);
    wire_up.fail(mine);
    (void)wire_up.exchange();
    return wire_up.outcome();
}

}  // namespace shunt::memory
