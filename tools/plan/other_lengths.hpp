#pragma once
// Lengths that no profile has: another input, or another number of ranks, brings them.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/value.hpp"
#include "tools/plan/observed_calls.hpp"

namespace shunt::tools {

/// Calls of one operation on one communicator, whatever their lengths.
struct ObservedOperation {
    Operation operation = Operation::barrier;
    std::string comm;
    int ranks = 0, nodes = 1;
    std::int64_t longest = 0;  ///< the longest of its calls whose lengths are equal on all ranks, in bytes
    double rank_ns = 0;        ///< of the newest profile, in all such calls
    bool is_changed = false;   ///< a line of the plan has an engine carry some
};

/// Sums the kinds up by operation and communicator.   `newest`: place of the profile that tells what the run is like.
std::vector<ObservedOperation> by_operation(const ObservedCalls& observed, std::size_t newest);

/// The lengths of which `auto` had better decide in the next run, as the plan cannot; nothing: none. All, where the
/// plan has an engine carry some: what it has lines for they decide first. Those longer than all in the profile, where
/// such calls take a twentieth of the MPI time, `mpi_ns`, and an engine is expected to win if they are longer. None of
/// reductions: there another choice may change the last bits.   `cores`: of a node.
std::optional<config::Range> lengths_for_auto(const ObservedOperation& calls, double mpi_ns, int cores);

}  // namespace shunt::tools
