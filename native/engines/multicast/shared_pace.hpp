#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "native/engines/multicast/number.hpp"

namespace shunt::multicast {

/// How many packets each of several roots that send to one another at the same time may have sent. The roots share
/// their own incoming ports: for each packet that a root sends it receives one of each other root. So a root sends its
/// next packet when, on average, one packet of every other root has arrived. That adapts to the ports' rate, keeps
/// every port busy until the end, and leaves about kMostQueued bytes in its queue. If one root followed the other, each
/// root's port would be idle during that root's turn. A root also never gets further ahead of a late root than that
/// root keeps of operations it has not begun. Units: packets, ns.   Thread: any one at a time.
class SharedPace {
public:
    /// Beyond so many roots one packet of each fills a queue, and turns then cost only a part of 1/roots.
    static constexpr int kMostRoots = 32;

    /// `others`: roots, at least one.   `payload_bytes`: data of a packet.   `kept_bytes`: bytes that a receiver keeps
    /// of operations it has not begun, of all roots.
    SharedPace(std::size_t others, std::size_t payload_bytes, std::size_t kept_bytes, std::int64_t now)
        : queued_(std::max(others, kMostQueued / (payload_bytes + kOverhead))),
          leeway_(std::max<std::size_t>(1, kept_bytes / (payload_bytes + kOverhead) / others)),
          moved_at_(now) {}

    /// Begins a new count of the other roots. Then call at_least(packets it is known to have sent) for each root that
    /// has not sent everything, then allowed().
    void look() { sum_ = count_ = 0, least_ = UINT32_MAX; }
    void at_least(std::uint32_t packets) {
        sum_ += packets;
        ++count_;
        least_ = std::min(least_, packets);
    }
    /// The count of the slowest root.
    std::uint32_t least() const { return least_; }

    /// Packets that may be sent by now. While no count changes (all packets that some root was allowed may be lost),
    /// one more from time to time.
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
    static constexpr std::size_t kMostQueued = 64 << 10;  // the output queues of usual switches have more room
    static constexpr std::size_t kOverhead = 64;          // of a packet, both on the wire and where it is kept
    static constexpr std::int64_t kPatience = 20 * kMillisecond, kLongestPatience = 2'000 * kMillisecond;

    std::uint64_t queued_;  // packets of all roots
    std::uint64_t leeway_;  // ahead of the slowest
    std::uint64_t sum_ = 0, seen_ = 0;
    std::uint32_t count_ = 0, counted_ = 0, least_ = UINT32_MAX, extra_ = 0;
    std::int64_t moved_at_;
    std::int64_t patience_ = kPatience;
};

}  // namespace shunt::multicast
