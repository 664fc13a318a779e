#pragma once
// Lengths that no profile contains, but that another input or another number of ranks may use.
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
    double rank_ns = 0;        ///< time in all such calls, in the newest profile
    bool is_changed = false;   ///< a line of the plan gives some of them to an engine
};

/// Adds up the kinds by operation and communicator.   `newest`: index of the newest profile, whose times are used.
std::vector<ObservedOperation> by_operation(const ObservedCalls& observed, std::size_t newest);

/// The lengths about which `auto` should decide in the next run, because the plan has no lines for them; nullopt: none.
/// All lengths, if a line of the plan gives some such calls to an engine: the plan's lines decide first. Lengths above
/// the longest in the profile, if such calls take a twentieth of the MPI time, `mpi_ns`, and an engine is expected to
/// win with longer ones. None for reductions: another choice may change the last bits.   `cores`: of a node.
std::optional<config::Range> lengths_for_auto(const ObservedOperation& calls, double mpi_ns, int cores);

}  // namespace shunt::tools
