#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace shunt::remote_write {

/// How long the last copies of one kind took. Disturbances only make a copy longer, so the second best figure counts.
/// Sans-IO.   Thread: one at a time.
class CopyFigures {
public:
    static constexpr std::size_t kKept = 7;

    void add(std::uint64_t bytes, std::int64_t took_ns) {
        const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(1, took_ns));
        last_[count_++ % kKept] = ns * 1000 / bytes;
    }
    std::size_t known() const { return std::min<std::size_t>(count_, kKept); }
    /// Picoseconds a byte; without figures: more than any figure.
    std::uint64_t typical() const {
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), second = least;
        for (std::size_t i = 0; i < known(); ++i) {
            second = std::min(second, std::max(least, last_[i]));
            least = std::min(least, last_[i]);
        }
        return known() > 1 ? second : least;
    }

private:
    std::array<std::uint64_t, kKept> last_{};
    std::uint32_t count_ = 0;
};

}  // namespace shunt::remote_write
