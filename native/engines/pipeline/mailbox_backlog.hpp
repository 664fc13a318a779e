#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// Copies of vectors that a member has posted while its mailbox was full. They move to the mailbox as soon as the other
/// members have left the calls that used its slots. So a member may be ahead of others that wait for it in another call
/// (Mailboxes). Owner: shares the memory, so posted vectors are delivered even after the end of the team.   Thread:
/// any.   Blocks: never for long.
class MailboxBacklog : public std::enable_shared_from_this<MailboxBacklog> {
public:
    /// The most bytes of copies of one member, overhead included. Beyond it the member waits for the others.
    static constexpr std::uint64_t kMostBytes = 256 << 20;

    struct Item {
        std::uint64_t needs_left = 0;  ///< calls that all others must have left
        std::uint64_t word = 0;        ///< the stamp: number of the call, encoded, and its tag
        std::uint64_t tag = 0;
        std::uint64_t stamp_at = 0;  ///< their places in the mailbox
        std::uint64_t data_at = 0;
        std::vector<std::byte> vector;
    };

    /// Starts a thread that calls run().   Returns false where none can be made. Blocks: never.
    using StartThread = bool (*)(const std::shared_ptr<MailboxBacklog>& backlog);
    static bool start_thread(const std::shared_ptr<MailboxBacklog>& backlog);

    /// `mailboxes` by rank, in `memory`; this member's is that of `rank`.
    MailboxBacklog(std::shared_ptr<memory::RemoteMemory> memory, std::vector<std::byte*> mailboxes, int rank,
                   StartThread starts)
        : memory_(std::move(memory)), mailboxes_(std::move(mailboxes)), rank_(rank), starts_(starts) {}

    /// Takes `item`, with a copy of `vector`; the oldest item must be added first. While there are items, a thread
    /// drains the backlog: this member may make no further call.   Returns false where there is no memory or no thread
    /// for it.
    bool add(Item item, std::span<const std::byte> vector);
    /// Moves vectors to the mailbox as far as there is room. Returns ok when none is left, else again. Fails: bug, now
    /// and in all later calls, for an impossible word of another member.
    Status drain();
    /// Drains the backlog until it is empty.   Blocks: until then.
    void run();

private:
    static constexpr std::uint64_t kItemBytes = 128;  // overhead of a vector, with that of the heap

    bool look_who_left();
    void post(const Item& item);

    std::mutex mutex_;
    const std::shared_ptr<memory::RemoteMemory> memory_;
    const std::vector<std::byte*> mailboxes_;
    const int rank_;
    const StartThread starts_;
    std::deque<Item> items_;  // in order of calls
    std::uint64_t bytes_ = 0;
    std::uint64_t left_by_all_ = 0;  // calls that all others had left at the last check
    bool is_broken_ = false;
    bool is_served_ = false;  // the thread runs
};

}  // namespace shunt::pipeline
