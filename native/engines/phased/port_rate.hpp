#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace shunt::phased {

/// How fast this node's port is, by what comes in through it, and the pace to send at. A port lets out as much as it
/// lets in, and what comes in tells it well: confirmations of what went out wait in queues, come in heaps, and so make
/// a port look faster than it is.
///
/// Data sent faster than the port queues up in front of it: then the confirmations for the other direction, and the
/// frames that call the next sender, wait behind it for tens of milliseconds, and every connection that was idle creeps
/// through its first window. Sent at the port's rate it does not queue. Of the last windows of measures the fastest
/// counts, since what disturbs makes them slower. The pace should be a little above it: then it goes up by itself where
/// more is possible, and one that is too low never lasts. Units: payload bytes, ns of any clock.   Thread: any one at a
/// time.
class PortRate {
public:
    /// `percent` of the port's rate is the pace; 0: none.
    explicit PortRate(std::uint64_t percent) : percent_(percent) {}

    /// Bytes at the start of a message that tell nothing: a port that was idle lets them out at once.
    static constexpr std::uint64_t kFreeBytes = 16 << 10;

    /// So many bytes of a message, after its first kFreeBytes, arrived in that time. What is too short to tell is left
    /// out.
    void arrived(std::uint64_t bytes, std::int64_t ns) {
        if (bytes < kLeastBytes || ns < kLeastNs) return;
        measures_[count_++] = static_cast<std::uint64_t>(static_cast<double>(bytes) * 1e9 / static_cast<double>(ns));
        if (count_ < kMeasures) return;
        count_ = 0;
        // The median: a member that came late makes one or two of them slow.
        std::nth_element(measures_.begin(), measures_.begin() + kMeasures / 2, measures_.end());
        const std::uint64_t rate = measures_[kMeasures / 2];
        if (rate > most_ / 100 * (std::max<std::uint64_t>(percent_, 100) + kDoubt)) most_ = rate;
        rates_[windows_++ % kWindows] = rate;
    }
    bool is_known() const { return windows_ > 0; }
    /// Bytes a second to send at; 0: as fast as it goes, for the rate is not known, or so high
    /// that queues are short. The eighth window and each 64th have no pace, so that a rate that was measured too low is
    /// put right.
    std::uint64_t pace() const {
        if (!is_known() || percent_ == 0 || windows_ == kFirstLook || windows_ % kLook == 0) return 0;
        const std::uint64_t rate = std::min(most_, *std::max_element(rates_.begin(), rates_.end()));
        return rate < kFast ? rate * percent_ / 100 : 0;
    }

private:
    std::uint64_t percent_;
    static constexpr std::size_t kWindows = 16, kMeasures = 7, kFirstLook = 8, kLook = 64;
    static constexpr std::uint64_t kLeastBytes = 16 << 10;
    static constexpr std::int64_t kLeastNs = 4'000'000;  // a process that shares its processor looks that late
    static constexpr std::uint64_t kFast = 100'000'000;  // there 64 KiB take less than a millisecond
    std::array<std::uint64_t, kWindows> rates_{};        ///< of the last windows
    std::size_t windows_ = 0;
    /// What is sent at a pace a little above the port's rate arrives at that pace, as long as what the port lets out at
    /// once lasts; and so the pace would climb. Only what is faster by more than that is believed.
    std::uint64_t most_ = 0;
    static constexpr std::uint64_t kDoubt = 2;         ///< percent
    std::array<std::uint64_t, kMeasures> measures_{};  ///< of the window that is being filled
    std::size_t count_ = 0;
};

}  // namespace shunt::phased
