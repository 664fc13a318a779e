#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/clocks.hpp"
#include "tools/analysis/over_time.hpp"

namespace shunt::tools {

/// A loop of the program, found from the collective calls of one rank.
struct LoopRow {
    std::string name;          ///< "A"; of a loop inside it "A.1"
    std::string body;          ///< "MPI_Bcast 1 KiB, 3 x MPI_Allreduce 8 B, A.1"
    std::int32_t phase = 0;    ///< its phase label, where the record's phases are loops (record.phases)
    std::uint64_t digest = 0;  ///< of the body; equal for the same loop in another run
    std::int32_t depth = 0;
    std::uint64_t iterations = 0, runs = 0;  ///< runs: how often the loop was entered
    std::uint64_t least = 0, most = 0;       ///< iterations of a run; least: 0 where no run has ended
    double time_ns = 0;                      ///< of all its runs
    double mean_ns = 0;                      ///< of an iteration
    double min_ns = 0, max_ns = 0;           ///< of an iteration, over all ranks that have the loop
    std::int32_t slowest_rank = 0;
    double slowest_at_ns = 0;  ///< start of the slowest iteration, since the start of the run
    double in_mpi = -1;        ///< share of the time of all ranks, only for outermost loops; below 0: not known
    bool is_live = false;      ///< the record ended within it
};

/// One stay in an outermost loop, since the start of the run.
struct LoopStretch {
    std::size_t row = 0;
    double begin_ns = 0, end_ns = 0;
};

struct Loops {
    std::int32_t rank = -1;     ///< the rank whose loops these are: the lowest that has any
    bool is_partial = false;    ///< only a part of its calls was searched for loops
    std::vector<LoopRow> rows;  ///< outermost loops in the order of their start, each followed by the loops inside it
    std::vector<LoopStretch> runs;  ///< of outermost rows, in order
};

/// The loops that took at least one percent of the run, with the loops inside them.
Loops find_loops(std::span<const record::Image> images, const Clocks& clocks, const OverTime& over_time);

/// For each slice: 1 + the row that its middle lies in; 0: none.
std::vector<std::size_t> loops_by_slice(const Loops& loops, const OverTime& over_time);

}  // namespace shunt::tools
