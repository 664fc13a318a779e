#pragma once
// Algorithms of hosts that are unreliable, on all communicators or on some.
#include <string_view>

#include "native/base/operation.hpp"

namespace shunt {

/// What is known of one algorithm.
struct AlgorithmQuirk {
    bool is_open_mpi;
    Operation operation;
    std::string_view name;
    int ranks;  ///< the only number of members that it works with; 0: it works with none and is never offered
};

/// Source: tests/preload/host_algorithms, Open MPI 4.1.4, 5.0.7 and 6.0.0rc2, MPICH 4.0.2.
inline constexpr AlgorithmQuirk kAlgorithmQuirks[] = {
    // For two ranks alone; with others the call fails.
    {true, Operation::barrier, "two_proc", 2},
    {true, Operation::allgather, "two_proc", 2},
    {true, Operation::alltoall, "two_proc", 2},
    // Wrong results if the send type and the receive type differ.
    {true, Operation::alltoall, "modified_bruck", 0},
    // In place they read the send count, which is not significant then.
    {true, Operation::allgather, "sparbit", 0},
    {true, Operation::allgather, "direct-messaging", 0},
    // For equal blocks on a power of two of ranks; otherwise an assertion ends the job.
    {false, Operation::reduce_scatter, "noncommutative", 0},
    {false, Operation::reduce_scatter_block, "noncommutative", 0},
    // In place an assertion about overlapping memory ends the job.
    {false, Operation::reduce_scatter, "pairwise", 0},
};

/// Algorithms of rooted operations and scans in which a member waits for others whose data it does not need, although
/// the host's default lets it run ahead: roots of broadcasts, leaves of reductions, low ranks of scans. Programs may
/// rely on running ahead, although MPI does not promise it, so only the user may choose these algorithms.
/// Source: tests/mpi/ahead.c.
struct WaitingAlgorithm {
    bool is_open_mpi;
    Operation operation;
    std::string_view name;
};
inline constexpr WaitingAlgorithm kWaitingAlgorithms[] = {
    {true, Operation::bcast, "scatter_allgather"},
    {true, Operation::bcast, "scatter_allgather_ring"},
    {true, Operation::reduce, "in-order_binary"},
    {true, Operation::reduce, "rabenseifner"},
    {true, Operation::gather, "linear_sync"},
    {true, Operation::scan, "recursive_doubling"},
    {true, Operation::exscan, "recursive_doubling"},
    {false, Operation::bcast, "scatter_recursive_doubling_allgather"},
    {false, Operation::bcast, "scatter_ring_allgather"},
    {false, Operation::reduce, "reduce_scatter_gather"},
};
constexpr bool is_waiting(bool is_open_mpi, Operation operation, std::string_view name) {
    for (const WaitingAlgorithm& one : kWaitingAlgorithms)
        if (one.is_open_mpi == is_open_mpi && one.operation == operation && one.name == name) return true;
    return false;
}

/// Null: no fault of this algorithm is known.
constexpr const AlgorithmQuirk* quirk_of(bool is_open_mpi, Operation operation, std::string_view name) {
    for (const AlgorithmQuirk& quirk : kAlgorithmQuirks)
        if (quirk.is_open_mpi == is_open_mpi && quirk.operation == operation && quirk.name == name) return &quirk;
    return nullptr;
}

/// Whether such an algorithm works unchanged for members that describe the same data by different types and counts, as
/// MPI allows. Open MPI's broadcasts cut the data by each member's own count, so the pieces do not match: the program
/// hangs or gets wrong data. With a segment this is always so; without one it is so for split_binary_tree and both
/// scatter_allgather algorithms.
constexpr bool may_differ_in_types(bool is_open_mpi, Operation operation) {
    return !is_open_mpi || operation != Operation::bcast;
}
/// Whether a segment may be set: Open MPI's Gather by linear_sync cuts in the same way.
constexpr bool segments_are_sound(bool is_open_mpi, Operation operation) {
    return is_open_mpi && operation != Operation::gather;
}

}  // namespace shunt
