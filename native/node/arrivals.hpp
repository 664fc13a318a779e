#pragma once
#include <cstdint>
#include <span>

#include "native/node/members.hpp"
#include "native/node/wait.hpp"

namespace shunt::node {

/// Counts the members' arrivals at operations, for barriers: each member reports its arrival, and the members that need
/// to know (a leader, or all) wait. Each member has one object of this class. Owner: the memory and `members` are the
/// caller's and outlive this.
/// Thread: any one at a time.
class Arrivals {
public:
    /// Bytes of shared memory.
    static std::size_t bytes_needed(std::uint32_t members);
    /// Prepares that memory, in one process, before any member attaches.   Fails: bug, if it is too small or not
    /// aligned to 128.
    static Status format(std::span<std::byte> memory, std::uint32_t members);

    /// Takes part as the member of `members`.   Fails: bug, if the memory was formatted with other parameters.
    Status attach(std::span<std::byte> memory, Members& members, WaitPolicy policy);

    /// Reports that this member has arrived at operation `op`, and at all below; numbers grow. A member that sees the
    /// arrival also sees all earlier writes of this member. Blocks: never.   Fails: bug, if `op` is not above the last.
    Status arrive(std::uint64_t op);
    /// Whether all members have arrived at `op`: ok or again.   Blocks: never.   Fails: as Members::trouble, if they
    /// have not.
    Status all_arrived(std::uint64_t op);
    /// Waits until all have arrived.   Fails: timeout; peer_lost, if a member left or died before it arrived
    /// (Members::troubled_member).
    Status wait_all(std::uint64_t op, std::int64_t timeout_ns);
    /// For callers that use only all_arrived(): call this from time to time (kLivenessNs). Returns peer_lost if a
    /// member that has not arrived at `op` is gone.
    Status check_peers(std::uint64_t op);

private:
    struct Head;
    struct Arrival;

    Head* head_ = nullptr;
    Arrival* arrivals_ = nullptr;
    Members* members_ = nullptr;
    Spin spin_;
    std::uint64_t own_ = 0;    // the last arrival of this member
    std::uint64_t asked_ = 0;  // operation to which `first_` belongs
    std::uint32_t first_ = 0;  // members below it have arrived
};

}  // namespace shunt::node
