#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace shunt::phased {

/// How fast this node's port lets data out, by what the other ends have confirmed, and the pace to send at.
///
/// Data sent faster than the port queues up in front of it: then the confirmations for the other direction, and the frames that
/// call the next sender, wait behind it for tens of milliseconds, and every connection that was idle creeps through its first
/// window. Sent at the port's rate it does not queue. Of the last windows of measures the fastest counts, since what disturbs makes
/// them slower. The pace should be a little above it: then it goes up by itself where more is possible, and one that is too low
/// never lasts.
/// Units: payload bytes, ns of any clock.   Thread: any one at a time.
class PortRate {
public:
    /// Bytes at the start of a message that tell nothing: a port that was idle lets them out at once.
    static constexpr std::uint64_t kFreeBytes = 16 << 10;

    /// So many bytes of a message, after its first kFreeBytes, were confirmed in that time. What is too short to tell is left out.
    void confirmed(std::uint64_t bytes, std::int64_t ns) {
        if (bytes < kLeastBytes || ns < kLeastNs) return;
        measures_[count_++] = static_cast<std::uint64_t>(static_cast<double>(bytes) * 1e9 / static_cast<double>(ns));
        if (count_ < kMeasures) return;
        count_ = 0;
        // The median: a member that came late, or a confirmation that waited, makes one or two of them slow.
        std::nth_element(measures_.begin(), measures_.begin() + kMeasures / 2, measures_.end());
        rates_[windows_++ % kWindows] = measures_[kMeasures / 2];
    }
    /// Bytes a second to send at, so many percent of the port's rate; 0: as fast as it goes, for the rate is not known, or so high
    /// that queues are short. One window in kWindows has no pace, so that a rate that was measured too low is soon put right.
    std::uint64_t pace(std::uint64_t percent) const {
        if (windows_ < kEnough || windows_ % kWindows == 0) return 0;
        const std::uint64_t fastest = *std::max_element(rates_.begin(), rates_.end());
        return fastest < kFast ? fastest * percent / 100 : 0;
    }

private:
    static constexpr std::size_t kWindows = 16, kMeasures = 7, kEnough = 2;
    static constexpr std::uint64_t kLeastBytes = 16 << 10;
    static constexpr std::int64_t kLeastNs = 4'000'000;       // a process that shares its processor looks that late
    static constexpr std::uint64_t kFast = 100'000'000;       // there 64 KiB take less than a millisecond
    std::array<std::uint64_t, kWindows> rates_{};             ///< of the last windows
    std::size_t windows_ = 0;
    std::array<std::uint64_t, kMeasures> measures_{};         ///< of the window that is being filled
    std::size_t count_ = 0;
};

}  // namespace shunt::phased
