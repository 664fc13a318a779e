#pragma once
#include <string>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// What became of the messages that remote write carried, as one line: "1,000 messages received, 98 % written straight
/// into the buffer of their receive (99.9 % of the bytes), 2 % eager; 12 came before their receive, ...". Empty: it
/// carried none.   Fails: std::bad_alloc.
std::string message_text(const Analysis& run);

}  // namespace shunt::tools
