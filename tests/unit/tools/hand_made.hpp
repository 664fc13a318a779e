#pragma once
// Runs of a few cells, so that a test can compute the expected result of the analysis. A tick is 0.5 ns: 2000 ticks are
// 1 us.
#include <initializer_list>
#include <utility>
#include <vector>

#include "tests/unit/tools/example_run.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/report/summary.hpp"

namespace shunt::tools::hand_made {

using record::Cell;
using record::synthetic::Parts;

inline constexpr double kUs = 1000;  // ns

/// A rank that has done nothing yet: MPI_COMM_WORLD with id 1, one phase, a run of 2 s.
inline Parts idle_rank(int rank, int size) {
    Parts parts = record::synthetic::make_parts(rank, size);
    parts.functions = {"MPI_Send send",       "MPI_Recv recv",         "MPI_Isend isend",
                       "MPI_Irecv irecv",     "MPI_Wait wait",         "MPI_Allreduce collective",
                       "MPI_Comm_rank local", "MPI_Put rma",           "MPI_File_write io",
                       "MPI_Testall testall", "MPI_Barrier collective"};
    parts.header.node = 0;
    parts.header.node_count = 1;
    parts.header.clock_parent = -1;
    parts.cells.clear();
    parts.samples.clear();
    parts.counters.clear();
    parts.buffers.clear();
    parts.bins.clear();
    parts.comms.resize(1);
    parts.phases = {{0, 1, parts.header.clock_first.ticks, 0}};
    return parts;
}

/// Adds `count` calls, all timed, of `mean_us` on average and at least `least_us`.
inline Cell& add(Parts& parts, const char* function, std::int32_t peer, std::uint64_t bytes, std::uint64_t count,
                 unsigned flags, double mean_us = 0, double least_us = 0) {
    Cell cell;
    cell.key.function = parts.function(function);
    cell.key.comm = 0;
    cell.key.peer = cell.peer_world = peer;
    cell.key.bytes = bytes;
    cell.key.flags = static_cast<std::uint8_t>(flags);
    cell.count = count;
    if (flags & record::kCall) {
        cell.timed = count;
        cell.ticks = static_cast<std::uint64_t>(mean_us * 2000 * static_cast<double>(count));
        cell.min_ticks = static_cast<std::uint64_t>(least_us * 2000);
        cell.max_ticks = cell.ticks;
    }
    parts.cells.push_back(cell);
    return parts.cells.back();
}

/// The rank is inside MPI_Allreduce number `sequence` from `enter_us` to `leave_us` after the start of its record.
inline void add_sample(Parts& parts, std::uint32_t sequence, double enter_us, double leave_us,
                       const char* function = "MPI_Allreduce") {
    const auto ticks = [&](double us) {
        return parts.header.clock_first.ticks + static_cast<std::uint64_t>(us * 2000);
    };
    parts.samples.push_back({1, 8, sequence, parts.function(function), 0, ticks(enter_us), ticks(leave_us)});
}

inline Analysis analysis_of(const std::vector<Parts>& ranks, std::uint32_t flags = 0) {
    const record::ProfileFile profile = example::load(ranks, flags);
    return analyze(view_of(profile));
}

inline const FunctionRow& function_of(const Analysis& run, const std::string& name) {
    for (const FunctionRow& row : run.functions)
        if (row.name == name) return row;
    throw std::runtime_error("no row for " + name);
}

}  // namespace shunt::tools::hand_made
