#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Adds to `out.warnings` what makes the record incomplete: missing and unfinished ranks, full tables, clocks that
/// disagree, messages recorded by one side only. Also fills `last_call` of ranks whose record ends inside a call.
void add_warnings(const RunView& run, Analysis& out);

/// "0, 2-5, 9" of ascending numbers; at most `most` pieces, then "and n more".
std::string show_ranks(std::span<const std::int32_t> ranks, std::size_t most = 8);

}  // namespace shunt::tools
