#pragma once
#include <cstdint>

#include "native/engines/contract.hpp"

namespace shunt {

/// How long a member that makes a team tries to reach the others: a fixed time once all of them are in the same call,
/// otherwise ten minutes. Thread: that of the join.
class TrialClock {
public:
    /// `most_ns`: with all members in the same call.
    TrialClock(const Exchange& exchange, std::int64_t most_ns, std::int64_t now)
        : exchange_(exchange), most_ns_(most_ns), start_(now), together_(now) {}

    /// Whether to stop trying.
    bool is_over(std::int64_t now) {
        switch (exchange_.attendance()) {
            case Attendance::given_up: return true;
            case Attendance::apart: together_ = now; return now - start_ >= kMostApartNs;
            case Attendance::together: break;
        }
        return now - together_ >= most_ns_;
    }
    /// The interval between attempts: `least_ns` while all members try; growing while some may not arrive for long.
    std::int64_t interval_ns(std::int64_t least_ns, std::int64_t now) const {
        if (exchange_.attendance() == Attendance::together) return least_ns;
        const std::int64_t slow = (now - start_) / 16;
        return slow < least_ns ? least_ns : slow < kMostBetweenNs ? slow : kMostBetweenNs;
    }

private:
    static constexpr std::int64_t kMostApartNs = 600'000'000'000, kMostBetweenNs = 200'000'000;

    const Exchange& exchange_;
    std::int64_t most_ns_, start_, together_;
};

}  // namespace shunt
