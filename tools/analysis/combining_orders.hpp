#pragma once
// In which order two runs have combined what another order would have given other bits.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Reductions of one function and length that the two runs have combined otherwise.
struct OrderChange {
    std::string function;
    std::uint64_t bytes = 0;    ///< as profiles count them
    std::string before, after;  ///< "8 by the host, 192 by pipeline along a chain": calls, summed over ranks
};

struct OrderComparison {
    std::size_t compared = 0;  ///< functions and lengths that both runs have; 0 too where a profile is of a version
                               ///< that did not tell such reductions from others
    std::vector<OrderChange> changes;
};

/// Reductions of floating numbers, and those by operations of the program. Where one run has made more calls than the
/// other, those by one order may be more.   Fails: std::bad_alloc.
OrderComparison compare_orders(const record::ProfileFile& before, const record::ProfileFile& after);

/// Who has combined the calls of the cell, in which order: "the host", "pipeline along a chain".
std::string order_of(const record::Image& image, const record::Cell& cell);

}  // namespace shunt::tools
