#pragma once
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Adds a finding for each collective in which ranks wait for late ranks. A rank is named only where the samples leave
/// no doubt.
void find_late_ranks(const Analysis& run, std::vector<Finding>& out);

/// Lower bound, with a confidence of 99 %, on the true share when `part` of `whole` observations were hits.
/// Source: Wilson's score interval.
double surely_at_least(std::uint64_t part, std::uint64_t whole);

}  // namespace shunt::tools
