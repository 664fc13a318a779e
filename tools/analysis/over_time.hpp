#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/clocks.hpp"

namespace shunt::tools {

/// Name of a TimeKind for the reader.
inline constexpr std::array<const char*, record::kTimeKinds> kTimeKindNames = {
    "messages", "waits", "collectives", "one-sided", "files and other", "start and end"};

/// Activity of all ranks together in one slice of the run, as shares of their time in it.
struct TimeSlice {
    std::array<double, record::kTimeKinds> share{};  ///< time in calls, by record::TimeKind
    double late_share = 0;   ///< part of the collectives' share: waiting for later ranks, estimated from samples
    double bytes_per_s = 0;  ///< sum over ranks: sent in messages, or moved by collectives
    std::int32_t phase = 0;  ///< label of the phase; valid if all ranks were in it during the whole slice (has_phase)
    bool has_phase = false;

    double of(record::TimeKind kind) const { return share[static_cast<std::size_t>(kind)]; }
    double in_mpi() const {
        double sum = 0;
        for (const double part : share) sum += part;
        return sum;
    }
};

/// The run in slices of one width. Empty for records of older versions.
struct OverTime {
    double slice_ns = 0;
    double begin_ns = 0;  ///< start of the first slice, since the start of the lowest rank's record
    std::vector<TimeSlice> slices;
    std::vector<std::vector<float>> in_mpi;  ///< by rank, as Analysis::ranks, and slice: share of the rank's time in
                                             ///< MPI; below 0: the rank has no time in the slice
};

/// Waiting in one slice, from the samples of collectives.
struct SampledWait {
    double wait_ns = 0, duration_ns = 0;
};

/// Start, width and number of a run's slices.
class TimeGrid {
public:
    TimeGrid() = default;
    TimeGrid(std::span<const record::Image> images, const Clocks& clocks);
    std::size_t slices() const { return slices_; }  ///< 0: the records have no time bins
    double width_ns() const { return width_ns_; }
    double start_ns(std::size_t slice) const { return start_ns_ + width_ns_ * static_cast<double>(slice); }
    /// The slice that contains a time on the common clock; the nearest slice for times outside the run.   Needs:
    /// slices() is not 0.
    std::size_t slice_at(double ns) const;

private:
    double start_ns_ = 0, width_ns_ = 1;
    std::size_t slices_ = 0;
};

/// `waits`: by slice; may be empty.
OverTime run_over_time(std::span<const record::Image> images, const Clocks& clocks, const TimeGrid& grid,
                       std::span<const SampledWait> waits);

}  // namespace shunt::tools
