#pragma once
#include <string>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// One line about the messages that remote write carried: "1,000 messages received, 98 % written straight into the
/// buffer of their receive (99.9 % of the bytes), 2 % eager; 12 arrived before their receive, ...". Empty: remote
/// write carried none.   Fails: std::bad_alloc.
std::string message_text(const Analysis& run);

}  // namespace shunt::tools
