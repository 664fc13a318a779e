#pragma once
#include <algorithm>
#include <cstdint>

#include "native/base/random.hpp"
#include "native/engines/multicast/number.hpp"

namespace shunt::multicast {

/// The timeouts of one channel: they depend on its size, on measured round trips and on random numbers.   Units: ns.
class Timing {
public:
    Timing(int nodes, std::uint64_t seed) : nodes_(nodes), random_(seed) {}

    /// A time in [0, limit), so that many nodes do not send at the same time.
    std::int64_t jitter(std::int64_t limit) {
        return static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(std::max<std::int64_t>(limit, 0))));
    }

    /// Delay from a gap in the first transmission to the nak; leaves time for reordered packets, and collects gaps.
    std::int64_t gap_delay() { return 100 * kMicrosecond + jitter(nodes_ * std::int64_t{250}); }
    /// The least time between two naks for gaps of the first transmission.
    static constexpr std::int64_t kGapInterval = 5 * kMillisecond;
    /// Delay from the end of a transmission to the nak.
    std::int64_t end_delay() { return 20 * kMicrosecond + jitter(nodes_ * std::int64_t{32}); }
    /// How long a root gathers naks for one round of repairs.
    std::int64_t collect() const { return 20 * kMicrosecond + nodes_ * std::int64_t{40}; }
    /// Silence after which a receiver first asks.
    std::int64_t silence() const {
        return repair_rtt_ == 0 ? 5 * kMillisecond
                                : std::clamp<std::int64_t>(2 * repair_rtt_, kMillisecond, 5 * kMillisecond);
    }
    /// ... and after many unanswered requests: many receivers ask less often.
    std::int64_t longest_silence() const {
        return std::max<std::int64_t>(200 * kMillisecond, nodes_ * (kMillisecond / 4));
    }
    /// How long a root waits for acknowledgements before it asks for them.
    std::int64_t patience() const {
        return (ack_rtt_ == 0 ? 50 * kMillisecond : std::max(4 * kMillisecond, 3 * ack_rtt_)) +
               nodes_ * std::int64_t{1000};
    }
    /// ... for acknowledgements that are not needed at once, and the longest time.
    static constexpr std::int64_t kLazyPatience = 200 * kMillisecond;
    std::int64_t longest_patience() const { return 500 * kMillisecond + nodes_ * (kMillisecond / 4); }
    /// Receivers that have confirmed nothing for this long may be waiting for the root elsewhere, so the root continues
    /// without them.
    static constexpr std::int64_t kAheadPatience = 20 * kMillisecond;
    /// An acknowledgement that no node waits for is sent after this much quiet.
    static constexpr std::int64_t kLazyAck = 50 * kMillisecond;
    std::int64_t lazy_ack() { return kLazyAck + jitter(nodes_ * 10 * kMicrosecond); }
    /// Delay of an acknowledgement that many nodes send directly to the root.
    std::int64_t direct_ack_delay() { return nodes_ <= 32 ? 0 : jitter(nodes_ * std::int64_t{700}); }

    /// A report of the tree is sent a second time after this delay.
    std::int64_t repeat_delay() { return 40 * kMicrosecond + jitter(40 * kMicrosecond); }

    void repair_took(std::int64_t ns) { smooth(repair_rtt_, ns); }
    void ack_took(std::int64_t ns) { smooth(ack_rtt_, ns); }

private:
    static void smooth(std::int64_t& mean, std::int64_t sample) {
        mean = mean == 0 ? std::max<std::int64_t>(sample, 1) : mean + (sample - mean) / 8;
    }

    int nodes_;
    Random random_;
    std::int64_t repair_rtt_ = 0;
    std::int64_t ack_rtt_ = 0;
};

}  // namespace shunt::multicast
