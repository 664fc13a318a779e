#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/clocks.hpp"
#include "tools/analysis/over_time.hpp"

namespace shunt::tools {

/// A loop of the program, as its collective calls show it on one rank.
struct LoopRow {
    std::string name;          ///< "A", of one inside "A.1"
    std::string body;          ///< "MPI_Bcast 1 KiB, 3 x MPI_Allreduce 8 B, A.1"
    std::int32_t phase = 0;    ///< its label, where the record's phases are loops (record.phases)
    std::uint64_t digest = 0;  ///< of the body: that of the same loop in another run
    std::int32_t depth = 0;
    std::uint64_t iterations = 0, runs = 0;  ///< runs: how often it was entered
    std::uint64_t least = 0, most = 0;       ///< iterations of a run; least: 0 where none has ended
    double time_ns = 0;                      ///< of all its runs
    double mean_ns = 0;                      ///< of an iteration
    double min_ns = 0, max_ns = 0;           ///< of an iteration, over all ranks that have the loop
    std::int32_t slowest_rank = 0;
    double slowest_at_ns = 0;  ///< when that one began, since the start of the run
    double in_mpi = -1;        ///< share of the time of all ranks, of outermost loops; below 0: not known
    bool is_live = false;      ///< the record ended within it
};

/// The time in a loop that is part of no other, since the start of the run.
struct LoopStretch {
    std::size_t row = 0;
    double begin_ns = 0, end_ns = 0;
};

struct Loops {
    std::int32_t rank = -1;         ///< whose loops they are: the lowest that has any
    bool is_partial = false;        ///< they were looked for in a part of its calls only
    std::vector<LoopRow> rows;      ///< outermost ones in the order of their time, each followed by those inside
    std::vector<LoopStretch> runs;  ///< of outermost rows, in order
};

/// The loops that took at least one percent of the run, with those inside.
Loops find_loops(std::span<const record::Image> images, const Clocks& clocks, const OverTime& over_time);

/// For each slice: 1 + the row that its middle lies in; 0: none.
std::vector<std::size_t> loops_by_slice(const Loops& loops, const OverTime& over_time);

}  // namespace shunt::tools
