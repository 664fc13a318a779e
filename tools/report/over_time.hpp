#pragma once
#include <ostream>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// Prints the activity of the ranks over time: a line for each kind of call, and a column for each part of the run.
void print_over_time(const Analysis& run, std::ostream& out, const TextStyle& style);

/// Prints the loops of the program and the times of their iterations.
void print_loops(const Analysis& run, std::ostream& out, const TextStyle& style);

/// Prints the phases that the program has set, and their time.
void print_phases(const Analysis& run, std::ostream& out, const TextStyle& style);

}  // namespace shunt::tools
