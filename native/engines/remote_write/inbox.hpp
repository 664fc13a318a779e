#pragma once
#include <cstdint>
#include <span>

#include "native/base/process.hpp"
#include "native/base/status.hpp"
#include "native/engines/remote_write/common_mailbox.hpp"
#include "native/engines/remote_write/transfer_record.hpp"
#include "native/node/segment.hpp"
#include "native/node/wait.hpp"

namespace shunt::remote_write {

/// Values that must be equal in all processes of a node.
struct InboxShape {
    std::uint64_t mailbox_bytes = 128 << 10;  ///< the common mailbox; a power of two
    std::uint64_t block_bytes = 16 << 10;     ///< of long transfers; at most 16 KiB, divisible by 64
    bool operator==(const InboxShape&) const = default;
};

/// What a process of the same node needs to send to this one: plain bytes, for the caller's exchange. As secret as a
/// key.
struct InboxTicket {
    node::SegmentTicket segment;
    std::uint64_t start = 0;        ///< of the process (Process::start); its pid is in `segment`
    std::uint32_t process = 0;      ///< its number
    std::uint32_t has_barrier = 0;  ///< of CoreBarrier::join()
};
static_assert(sizeof(InboxTicket) <= 144 && std::is_trivially_copyable_v<InboxTicket>);

/// The part of a process's memory that all processes of its node write to: a bell, the common mailbox, the records of
/// its incoming transfers, the gates of its offers.   Owner: the memory is the caller's.   Thread: as for its parts.
class Inbox {
public:
    static constexpr std::uint32_t kRecords = 256;
    static constexpr std::uint32_t kOfferGates = 4096;

    static std::size_t bytes_needed(const InboxShape& shape);
    /// Prepares zero-filled memory, in its process, before others attach.   Fails: bug.
    static Status format(std::span<std::byte> memory, const InboxShape& shape, std::uint64_t key);
    /// Fails: bug, when format() did not prepare the memory with these values.
    Status attach(std::span<std::byte> memory, const InboxShape& shape, std::uint64_t key);

    CommonMailbox mailbox;

    node::Doorbell& bell() const;
    /// Counts events of this process's transfers, and of room that it asked for.
    Word& events() const;
    /// Declares that this process owes nothing any more, so that its end is no loss.
    void finish();
    bool is_finished() const;
    TransferRecord& record(std::uint32_t which) const { return records_[which]; }
    Gate& offer_gate(std::uint32_t which) const { return gates_[which]; }

private:
    struct Head;
    static const std::size_t kBeforeMailbox;

    Head* head_ = nullptr;
    TransferRecord* records_ = nullptr;
    Gate* gates_ = nullptr;
};

}  // namespace shunt::remote_write
