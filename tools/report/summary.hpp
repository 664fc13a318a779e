#pragma once
#include <iosfwd>

#include "shim/observe/record/profile_file.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// What `shunt run` shows at the end: at most 24 lines of 80 columns.
void print_summary(const record::ProfileFile& profile, std::ostream& out);
void print_summary(const Analysis& run, std::ostream& out);

/// The view `analyze` wants of a profile. Owner: points into `profile`.
RunView view_of(const record::ProfileFile& profile);

}  // namespace shunt::tools
