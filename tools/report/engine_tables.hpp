#pragma once
#include <iosfwd>
#include <string>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// Prints to the terminal which engine carried which calls, and why.
void print_engines(const Analysis& run, std::ostream& out, const TextStyle& style);

/// Prints what `auto` chose: for each function and size the candidates with their medians, the choice, when it was
/// made, what trying cost, and what was gained.
void print_decisions(const Analysis& run, std::ostream& out, const TextStyle& style);

namespace html {

/// print_decisions() as HTML; empty: `auto` has chosen nothing.
std::string decisions(const Analysis& run);

}  // namespace html
}  // namespace shunt::tools
