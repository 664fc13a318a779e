#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "native/engines/multicast/number.hpp"

namespace shunt::multicast {

/// Limits a stream of datagrams to a rate, and adapts the rate: lower when many receivers lose packets, higher while
/// none do (AIMD). Rate 0: limited only by the driver's socket.   Units: bytes, ns, bytes/s.
class Pacer {
public:
    explicit Pacer(std::int64_t rate) : given_(rate), rate_(rate) {}

    std::int64_t rate() const { return rate_; }
    /// When the next datagram may leave; up to kBurst of unused time is caught up.
    std::int64_t ready_at() const { return rate_ == 0 ? INT64_MIN : ready_at_; }

    void sent(std::size_t bytes, std::int64_t now) {
        if (epoch_bytes_ == 0) epoch_began_ = now;
        epoch_bytes_ += static_cast<std::int64_t>(bytes);
        if (rate_ == 0) return;
        ready_at_ = std::max(ready_at_, now - kBurst) + static_cast<std::int64_t>(bytes) * 1'000'000'000 / rate_;
    }

    /// Many receivers lost part `lost` (0..1) of the packets sent since the last report: lowers the rate to the part
    /// that arrived, at most by half.
    void lost(double lost, std::int64_t now) {
        const std::int64_t elapsed = std::max<std::int64_t>(now - epoch_began_, kMillisecond);
        const double measured = static_cast<double>(epoch_bytes_) * 1e9 / static_cast<double>(elapsed);
        const double achieved = rate_ != 0 ? static_cast<double>(rate_) : measured;
        rate_ = std::max(kLeast, static_cast<std::int64_t>(achieved * std::max(0.5, 1 - lost)));
        lowered_to_ = rate_;
        ready_at_ = std::max(ready_at_, now);
        epoch_bytes_ = 0;
    }

    /// No loss since the last report: raises the rate by a sixteenth, and removes the limit at four times the rate that
    /// it was lowered to.
    void arrived() {
        epoch_bytes_ = 0;
        if (rate_ == given_) return;
        rate_ += std::max<std::int64_t>(lowered_to_ / 16, 1);
        if (given_ == 0 ? rate_ > 4 * lowered_to_ : rate_ > given_) rate_ = given_;
    }

private:
    static constexpr std::int64_t kLeast = 64 << 10;
    static constexpr std::int64_t kBurst = kMillisecond;

    std::int64_t given_;
    std::int64_t rate_;
    std::int64_t lowered_to_ = 0;
    std::int64_t ready_at_ = INT64_MIN / 2;
    std::int64_t epoch_began_ = 0;
    std::int64_t epoch_bytes_ = 0;
};

}  // namespace shunt::multicast
