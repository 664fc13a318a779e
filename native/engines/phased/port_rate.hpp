#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace shunt::phased {

/// The rate of this node's port, measured by received data, and the pace for sending. A port sends as fast as it
/// receives, and received data measure that well. Acknowledgements of sent data wait in queues and arrive in bursts, so
/// they make a port look faster than it is.
///
/// Data sent faster than the port's rate queue in front of the port. Acknowledgements for the other direction, and
/// tokens, then wait behind them for tens of milliseconds, and every connection that was idle takes long for its first
/// window. Data sent at the port's rate do not queue. The fastest of the last windows of measures counts, because
/// disturbances only make measures slower. The pace should be a little above that rate: then it rises by itself where
/// more is possible, and a pace that is too low never lasts. Units: payload bytes, ns of any clock.   Thread: any one
/// at a time.
class PortRate {
public:
    /// `percent` of the port's rate is the pace; 0: none.
    explicit PortRate(std::uint64_t percent) : percent_(percent) {}

    /// Bytes at the start of a message that are not measured: an idle port sends them at once.
    static constexpr std::uint64_t kFreeBytes = 16 << 10;

    /// Adds a measure: `bytes` of a message, after its first kFreeBytes, arrived in `ns`. Short measures are ignored.
    void arrived(std::uint64_t bytes, std::int64_t ns) {
        if (bytes < kLeastBytes || ns < kLeastNs) return;
        measures_[count_++] = static_cast<std::uint64_t>(static_cast<double>(bytes) * 1e9 / static_cast<double>(ns));
        if (count_ < kMeasures) return;
        count_ = 0;
        // The median: a late member makes one or two of them slow.
        std::nth_element(measures_.begin(), measures_.begin() + kMeasures / 2, measures_.end());
        const std::uint64_t rate = measures_[kMeasures / 2];
        if (rate > most_ / 100 * (std::max<std::uint64_t>(percent_, 100) + kDoubt)) most_ = rate;
        rates_[windows_++ % kWindows] = rate;
    }
    bool is_known() const { return windows_ > 0; }
    /// Bytes a second to send at; 0: no limit, because the rate is not known, or so high that queues are short. The
    /// eighth window and each 64th have no pace, so that a rate that was measured too low is corrected.
    std::uint64_t pace() const {
        if (!is_known() || percent_ == 0 || windows_ == kFirstLook || windows_ % kLook == 0) return 0;
        const std::uint64_t rate = std::min(most_, *std::max_element(rates_.begin(), rates_.end()));
        return rate < kFast ? rate * percent_ / 100 : 0;
    }

private:
    std::uint64_t percent_;
    static constexpr std::size_t kWindows = 16, kMeasures = 7, kFirstLook = 8, kLook = 64;
    static constexpr std::uint64_t kLeastBytes = 16 << 10;
    static constexpr std::int64_t kLeastNs = 4'000'000;  // a process that shares its processor may poll that late
    static constexpr std::uint64_t kFast = 100'000'000;  // there 64 KiB take less than a millisecond
    std::array<std::uint64_t, kWindows> rates_{};        ///< of the last windows
    std::size_t windows_ = 0;
    /// Data sent at a pace a little above the port's rate arrive at that pace while the port's burst allowance lasts.
    /// So the pace would climb. Only a rate that is higher by more than kDoubt counts.
    std::uint64_t most_ = 0;
    static constexpr std::uint64_t kDoubt = 2;         ///< percent
    std::array<std::uint64_t, kMeasures> measures_{};  ///< of the current window
    std::size_t count_ = 0;
};

}  // namespace shunt::phased
