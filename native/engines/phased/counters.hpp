#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/contract.hpp"

namespace shunt::phased {

/// The counts of one team of a process.
struct Counters {
    std::uint64_t operations = 0;
    std::uint64_t moves = 0;            ///< messages or parts of them sent to other nodes
    std::uint64_t bytes = 0;            ///< bytes of those messages
    std::uint64_t tokens = 0;           ///< tokens given
    std::uint64_t schedule_hits = 0;    ///< calls that found the schedule of an earlier one
    std::uint64_t schedule_misses = 0;  ///< calls whose pattern had to be gathered
    std::uint64_t schedule_given = 0;   ///< calls that brought a schedule
    std::uint64_t passed_by = 0;        ///< times that the turn of a late node was skipped
    std::uint64_t disagreements = 0;    ///< calls whose members disagreed about sizes

    /// Appends them to the profile's counters.   Fails: std::bad_alloc.
    void tell(std::vector<EngineCounter>& counted) const {
        counted.insert(counted.end(), {{"phased.moves", moves},
                                       {"phased.bytes", bytes},
                                       {"phased.tokens", tokens},
                                       {"phased.schedule-hits", schedule_hits},
                                       {"phased.schedule-misses", schedule_misses},
                                       {"phased.schedule-given", schedule_given},
                                       {"phased.passed-by", passed_by},
                                       {"phased.disagreements", disagreements}});
    }
};

}  // namespace shunt::phased
