#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

/// The one probation of a communicator for calls whose sizes only their own ranks know. It leaves such calls to the
/// host while the sampled ones are below the engine's threshold. A carried call reports its sizes to all members alike
/// (SizesFound), and so does the making of a team. Conclusions are therefore the same on all members without an
/// exchange of their own. After each call below the threshold more calls are left to the host: 4, 8, 16 ... 66; then
/// one is carried again as a sample. The distances between samples are odd, in the end a prime, so that alternating
/// calls are detected; then all are carried for a while. Thread: any one at a time.   Cost: of 67 calls below the
/// threshold one is carried.
class SizeProbation {
public:
    /// Whether the host carries the next call. Called once for each, in the order of the calls.
    bool leaves() {
        if (left_ == 0) return false;
        --left_;
        ++left_so_far_;
        return true;
    }
    /// Reports a sampled call. `is_below`: the host would have been faster, by figures that all members know.
    void looked(bool is_below) {
        if (!is_below) {
            if (next_ > kFirst) mixed_ = kMixed;  // calls below and above the threshold alternate
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
    std::uint32_t left_ = 0;       ///< calls still to be left to the host
    std::uint32_t next_ = kFirst;  ///< to be left after the next call below the threshold
    std::uint32_t mixed_ = 0;      ///< calls below the threshold to carry before any is left to the host again
    std::uint64_t left_so_far_ = 0;
};

}  // namespace shunt
