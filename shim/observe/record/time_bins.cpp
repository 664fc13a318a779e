#include "shim/observe/record/time_bins.hpp"

#include <algorithm>

namespace shunt::record {
namespace {

constexpr std::uint32_t kFirstShift = 18;  // about 0.1 ms

std::uint16_t phase_of_both(std::uint16_t one, std::uint16_t other) { return one == other ? one : kManyPhases; }

void merge_into(TimeBin& bin, const TimeBin& later) {
    for (int kind = 0; kind < kTimeKinds; ++kind) bin.ticks[kind] += later.ticks[kind];
    bin.bytes += later.bytes;
    bin.phase = phase_of_both(bin.phase, later.phase);
}

}  // namespace

TimeKind time_kind_of(std::string_view function_kind) {
    if (function_kind == "collective") return TimeKind::collective;
    if (function_kind == "wait" || function_kind == "probe") return TimeKind::wait;
    if (function_kind == "rma" || function_kind == "rma_sync") return TimeKind::one_sided;
    if (function_kind == "init") return TimeKind::startup;
    for (const std::string_view kind : {"send", "recv", "sendrecv", "start"})
        if (function_kind == kind) return TimeKind::message;
    return TimeKind::other;
}

TimeBins::TimeBins(SpoolHeader& head, TimeBin* bins, std::uint64_t start)
    : head_(head), bins_(bins), newest_(bins), begin_(start), samples_(head.function_count) {
    head.bins_start = start;
    head.bins_shift = kFirstShift;
    end_ = begin_ + width();
    bins_[0] = TimeBin{};
    publish(head.bins, 1);
}

void TimeBins::add_across(TimeKind kind, std::uint64_t from, std::uint64_t to) {
    from = std::max(from, head_.bins_start);
    if (to <= from) return;
    spread(kind, from, to, to - from);
}

/// Requires: `from` < `to`, and neither before the start.
void TimeBins::spread(TimeKind kind, std::uint64_t from, std::uint64_t to, std::uint64_t amount) {
    make_newest(to);
    const double share = static_cast<double>(amount) / static_cast<double>(to - from);
    std::uint64_t place = (from - head_.bins_start) >> head_.bins_shift;
    for (std::uint64_t at = from; at < to; ++place) {
        const std::uint64_t next = std::min(to, head_.bins_start + ((place + 1) << head_.bins_shift));
        const std::uint64_t part =
            amount == to - from ? next - at : static_cast<std::uint64_t>(static_cast<double>(next - at) * share);
        bins_[place].ticks[static_cast<std::size_t>(kind)] += part;
        at = next;
    }
}

void TimeBins::enter_phase(std::uint16_t phase, std::uint64_t now) {
    make_newest(now);
    phase_ = phase;
    newest_->phase = phase_of_both(newest_->phase, phase);
}

/// Extends the bins to `now`. Another thread may already have extended them further.
void TimeBins::make_newest(std::uint64_t now) {
    if (now < end_) return;
    while ((now - head_.bins_start) >> head_.bins_shift >= kTimeBins) halve();
    const std::uint64_t place = (now - head_.bins_start) >> head_.bins_shift;
    for (std::uint64_t each = head_.bins.used; each <= place; ++each) {
        bins_[each] = TimeBin{};
        bins_[each].phase = phase_;
    }
    publish(head_.bins, place + 1);
    newest_ = bins_ + place;
    begin_ = head_.bins_start + (place << head_.bins_shift);
    end_ = begin_ + width();
}

/// If the process dies within this function, the record has no bins.
void TimeBins::halve() {
    const std::uint64_t used = head_.bins.used;
    publish(head_.bins, 0);
    for (std::uint64_t each = 0; each < used; each += 2) {
        bins_[each / 2] = bins_[each];
        if (each + 1 < used) merge_into(bins_[each / 2], bins_[each + 1]);
    }
    head_.bins_shift += 1;
    publish(head_.bins, (used + 1) / 2);
}

}  // namespace shunt::record
