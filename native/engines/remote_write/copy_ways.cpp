#include "native/engines/remote_write/copy_ways.hpp"

#include <algorithm>
#include <limits>

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kMediumFrom = 96 << 10, kLongFrom = 384 << 10;

constexpr CopyWay way_of(std::uint32_t number) { return static_cast<CopyWay>(number % kCopyWays); }

}  // namespace

std::size_t CopyWays::class_of(std::uint64_t bytes) { return bytes < kMediumFrom ? 0 : bytes < kLongFrom ? 1 : 2; }

/// Of a way that has not been seen whole: the worst.
std::uint64_t CopyWays::Figures::typical() const {
    const auto known = static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, kKept));
    if (known == 0) return std::numeric_limits<std::uint64_t>::max();
    auto sorted = last;
    std::sort(sorted.begin(), sorted.begin() + known);
    return sorted[known > 1 ? 1 : 0];
}

CopyWay CopyWays::Class::best() const {
    const auto less = [](const Figures& a, const Figures& b) { return a.typical() < b.typical(); };
    const auto found = std::min_element(figures.begin(), figures.end(), less);
    return static_cast<CopyWay>(found - figures.begin());
}

CopyWay CopyWays::Class::choose() {
    if (periods < kRounds * kCopyWays) return way_of(periods);
    const CopyWay known = best();
    if (retries == 0) {
        if (--until_retries > 0) return known;
        pause = std::min(2 * pause, kLongestPause);
        until_retries = pause;
        retries = kRetries * (kCopyWays - 1);
    }
    --retries;
    return way_of(static_cast<std::uint32_t>(known) + 1 + retries / kRetries);
}

void CopyWays::begin(CopyWay way, std::int64_t now_ns) {
    if (active_++ == 0) {
        transfers_ = 0;
        bytes_ = 0;
        since_ns_ = now_ns;
        way_ = way;
        tells_ = true;
    }
    tells_ = tells_ && way == way_;
    ++transfers_;
}

void CopyWays::end(bool whole, std::uint64_t bytes, std::int64_t now_ns) {
    tells_ = tells_ && whole;
    bytes_ += bytes;
    if (--active_ != 0) return;
    Class& all = classes_[class_of(bytes_ / transfers_)];
    const auto took_ns = static_cast<std::uint64_t>(std::max<std::int64_t>(1, now_ns - since_ns_));
    if (tells_ && bytes_ != 0 && all.periods >= kCopyWays)
        all.figures[static_cast<std::size_t>(way_)].add(took_ns * 1000 / bytes_);
    ++all.periods;
    all.current = all.choose();
}

}  // namespace shunt::remote_write
