#pragma once
#include <vector>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// Wall time of each phase of one rank. The phase in which the record ended counts up to the end of the record.
std::vector<double> phase_times_ns(const record::Image& image);

/// The time of all calls of each row of one rank: measured, or estimated where only some of the calls were timed. Where
/// threads do not call MPI at the same time, estimates are cut so that no phase has more MPI time than it lasted.
class RowTimes {
public:
    /// Owner: keeps nothing of `image`.
    explicit RowTimes(const record::Image& image);
    double ns(const record::Cell& cell) const;

private:
    double rate_;
    std::vector<double> kept_;  ///< by phase: share of the estimated time that fits beside the measured time
};

}  // namespace shunt::tools
