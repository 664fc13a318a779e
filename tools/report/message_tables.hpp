#pragma once
#include <iosfwd>
#include <string>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// How remote write carried messages, on the terminal: by protocol, with the share of those written directly among
/// those whose receive was first, and by way.   Source: MPI/MBCF, tables 4.1 to 4.6.
void print_carried_messages(const Analysis& run, std::ostream& out, const TextStyle& style);

namespace html {

/// The same as HTML.
std::string carried_messages(const Analysis& run);

}  // namespace html
}  // namespace shunt::tools
