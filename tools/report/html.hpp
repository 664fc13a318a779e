#pragma once
#include <iosfwd>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Writes the whole report as one HTML file that loads no other files.
void write_html_report(const Analysis& run, std::ostream& out);

}  // namespace shunt::tools
