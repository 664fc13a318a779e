#pragma once
// Changes between two runs, function by function.
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "shim/observe/record/profile_file.hpp"
#include "tools/analysis/combining_orders.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// Calls of one function on one engine, summed over ranks.
struct CallTotals {
    std::uint64_t calls = 0;
    double bytes = 0;
    double time_ns = 0;
    double wait_ns = 0;  ///< of nonblocking operations: time in the Wait and Test calls that completed them
    CallTotals& operator+=(const CallTotals& other);
};

struct DiffRow {
    std::string function, engine;
    CallTotals before, after;
    double time_change_ns() const { return after.time_ns - before.time_ns; }
};

/// Limits from which a difference is shown as a change.
struct DiffThreshold {
    double time_share = 0.05;  ///< of the function's time before
    double time_ns = 1e6;      ///< smaller changes of time are never shown
    bool all = false;          ///< show every function
};

/// All calls, by any carrier, of a function that an engine carried in one of the runs.
struct CarriedChange {
    std::string function;
    std::string before, after;           ///< "host", "95.0 % by multicast", or empty when it was not called
    double before_ns = 0, after_ns = 0;  ///< sum over ranks
};

/// A loop that both runs have.
struct LoopChange {
    std::string body;                     ///< of one iteration
    std::uint64_t before = 0, after = 0;  ///< iterations
    double before_ns = 0, after_ns = 0;   ///< mean of an iteration
};

/// A counter of an engine, summed over ranks.
struct CounterChange {
    std::string name;
    std::uint64_t before = 0, after = 0;
};

struct ProfileDiff {
    std::vector<std::string> differences;  ///< between the runs themselves, in words: ranks, program, options ...
    std::vector<DiffRow> rows;             ///< changed rows, largest change of time first
    std::size_t unchanged = 0;
    std::vector<CarriedChange> carried;
    std::vector<CounterChange> counters;  ///< counters of engines that differ
    std::vector<LoopChange> loops;
    OrderComparison orders;
    CallTotals before, after;  ///< sums over all functions
    double before_wall_ns = 0, after_wall_ns = 0;
};

ProfileDiff compare(const record::ProfileFile& before, const record::ProfileFile& after,
                    const DiffThreshold& threshold);

/// The comparison as a table; `before` and `after` name the runs.
void print_diff(const ProfileDiff& diff, const std::string& before, const std::string& after, const TextStyle& style,
                std::ostream& out);

}  // namespace shunt::tools
