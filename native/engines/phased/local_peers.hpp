#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "native/node/members.hpp"
#include "native/node/segment.hpp"
#include "native/node/wait.hpp"

namespace shunt::phased {

/// A block in the memory of the rank that publishes it.
struct Place {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    bool operator==(const Place&) const = default;
};

/// The information that a rank publishes of a call: the addresses of its lists of blocks in its own memory.
struct CallTable {
    std::uint32_t operation = 0;
    std::int32_t root = 0;
    std::uint64_t out = 0, out_count = 0;  ///< address and number of Places: for each rank, or one for all
    std::uint64_t in = 0, in_count = 0;    ///< from each rank, or one
};

/// The ranks of one node in one team: which call each has entered, and how they read and write each other's memory. The
/// kernel copies (process_vm_readv) if all of them may use it. Otherwise each rank serves the requests of the others, a
/// window at a time. Pages that a program has protected are also served: the owner's own access to them runs the
/// program's signal handler. Thread: any one at a time.
class LocalPeers {
public:
    enum class CopyMethod { kernel, served };
    static constexpr std::uint32_t kWindowBytes = 64 << 10;

    static std::size_t bytes_needed(std::uint32_t members);
    /// Makes the segment and joins as member 0.   Fails: as Segment::create.
    Outcome create(std::uint32_t members);
    /// Joins as member `index`.   Fails: as Segment::attach.
    Outcome attach(const node::SegmentTicket& ticket, std::uint32_t members, std::uint32_t index);
    node::Segment& segment() { return segment_; }

    /// Lets other processes try whether the kernel gives them access to this process.   Plain bytes.
    struct Proof {
        std::uint64_t address = 0, value = 0;  ///< of a word in its memory
        std::uint32_t pid = 0, unused = 0;
    };
    /// The word lives as long as this object, which must not be moved meanwhile.
    Proof proof();
    /// Whether the kernel lets this process read and write the memory of that one.
    static bool kernel_lets(const Proof& peer);
    /// Must be the same on all members, before the first call.
    void use(CopyMethod method) { copy_method_ = method; }

    std::uint32_t count() const { return members_.count(); }
    std::uint32_t index() const { return members_.index(); }

    /// This member enters call `number`; its memory must not change until done(number).
    void enter(std::uint64_t number, const CallTable& table);
    bool entered(std::uint32_t member, std::uint64_t number) const;
    const CallTable& table(std::uint32_t member) const;

    /// Copies from, and to, the memory of a member that has entered.   Blocks: while it is served.   Fails: peer_lost.
    Status read(std::uint32_t member, std::uint64_t address, std::span<std::byte> into);
    Status write(std::uint32_t member, std::uint64_t address, std::span<const std::byte> from);
    /// Serves other members' requests for this member's memory.   Blocks: never.
    void serve();
    /// Sets a function that is called repeatedly while a read or write waits to be served; may be empty.
    void while_waiting(std::function<void()> aside) { aside_ = std::move(aside); }

    /// For the leader: all data of other nodes for call `number` have arrived.
    void deliver(std::uint64_t number);
    bool delivered(std::uint64_t number) const;
    /// This member has copied all its blocks from the others.
    void leave_alone(std::uint64_t number);
    bool all_left_alone(std::uint64_t number) const;
    /// For the leader: the call is over on this node with `status`; `busiest_bytes`: Plan::busiest.
    void end(std::uint64_t number, Status status, std::uint64_t busiest_bytes = UINT64_MAX);
    bool ended(std::uint64_t number, Status& status) const;
    /// The value of the last ended call; valid for a member that has seen its end and not yet entered the next.
    std::uint64_t busiest_bytes() const;
    /// Records a member's status in a call; the first report of a call stays. `ok` when there is none.
    void report(std::uint64_t number, Status status);
    Status reported(std::uint64_t number) const;

    /// Calls `poll`, and sleeps while it returns `again`, until a local peer rings or `timeout_ns` have passed.
    /// Returns: the result of `poll`.
    template <class Poll>
    Status wait_once(std::int64_t timeout_ns, Poll poll) {
        node::Doorbell& bell = own_bell();
        const std::uint32_t heard = bell.announce();
        const Status status = poll();
        if (status == Status::again && timeout_ns > 0) bell.sleep(heard, timeout_ns);
        bell.withdraw();
        return status;
    }
    /// peer_lost when a member left or died.   Blocks: 10 us for each.
    Status check();

private:
    struct Head;
    struct Seat;

    Outcome take_part(std::uint32_t members, std::uint32_t index);
    Status copy(std::uint32_t member, bool write, std::uint64_t address, std::span<std::byte> bytes);
    Status ask(std::uint32_t member, bool write, std::uint64_t address, std::span<std::byte> bytes);
    void ring_all();
    node::Doorbell& own_bell();
    template <class Ready>
    Status wait(Ready ready);

    node::Segment segment_;  // first, so that it is unmapped last
    node::Members members_;
    Head* head_ = nullptr;
    Seat* seats_ = nullptr;
    CopyMethod copy_method_ = CopyMethod::served;
    std::uint64_t word_ = 0;
    std::function<void()> aside_;
};

}  // namespace shunt::phased
