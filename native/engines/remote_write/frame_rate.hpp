#pragma once
#include <cstdint>

#include "native/engines/remote_write/copy_figures.hpp"

namespace shunt::remote_write {

/// Whether this process copies long frames to a peer so fast that a message that fits in a frame should be sent in one,
/// rather than written to a receive that was posted first. It depends on the two cores: a frame of 16 KiB took 0.8 us
/// on some and 7 us on others. Writing a message costs 1 to 2 us more than its copying.
/// Sans-IO.   Thread: one at a time.
class FrameRate {
public:
    static constexpr std::uint32_t kTimedEach = 16;  ///< once enough figures are known, one frame in so many is timed
    static constexpr std::uint32_t kTriedEach = 64;  ///< where frames are slow, one message in so many goes by a frame
    static constexpr std::uint64_t kFastPs = 250;    ///< a byte: 4 GB/s

    /// Whether the next long frame is to be timed.
    bool is_due() { return !is_known() || ++passed_ % kTimedEach == 0; }
    void note(std::uint64_t bytes, std::int64_t took_ns) { figures_.add(bytes, took_ns); }
    /// The value that the peer may learn.
    bool is_fast() const { return is_known() && figures_.typical() <= kFastPs; }
    /// Whether the next message goes by a frame, also only to measure.
    bool prefers_frame() { return !is_known() || is_fast() || ++tried_ % kTriedEach == 0; }

private:
    bool is_known() const { return figures_.known() == CopyFigures::kKept; }

    CopyFigures figures_;
    std::uint32_t passed_ = 0, tried_ = 0;
};

}  // namespace shunt::remote_write
