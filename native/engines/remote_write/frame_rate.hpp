#pragma once
#include <cstdint>

#include "native/engines/remote_write/copy_figures.hpp"

namespace shunt::remote_write {

/// Whether this process copies long frames to a peer so fast that a message which fits in a frame had better go at once
/// than be written to a receive that was first. It depends on the two cores: a frame of 16 KiB was seen to take 0.8 us
/// and 7 us. A message that is written takes 1 to 2 us more than its copying.
/// Sans-IO.   Thread: one at a time.
class FrameRate {
public:
    static constexpr std::uint32_t kTimedEach = 16;  ///< once enough is known, one of so many is timed
    static constexpr std::uint32_t kTriedEach = 64;  ///< where frames are slow, one of so many messages goes by one
    static constexpr std::uint64_t kFastPs = 250;    ///< a byte: 4 GB/s

    /// Whether the next long frame is to be timed.
    bool is_due() { return !is_known() || ++passed_ % kTimedEach == 0; }
    void note(std::uint64_t bytes, std::int64_t took_ns) { figures_.add(bytes, took_ns); }
    /// What the peer may be told.
    bool is_fast() const { return is_known() && figures_.typical() <= kFastPs; }
    /// Whether the next message goes by a frame: also to find out.
    bool prefers_frame() { return !is_known() || is_fast() || ++tried_ % kTriedEach == 0; }

private:
    bool is_known() const { return figures_.known() == CopyFigures::kKept; }

    CopyFigures figures_;
    std::uint32_t passed_ = 0, tried_ = 0;
};

}  // namespace shunt::remote_write
