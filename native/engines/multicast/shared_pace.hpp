#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "native/engines/multicast/number.hpp"

namespace shunt::multicast {

/// How far each of several roots that send at the same time, to one another, may go. What they share are their own
/// incoming ports: while a root sends one packet it has to take one of each other root, so a root sends its next when
/// one of each other has come, on the mean. That finds the ports' rate without being told, keeps every port busy until
/// the end, and leaves about kMostQueued bytes in its queue. One root after the other would leave each root's port idle
/// for its turn. Nobody runs away from a root that is late either: it keeps so much of what it has not begun to
/// receive, and the others go no further. Units: packets, ns.   Thread: any one at a time.
class SharedPace {
public:
    /// More are too many: one packet of each is as much as a queue takes; and turns cost little then, a part of
    /// 1/roots.
    static constexpr int kMostRoots = 32;

    /// `others`: roots, at least one.   `payload_bytes`: data of a packet.   `kept_bytes`: what a receiver keeps of
    /// operations it has not begun, of all roots.
    SharedPace(std::size_t others, std::size_t payload_bytes, std::size_t kept_bytes, std::int64_t now)
        : queued_(std::max(others, kMostQueued / (payload_bytes + kOverhead))),
          leeway_(std::max<std::size_t>(1, kept_bytes / (payload_bytes + kOverhead) / others)),
          moved_at_(now) {}

    /// Looks at the other roots anew: at_least(packets it is known to have sent) for each that has not sent everything,
    /// then allowed().
    void look() { sum_ = count_ = 0, least_ = UINT32_MAX; }
    void at_least(std::uint32_t packets) {
        sum_ += packets;
        ++count_;
        least_ = std::min(least_, packets);
    }
    /// The slowest of them.
    std::uint32_t least() const { return least_; }

    /// So many packets may be sent by now. Where nothing moves (all that some root was allowed may have been lost), one
    /// more ever so often.
    std::uint32_t allowed(std::int64_t now) {
        if (count_ == 0) return UINT32_MAX;
        if (sum_ != seen_ || count_ != counted_) {
            seen_ = sum_;
            counted_ = count_;
            moved_at_ = now;
            patience_ = kPatience;
            extra_ = 0;
        } else if (now - moved_at_ >= patience_) {
            moved_at_ = now;
            patience_ = std::min(2 * patience_, kLongestPatience);
            ++extra_;
        }
        const std::uint64_t packets = std::min((sum_ + queued_) / count_, least_ + leeway_) + extra_;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(packets, UINT32_MAX));
    }

private:
    static constexpr std::size_t kMostQueued = 64 << 10;  // the output queues of usual switches take more
    static constexpr std::size_t kOverhead = 64;          // of a packet, on the wire as where it is kept
    static constexpr std::int64_t kPatience = 20 * kMillisecond, kLongestPatience = 2'000 * kMillisecond;

    std::uint64_t queued_;  // packets of all roots
    std::uint64_t leeway_;  // ahead of the slowest
    std::uint64_t sum_ = 0, seen_ = 0;
    std::uint32_t count_ = 0, counted_ = 0, least_ = UINT32_MAX, extra_ = 0;
    std::int64_t moved_at_;
    std::int64_t patience_ = kPatience;
};

}  // namespace shunt::multicast
