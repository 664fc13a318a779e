#pragma once
// The orders in which two runs combined their reductions, for reductions whose result bits depend on the order.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Reductions of one function and length that the two runs combined in different orders.
struct OrderChange {
    std::string function;
    std::uint64_t bytes = 0;    ///< as profiles count them
    std::string before, after;  ///< "8 by the host, 192 by pipeline along a chain": calls, summed over ranks
};

struct OrderComparison {
    std::size_t compared = 0;  ///< functions and lengths that both runs have; also 0 where the version of a profile did
                               ///< not mark such reductions
    std::vector<OrderChange> changes;
};

/// Compares reductions of floating-point numbers, and reductions by operations of the program. It is no change if one
/// run only made more calls than the other, all of them in one order.   Fails: std::bad_alloc.
OrderComparison compare_orders(const record::ProfileFile& before, const record::ProfileFile& after);

/// The host or engine that combined the calls of the cell, and the order: "the host", "pipeline along a chain".
std::string order_of(const record::Image& image, const record::Cell& cell);

}  // namespace shunt::tools
