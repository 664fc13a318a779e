#pragma once
#include <cstdint>

#include "shim/observe/record/image.hpp"

namespace shunt::tools {

/// Turns one rank's ticks into ns.
class RankClock {
public:
    explicit RankClock(const record::Image& image)
        : first_(image.header().clock_first), last_(image.header().clock_last), rate_(image.ns_per_tick()) {}

    double ns(std::uint64_t ticks) const { return static_cast<double>(ticks) * rate_; }
    double since_start_ns(std::uint64_t ticks) const {
        return static_cast<double>(static_cast<std::int64_t>(ticks - first_.ticks)) * rate_;
    }
    /// The time on the rank's CLOCK_MONOTONIC, in whole ns, because a double cannot represent it exactly.
    std::int64_t monotonic_ns(std::uint64_t ticks) const {
        const double since = since_start_ns(ticks);
        const bool fits = since > -9e18 && since < 9e18;
        const auto sum = static_cast<std::uint64_t>(first_.monotonic_ns) +
                         static_cast<std::uint64_t>(fits ? static_cast<std::int64_t>(since) : 0);
        return static_cast<std::int64_t>(sum);
    }
    /// Time from the first to the latest clock reading.
    double elapsed_ns() const { return last_.ticks >= first_.ticks ? ns(last_.ticks - first_.ticks) : 0; }

private:
    record::ClockPoint first_, last_;
    double rate_;
};

}  // namespace shunt::tools
