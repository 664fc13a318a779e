#pragma once
#include <ostream>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// What the ranks did when, a line for each kind of call and a column for each stretch of the run.
void print_over_time(const Analysis& run, std::ostream& out, const TextStyle& style);

/// The loops of the program, and how long their iterations are.
void print_loops(const Analysis& run, std::ostream& out, const TextStyle& style);

/// The phases that the program has set, and their time.
void print_phases(const Analysis& run, std::ostream& out, const TextStyle& style);

}  // namespace shunt::tools
