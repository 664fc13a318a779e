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

/// Source: tests/preload/host_algorithms, Open MPI 4.1.4 and MPICH 4.0.2.
inline constexpr AlgorithmQuirk kAlgorithmQuirks[] = {
    // For two ranks alone; with others the call fails.
    {true, Operation::barrier, "two_proc", 2},
    {true, Operation::allgather, "two_proc", 2},
    {true, Operation::alltoall, "two_proc", 2},
    // Wrong results where what is sent and what is received are described by different types.
    {true, Operation::alltoall, "modified_bruck", 0},
    // For equal blocks on a power of two of ranks; with others an assertion ends the job.
    {false, Operation::reduce_scatter, "noncommutative", 0},
    {false, Operation::reduce_scatter_block, "noncommutative", 0},
};

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
