#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "native/base/outcome.hpp"

namespace shunt::remote {

/// Collects `bytes` bytes of every member into `all` (size x bytes), in order of rank: the group's way to talk before its windows are
/// there.   Blocks: collective over the group.
using AllGather = std::function<Status(const void* mine, std::size_t bytes, void* all)>;

/// What remote memory is opened with. All but `rank` means the same on all members.
struct Setup {
    int rank = 0;
    int size = 1;
    std::size_t window_bytes = 0;  ///< of each member's window, where `windows` is empty
    std::vector<std::size_t> windows;  ///< by rank, where they differ
    int cores = 1;                 ///< that this process's node has for the members on it
    std::vector<int> node_of;      ///< by rank: its node; empty: all are on one
    AllGather all_gather;

    bool same_node(int peer) const { return node_of.empty() || node_of[peer] == node_of[rank]; }
    std::size_t window_of(int member) const { return windows.empty() ? window_bytes : windows[static_cast<std::size_t>(member)]; }
    std::size_t own_window() const { return window_of(rank); }
};

/// Tells all members how the last step of opening went on this one.   Blocks: collective.
/// Gives: ok on all members, or `declined` on all, with the reason of the lowest rank that has one; the status of all_gather if that fails.
Outcome agree(const Setup& setup, const Outcome& mine);
/// The same for two steps in one exchange; both outcomes are replaced by what stands for all.
void agree(const Setup& setup, Outcome& first, Outcome& second);

}  // namespace shunt::remote
