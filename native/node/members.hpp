#pragma once
#include <atomic>
#include <cstdint>
#include <span>

#include "native/base/process.hpp"
#include "native/node/wait.hpp"

namespace shunt::node {

/// The members of a group, in shared memory: each member's process, whether it left, and the first trouble that any of
/// them met. Each member has one object of this class. Others may watch a member only after it has attached: agree on
/// that by the exchange after the one of the ticket.   Owner: the memory is the caller's and outlives this.
class Members {
public:
    /// Bytes of shared memory for `count` members.
    static std::size_t bytes_needed(std::uint32_t count);
    /// Prepares that memory, in one process, before any member attaches.   Fails: bug, if it is too small or not
    /// aligned, or count is 0.
    static Status format(std::span<std::byte> memory, std::uint32_t count);

    Members() = default;
    ~Members() { leave(); }
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;

    /// Takes part as member `index` of `count`.   Fails: bug, if the memory was formatted with other parameters or the
    /// index is taken.
    Status attach(std::span<std::byte> memory, std::uint32_t count, std::uint32_t index);
    /// Reports that this member does no more; members that then wait for it get peer_lost. Does nothing in a forked
    /// child.
    void leave();
    /// Reports that this member has done all that it owes: it may call leave() and its process may end, without being
    /// lost to the others.
    void finish();

    std::uint32_t count() const { return count_; }
    std::uint32_t index() const { return index_; }
    /// Whether `member` is lost: it left, or its process died, before it finished.   Blocks: about 10 us.
    bool gone(std::uint32_t member) const;

    /// `ok`, or the first report of any member, which is permanent.   Cost: one load.   Fails: bug after leave().
    Status trouble() const;
    /// The member that was lost, or met a bug; -1 if there is no trouble.
    int troubled_member() const;
    /// Reports trouble to all; the first report stays.   Returns: the status in force.
    Status report(Status status, std::uint32_t member);

private:
    struct Head;
    struct Seat;

    Head* head_ = nullptr;
    Seat* seats_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t index_ = 0;
    std::uint32_t pid_ = 0;
};

}  // namespace shunt::node
