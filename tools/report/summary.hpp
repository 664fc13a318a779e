#pragma once
#include <iosfwd>

#include "shim/observe/record/profile_file.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Prints the summary at the end of `shunt run`: at most 24 lines of 80 columns.
void print_summary(const record::ProfileFile& profile, std::ostream& out);
void print_summary(const Analysis& run, std::ostream& out);

/// A profile in the form that analyze() needs.   Owner: points into `profile`.
RunView view_of(const record::ProfileFile& profile);

}  // namespace shunt::tools
