#pragma once
#include <iosfwd>
#include <string>

#include "tools/analysis/analysis.hpp"
#include "tools/report/table.hpp"

namespace shunt::tools {

/// Prints to the terminal how remote write carried messages: by protocol, and by way. Among messages whose receive was
/// posted first, it also shows the share that was written directly.   Source: MPI/MBCF, tables 4.1 to 4.6.
void print_carried_messages(const Analysis& run, std::ostream& out, const TextStyle& style);

namespace html {

/// The same as HTML.
std::string carried_messages(const Analysis& run);

}  // namespace html
}  // namespace shunt::tools
