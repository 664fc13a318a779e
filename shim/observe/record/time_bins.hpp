#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "shim/observe/record/format.hpp"

namespace shunt::record {

/// The kind of time spent in calls of a function kind ("send", "collective" ... see functions.txt).
TimeKind time_kind_of(std::string_view function_kind);

/// What a rank did when: the run in kTimeBins bins of one width, the newest of which is being filled. Whenever the run
/// outgrows them, each two are merged into one of twice the width: memory is fixed, and at least half of the bins are
/// in use.
/// Thread: one at a time.   Blocks: never.
class TimeBins {
public:
    /// For the spool image with that head. Its bins begin at `start` (ticks).
    /// Owner: keeps `head` and `bins`, kTimeBins entries, which must outlive it.
    TimeBins(SpoolHeader& head, TimeBin* bins, std::uint64_t start);

    /// A call lasted from `from` to `to` (ticks).
    void add(TimeKind kind, std::uint64_t from, std::uint64_t to) {
        if (from >= begin_ && to < end_) [[likely]]
            newest_->ticks[static_cast<std::size_t>(kind)] += to - from;
        else add_across(kind, from, to);
    }
    /// The same for one call in `every` of `function`, a number below the head's function_count. The calls between this
    /// one and the last so timed are assumed to be as long as the shorter of the two, evenly spread over the time
    /// between them: the first of all is often much longer than the rest.
    void add_sampled(std::size_t function, TimeKind kind, std::uint64_t from, std::uint64_t to, std::uint32_t every) {
        Sample& last = samples_[function];
        const std::uint64_t elapsed = to - from, room = last.end != 0 && last.end < from ? from - last.end : 0;
        const std::uint64_t others = std::min((every - 1) * std::min(elapsed, last.elapsed), room);
        if (last.end >= begin_ && to < end_) [[likely]] {
            newest_->ticks[static_cast<std::size_t>(kind)] += others + elapsed;
        } else {
            if (others > 0) spread(kind, last.end, from, others);
            add(kind, from, to);
        }
        last = {to, elapsed};
    }
    /// `bytes` were sent, at about the time of the last timed call.
    void add_bytes(std::uint64_t bytes) { newest_->bytes += bytes; }
    /// Begins another phase, by its number.
    void enter_phase(std::uint16_t phase, std::uint64_t now);

private:
    /// The last call of a function timed by sample.
    struct Sample {
        std::uint64_t end = 0;  ///< ticks; 0: there was none
        std::uint64_t elapsed = 0;
    };

    void add_across(TimeKind kind, std::uint64_t from, std::uint64_t to);
    void spread(TimeKind kind, std::uint64_t from, std::uint64_t to, std::uint64_t amount);
    void make_newest(std::uint64_t now);
    void halve();
    std::uint64_t width() const { return std::uint64_t{1} << head_.bins_shift; }

    SpoolHeader& head_;
    TimeBin* bins_;
    TimeBin* newest_;
    std::uint64_t begin_, end_;  ///< of the newest bin, in ticks
    std::uint16_t phase_ = 0;
    std::vector<Sample> samples_;  ///< by function
};

}  // namespace shunt::record
