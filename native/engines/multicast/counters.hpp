#pragma once
#include <cstdint>

namespace shunt::multicast {

/// The datagrams that one channel has sent, received and dropped. Other units are noted.
struct Counters {
    // sent
    std::uint64_t data = 0;            ///< first transmissions
    std::uint64_t repairs = 0;         ///< data sent again, to all or to one
    std::uint64_t direct_repairs = 0;  ///< of these, to one
    std::uint64_t parities = 0;        ///< parity packets
    std::uint64_t ends = 0;
    std::uint64_t status_requests = 0;
    std::uint64_t naks_sent = 0;
    std::uint64_t acks_sent = 0;
    std::uint64_t arrivals_sent = 0;
    std::uint64_t control_dropped =
        0;  ///< control messages dropped as too many waited to be sent; all are repeated in time
    // received
    std::uint64_t received = 0;  ///< data placed
    std::uint64_t rebuilt = 0;   ///< packets restored from parity
    std::uint64_t naks = 0;
    std::uint64_t acks = 0;
    std::uint64_t arrivals = 0;
    std::uint64_t early_kept = 0;     ///< data of operations not begun here that were kept
    std::uint64_t early_dropped = 0;  ///< the same that had no room
    // received and dropped
    std::uint64_t duplicates = 0;  ///< data received before
    std::uint64_t foreign = 0;     ///< wrong token, or too short for one
    std::uint64_t malformed = 0;   ///< right token, but an impossible sender, length, sequence, root or range
    std::uint64_t stale = 0;       ///< of operations that are over, or impossibly far ahead
    // operations
    std::uint64_t wrong_length = 0;  ///< operations whose root and receiver disagree about the length
    std::uint64_t slowdowns = 0;     ///< times the sending rate was lowered
};

}  // namespace shunt::multicast
