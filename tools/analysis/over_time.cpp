#include "tools/analysis/over_time.hpp"

#include <algorithm>
#include <cmath>

namespace shunt::tools {
namespace {

using record::Image;
using record::TimeBin;

/// A stretch of time on the common clock.
struct Stretch {
    double begin, end;
    double length() const { return end - begin; }
    double overlap(const Stretch& other) const {
        return std::max(0.0, std::min(end, other.end) - std::max(begin, other.begin));
    }
};

/// One rank's bins on the common clock. The last bin ends where the record ends.
class RankBins {
public:
    RankBins(const Image& image, std::size_t number, const Clocks& clocks)
        : image_(image), number_(number), clocks_(clocks), all_{at(0), at(image.bins().size())} {
        all_.end = std::max(all_.begin, std::min(all_.end, clocks.at(number, image.header().clock_last.ticks)));
    }
    const Stretch& all() const { return all_; }
    Stretch bin(std::size_t place) const { return {at(place), std::max(at(place), std::min(at(place + 1), all_.end))}; }
    double rate() const { return image_.ns_per_tick(); }

private:
    double at(std::size_t place) const {
        const record::SpoolHeader& head = image_.header();
        return clocks_.at(number_, head.bins_start + (std::uint64_t{place} << head.bins_shift));
    }
    const Image& image_;
    std::size_t number_;
    const Clocks& clocks_;
    Stretch all_;
};

/// The label of a phase, as long as only one has been met.
class Label {
public:
    void meet(std::int32_t label) {
        is_one_ = !is_met_ || (is_one_ && label == label_);
        label_ = label;
        is_met_ = true;
    }
    void meet_many() { is_met_ = true, is_one_ = false; }
    bool is_one() const { return is_met_ && is_one_; }
    std::int32_t label() const { return label_; }

private:
    std::int32_t label_ = 0;
    bool is_met_ = false, is_one_ = false;
};

/// Distributes the bins of all ranks over the slices.
class Slicing {
public:
    explicit Slicing(const TimeGrid& grid, OverTime& out)
        : grid_(grid), out_(out), time_ns_(grid.slices()), phases_(grid.slices()) {}

    void add(const Image& image, const RankBins& bins) {
        std::vector<double> own_ns(grid_.slices()), mpi_ns(grid_.slices());
        for (std::size_t place = 0; place < image.bins().size(); ++place) {
            const Stretch when = bins.bin(place);
            if (when.length() <= 0) continue;
            for (std::size_t slice = grid_.slice_at(when.begin); slice <= grid_.slice_at(when.end); ++slice) {
                const double part = when.overlap(stretch(slice));
                if (part <= 0) continue;
                own_ns[slice] += part;
                mpi_ns[slice] += add_part(image, image.bins()[place], bins.rate(), when.length(), part, slice);
            }
        }
        std::vector<float>& shares = out_.in_mpi.emplace_back(grid_.slices(), -1.0f);
        for (std::size_t slice = 0; slice < grid_.slices(); ++slice) {
            time_ns_[slice] += own_ns[slice];
            if (own_ns[slice] > 0) shares[slice] = static_cast<float>(std::min(1.0, mpi_ns[slice] / own_ns[slice]));
        }
    }

    /// Turns times into shares.
    void finish(std::span<const SampledWait> waits) {
        for (std::size_t slice = 0; slice < grid_.slices(); ++slice) {
            TimeSlice& each = out_.slices[slice];
            const double all = time_ns_[slice];
            for (double& share : each.share) share = all > 0 ? share / all : 0;
            const auto collective = static_cast<std::size_t>(record::TimeKind::collective);
            if (slice < waits.size() && waits[slice].duration_ns > 0)
                each.late_share = each.share[collective] * waits[slice].wait_ns / waits[slice].duration_ns;
            each.bytes_per_s *= 1e9 / grid_.width_ns();
            each.has_phase = phases_[slice].is_one();
            each.phase = phases_[slice].label();
        }
    }

private:
    Stretch stretch(std::size_t slice) const { return {grid_.start_ns(slice), grid_.start_ns(slice + 1)}; }

    /// Adds the part of a bin that lies in `slice`.   Returns its time in MPI. Estimated times may be too long: the
    /// times of a bin are cut so that their sum does not exceed its length.
    double add_part(const Image& image, const TimeBin& bin, double rate, double whole, double part, std::size_t slice) {
        TimeSlice& into = out_.slices[slice];
        double sum = 0;
        for (const std::uint64_t ticks : bin.ticks) sum += static_cast<double>(ticks) * rate;
        const double kept = sum > whole ? whole / sum : 1, here = part / whole;
        for (std::size_t kind = 0; kind < into.share.size(); ++kind)
            into.share[kind] += static_cast<double>(bin.ticks[kind]) * rate * kept * here;
        into.bytes_per_s += static_cast<double>(bin.bytes) * here;
        if (bin.phase == record::kManyPhases) phases_[slice].meet_many();
        else phases_[slice].meet(image.phases()[bin.phase].label);
        return sum * kept * here;
    }

    const TimeGrid& grid_;
    OverTime& out_;
    std::vector<double> time_ns_;  ///< time of all ranks together, by slice
    std::vector<Label> phases_;
};

}  // namespace

TimeGrid::TimeGrid(std::span<const Image> images, const Clocks& clocks) {
    double begin = 0, end = 0, widest = 0;
    for (std::size_t number = 0; number < images.size(); ++number) {
        const Image& image = images[number];
        if (image.bins().empty()) continue;
        const RankBins bins(image, number, clocks);
        begin = widest > 0 ? std::min(begin, bins.all().begin) : bins.all().begin;
        end = widest > 0 ? std::max(end, bins.all().end) : bins.all().end;
        const Stretch first = {
            clocks.at(number, image.header().bins_start),
            clocks.at(number, image.header().bins_start + (std::uint64_t{1} << image.header().bins_shift))};
        widest = std::max(widest, first.length());
    }
    const double slices = widest > 0 ? std::ceil((end - begin) / widest) : 0;
    if (!(slices >= 1)) return;
    // Where ranks began at very different times, the whole run is longer than the record of any rank, and would need
    // more slices than a record has bins.
    slices_ = static_cast<std::size_t>(std::min(slices, static_cast<double>(record::kTimeBins)));
    start_ns_ = begin;
    width_ns_ = (end - begin) / static_cast<double>(slices_);
}

std::size_t TimeGrid::slice_at(double ns) const {
    const double place = (ns - start_ns_) / width_ns_;
    if (!(place > 0)) return 0;
    return std::min(slices_ - 1, static_cast<std::size_t>(std::min(place, static_cast<double>(slices_))));
}

OverTime run_over_time(std::span<const Image> images, const Clocks& clocks, const TimeGrid& grid,
                       std::span<const SampledWait> waits) {
    OverTime out;
    if (grid.slices() == 0) return out;
    out.slice_ns = grid.width_ns();
    out.begin_ns = grid.start_ns(0) - clocks.at(0, images[0].header().clock_first.ticks);
    out.slices.resize(grid.slices());
    Slicing slicing(grid, out);
    for (std::size_t number = 0; number < images.size(); ++number)
        slicing.add(images[number], RankBins(images[number], number, clocks));
    slicing.finish(waits);
    return out;
}

}  // namespace shunt::tools
