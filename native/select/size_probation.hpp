#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

/// The one probation of a communicator: leaves calls whose sizes only their own ranks know to the host, while those
/// looked at turn out to be below the engine's threshold. A call that is carried tells all members alike what its sizes
/// were (SizesFound), as does the making of a team; what follows from that is therefore the same on all members, with
/// nothing exchanged for it. After each call below the threshold more are left to the host: 4, 8, 16 ... 66; then one
/// is carried again, to look. The distances between looks are odd, in the end a prime, so that calls that alternate are
/// found out; then all are carried for a while. Thread: any one at a time.   Cost: of 67 calls below one is carried.
class SizeProbation {
public:
    /// Whether the next call is the host's. Called once for each, in the order of the calls.
    bool leaves() {
        if (left_ == 0) return false;
        --left_;
        ++left_so_far_;
        return true;
    }
    /// A call was looked at. `is_below`: the host would have been faster, by what all members know of it.
    void looked(bool is_below) {
        if (!is_below) {
            if (next_ > kFirst) mixed_ = kMixed;  // some are below and some are not
            next_ = kFirst;
            return;
        }
        if (mixed_ > 0 && --mixed_ > 0) return;
        left_ = next_;
        next_ = std::min(2 * next_, kMost);
    }
    /// Calls left to the host so far.
    std::uint64_t left_so_far() const { return left_so_far_; }

private:
    static constexpr std::uint32_t kFirst = 4, kMost = 66, kMixed = 256;
    std::uint32_t left_ = 0;       ///< calls that are the host's
    std::uint32_t next_ = kFirst;  ///< to be left after the next one below
    std::uint32_t mixed_ = 0;      ///< calls below that are carried before any is left again
    std::uint64_t left_so_far_ = 0;
};

}  // namespace shunt
