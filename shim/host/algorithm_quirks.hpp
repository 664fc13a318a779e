#pragma once
// Algorithms of hosts that cannot be relied upon, or only on some communicators.
#include <string_view>

#include "native/base/operation.hpp"

namespace shunt {

/// What is known of one algorithm.
struct AlgorithmQuirk {
    bool is_open_mpi;
    Operation operation;
    std::string_view name;
    int ranks;  ///< the only number of members that it works on; 0: on none, it is never offered
};

/// Source: tests/preload/host_algorithms, Open MPI 4.1.4, 5.0.7 and 6.0.0rc2, MPICH 4.0.2.
inline constexpr AlgorithmQuirk kAlgorithmQuirks[] = {
    // For two ranks alone; with others the call fails.
    {true, Operation::barrier, "two_proc", 2},
    {true, Operation::allgather, "two_proc", 2},
    {true, Operation::alltoall, "two_proc", 2},
    // Wrong results where what is sent and what is received are described by different types.
    {true, Operation::alltoall, "modified_bruck", 0},
    // In place they take the count of what is sent, which says nothing then.
    {true, Operation::allgather, "sparbit", 0},
    {true, Operation::allgather, "direct-messaging", 0},
    // For equal blocks on a power of two of ranks; with others an assertion ends the job.
    {false, Operation::reduce_scatter, "noncommutative", 0},
    {false, Operation::reduce_scatter_block, "noncommutative", 0},
    // In place an assertion about overlapping memory ends the job.
    {false, Operation::reduce_scatter, "pairwise", 0},
};

/// Algorithms of rooted operations and scans in which a member waits for others whose data it does not need, where the
/// host's default lets it be ahead: roots of broadcasts, leaves of reductions, low ranks of scans. Programs may live on
/// that, although MPI does not promise it, so nobody but the user may choose these.   Source: tests/mpi/ahead.c.
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

/// Null: nothing is known against it.
constexpr const AlgorithmQuirk* quirk_of(bool is_open_mpi, Operation operation, std::string_view name) {
    for (const AlgorithmQuirk& quirk : kAlgorithmQuirks)
        if (quirk.is_open_mpi == is_open_mpi && quirk.operation == operation && quirk.name == name) return &quirk;
    return nullptr;
}

/// Whether members that describe the same data by different types and counts, as MPI lets them, may be given such an
/// algorithm as it is. Open MPI's broadcasts cut the data by each member's own count, so that pieces do not match: the
/// program hangs or gets wrong data, with a segment always, and by split_binary_tree and both of scatter_allgather
/// without one.
constexpr bool may_differ_in_types(bool is_open_mpi, Operation operation) {
    return !is_open_mpi || operation != Operation::bcast;
}
/// Whether a segment may be asked for: Open MPI's Gather by linear_sync cuts likewise.
constexpr bool segments_are_sound(bool is_open_mpi, Operation operation) {
    return is_open_mpi && operation != Operation::gather;
}

}  // namespace shunt
