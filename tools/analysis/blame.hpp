#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Ranks that come late to a collective make all others wait. A rank is named only where the samples leave no doubt of
/// it.
void find_late_ranks(const Analysis& run, std::vector<Finding>& out);

/// What `part` of `whole` observations says of the share behind them at least, with a confidence of 99 %.
/// Source: Wilson's score interval.
double surely_at_least(std::uint64_t part, std::uint64_t whole);

}  // namespace shunt::tools
