#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "native/memory/remote_memory.hpp"

namespace shunt::memory {

/// Totals of what was sent to peers since the start.
struct Traffic {
    std::uint64_t puts = 0;
    std::uint64_t bytes = 0;         ///< of these puts
    std::uint64_t copied_bytes = 0;  ///< of these bytes, copied first because their memory was not registered
    std::uint64_t words = 0;
    std::uint64_t reminders = 0;      ///< sent to devices that seemed to have stopped
    std::uint64_t repairs = 0;        ///< connections made anew
    std::uint64_t registrations = 0;  ///< of the program's memory with the device
};

/// Remote memory to members of other nodes, whose owner also waits for events of other sources.   Thread: any one at a
/// time.
class InternodeMemory : public RemoteMemory {
public:
    /// Receives and sends as much as possible now.   Returns: whether anything was received or sent.
    virtual bool serve() = 0;
    /// Call this before a sleep: an arrival then makes one of the returned descriptors readable (-1: none), until
    /// disarm(). Afterwards check once more for arrivals, then poll. `most_ns` is lowered to the time until the next
    /// call is due.
    virtual std::array<int, 2> arm(std::int64_t& most_ns) = 0;
    virtual void disarm() {}
    /// ok, or the failure that ended this transport: peer_lost or bug.
    virtual Status trouble() const = 0;
    /// Ends this transport because `peer`, which may be out of its reach, is lost. Tells all members to which this one
    /// is connected.
    virtual void lose(int peer, Status status) = 0;
    /// Checks from time to time whether peers still answer.
    virtual void check_peers() = 0;
    virtual Traffic traffic() const { return {}; }
};

/// An InternodeMemory that is being opened: its members' data travel in exchanges of the caller.
/// The steps: card(), an exchange, try_out(), an exchange of the outcomes if tries(), finish().
class InternodeOpening {
public:
    virtual ~InternodeOpening() = default;
    /// The data of this member for all others; equally many bytes on all.
    virtual std::span<const std::byte> card() const = 0;
    /// Why this member cannot take part, as far as it knows before the exchange of the cards.
    virtual const Outcome& outcome() const = 0;
    /// Whether try_out() must be called and its outcome exchanged; alike on all members. `cards`: of all members, by
    /// rank, none of which has failed.
    virtual bool tries(std::span<const std::byte> /*cards*/) const { return false; }
    /// Connects to the other members, all of which make this call. `window`: where peers write, instead of memory made
    /// here; it outlives the transport. Empty on a member whose window could not be made; that member takes part only
    /// for the others.   Blocks: until the connections work or are given up.   Fails: declined, not alike.
    virtual Outcome try_out(std::span<const std::byte> /*cards*/, std::span<std::byte> /*window*/) { return {}; }
    /// `tried`: the combined outcome of try_out(), alike on all members.   Fails: declined, on all members alike.
    virtual Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window, const Outcome& tried,
                           std::unique_ptr<InternodeMemory>& into) = 0;
};

}  // namespace shunt::memory
