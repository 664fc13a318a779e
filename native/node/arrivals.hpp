#pragma once
#include <cstdint>
#include <span>

#include "native/node/members.hpp"
#include "native/node/wait.hpp"

namespace shunt::node {

/// Counts who has arrived at which operation, for barriers: each member says so, those who must know (a leader, or all)
/// wait. Each member has one object of this class. Owner: the memory and `members` are the caller's and outlive this.
/// Thread: any one at a time.
class Arrivals {
public:
    /// Bytes of shared memory.
    static std::size_t bytes_needed(std::uint32_t members);
    /// Prepares that memory, in one process, before anybody attaches.   Fails: bug, when it is too small or not aligned
    /// to 128.
    static Status format(std::span<std::byte> memory, std::uint32_t members);

    /// Takes part as the member that `members` is.   Fails: bug, when the memory was formatted otherwise.
    Status attach(std::span<std::byte> memory, Members& members, WaitPolicy policy);

    /// This member has arrived at operation `op`, and at all below; numbers grow. What it wrote before is seen by who
    /// sees the arrival. Blocks: never.   Fails: bug, when `op` is not above the last.
    Status arrive(std::uint64_t op);
    /// Whether all members have arrived at `op`: ok or again.   Blocks: never.   Fails: as Members::trouble, when they
    /// have not.
    Status all_arrived(std::uint64_t op);
    /// Waits for that.   Fails: timeout; peer_lost, when a member left or died before it arrived
    /// (Members::troubled_member).
    Status wait_all(std::uint64_t op, std::int64_t timeout_ns);
    /// For those who use all_arrived alone, now and then (kLivenessNs): peer_lost when a member that has not arrived at
    /// `op` is gone.
    Status check_peers(std::uint64_t op);

private:
    struct Head;
    struct Arrival;

    Head* head_ = nullptr;
    Arrival* arrivals_ = nullptr;
    Members* members_ = nullptr;
    Spin spin_;
    std::uint64_t own_ = 0;    // the last arrival of this member
    std::uint64_t asked_ = 0;  // `first_` is for this operation
    std::uint32_t first_ = 0;  // members below it have arrived
};

}  // namespace shunt::node
