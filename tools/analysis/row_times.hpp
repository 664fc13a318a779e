#pragma once
#include <vector>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// Wall time of each phase of one rank; of the phase that the record ended in, up to that end.
std::vector<double> phase_times_ns(const record::Image& image);

/// The time of all calls of each row of one rank: measured, or estimated where only some of the calls were timed. What
/// is estimated is cut so that a phase of a rank whose threads never call MPI at once has no more MPI time than it
/// lasted.
class RowTimes {
public:
    /// Owner: keeps nothing of `image`.
    explicit RowTimes(const record::Image& image);
    double ns(const record::Cell& cell) const;

private:
    double rate_;
    std::vector<double> kept_;  ///< by phase: share of what was estimated beyond the measured that fits into it
};

}  // namespace shunt::tools
