#pragma once
#include <string>
#include <vector>

#include "tools/analysis/analysis.hpp"

// The charts of the HTML report that need no script: SVG, and bars made of boxes.
namespace shunt::tools::html {

/// A bar of coloured parts; its full length represents `whole_ns`.
struct BarPart {
    const char* cls;  ///< "transfer", "wait", "other", "compute"
    double ns;
};
std::string stacked_bar(const std::vector<BarPart>& parts, double whole_ns);

/// A line from the smallest to the largest value, with a box for the middle half and a mark at the median. The scale
/// ends at `whole`.
std::string range_strip(std::vector<double> values, double whole);

/// One column per rank (per group of ranks when there are many): transfer, wait, other, and the rest of the run.
std::string rank_chart(const Analysis& run);

/// Message and collective sizes: the number of each, or the bytes (`by_bytes`).
std::string size_chart(const Analysis& run, bool by_bytes);

/// Mean lateness of each rank at sampled collectives.
std::string lateness_chart(const Analysis& run);

/// Small coloured squares with their meaning.
std::string legend(const std::vector<std::pair<const char*, const char*>>& entries);

}  // namespace shunt::tools::html
