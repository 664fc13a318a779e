#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

/// Leaves calls whose sizes only their own ranks know to the host, while the calls looked at turn out too slight to
/// win. A call that is carried, or looked at, tells all members alike what the pattern was; what follows from that is
/// therefore the same on all, with nothing exchanged for it. After each slight call more are left to the host: 4, 8, 16
/// ... 66; then one is carried again, to look. The distances between looks are odd, in the end a prime, so that calls
/// that alternate are found out; then all are carried for a while. Thread: any one at a time.   Cost: of 67 slight
/// calls one is carried.
class SizeProbation {
public:
    /// Whether the next call is the host's. Called once for each, in the order of the calls.
    bool leaves() {
        if (left_ == 0) return false;
        --left_;
        return true;
    }
    /// A call was carried. `slight`: too little to win, by what all members know of it.
    void carried(bool slight) {
        if (!slight) {
            if (next_ > kFirst) mixed_ = kMixed;  // some are slight and some are not
            next_ = kFirst;
            return;
        }
        if (mixed_ > 0 && --mixed_ > 0) return;
        left_ = next_;
        next_ = std::min(2 * next_, kMost);
    }

private:
    static constexpr std::uint32_t kFirst = 4, kMost = 66, kMixed = 256;
    std::uint32_t left_ = 0;       ///< calls that are the host's
    std::uint32_t next_ = kFirst;  ///< to be left after the next slight one
    std::uint32_t mixed_ = 0;      ///< slight calls that are carried before any is left again
};

}  // namespace shunt
