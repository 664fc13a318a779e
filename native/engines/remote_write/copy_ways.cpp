#include "native/engines/remote_write/copy_ways.hpp"

#include <algorithm>

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kMediumFrom = 96 << 10, kLongFrom = 384 << 10;

constexpr CopyWay way_of(std::uint32_t number) { return static_cast<CopyWay>(number % kCopyWays); }

}  // namespace

std::size_t CopyWays::class_of(std::uint64_t bytes) { return bytes < kMediumFrom ? 0 : bytes < kLongFrom ? 1 : 2; }

CopyWay CopyWays::Class::best() const {
    const auto less = [](const CopyFigures& a, const CopyFigures& b) { return a.typical() < b.typical(); };
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

void CopyWays::note(const Told& told) {
    Class& all = classes_[class_of(told.each_bytes)];
    if (told.way && told.all_bytes != 0 && all.periods >= kCopyWays) {
        all.figures[static_cast<std::size_t>(*told.way)].add(told.all_bytes, told.took_ns);
    }
    if (told.way != all.current && ++all.silent < kMostSilent) return;
    all.silent = 0;
    ++all.periods;
    all.current = all.choose();
}

void CopyPeriod::begin(CopyWays& of_peer, std::optional<CopyWay> way, std::int64_t now_ns) {
    if (active_++ == 0) {
        of_peer_ = &of_peer;
        is_mixed_ = false;
        tells_ = true;
        way_.reset();
        came_ = 0;
        came_bytes_ = went_bytes_ = pushed_bytes_ = 0;
        since_ns_ = now_ns;
    }
    is_mixed_ = is_mixed_ || of_peer_ != &of_peer;
    if (!way) return;
    ++came_;
    tells_ = tells_ && (!way_ || way_ == way);
    way_ = way;
}

void CopyPeriod::end(std::uint64_t bytes, std::uint64_t pushed, bool comes_in, bool tells, std::int64_t now_ns) {
    (comes_in ? came_bytes_ : went_bytes_) += bytes;
    pushed_bytes_ += pushed;
    tells_ = tells_ && tells;
    if (--active_ != 0 || came_ == 0) return;
    // The time of chunks that the sender copied before this process polled is not visible here.
    tells_ = tells_ && pushed_bytes_ <= came_bytes_ - came_bytes_ / 4;
    has_mixed_ = is_mixed_;
    (is_mixed_ ? of_all_ : *of_peer_)
        .note({tells_ ? way_ : std::nullopt, came_bytes_ / came_, came_bytes_ + went_bytes_, now_ns - since_ns_});
}

}  // namespace shunt::remote_write
