#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "native/memory/remote_memory.hpp"

namespace shunt::memory {

/// What went to peers since the start.
struct Traffic {
    std::uint64_t puts = 0;
    std::uint64_t bytes = 0;         ///< of those
    std::uint64_t copied_bytes = 0;  ///< of those, copied first because their memory was not registered
    std::uint64_t words = 0;
    std::uint64_t reminders = 0;      ///< sent to devices that seemed to have stopped
    std::uint64_t repairs = 0;        ///< connections made anew
    std::uint64_t registrations = 0;  ///< of the program's memory with the device
};

/// Remote memory to members of other nodes, whose owner also waits for other events.   Thread: any one at a
/// time.
class InternodeMemory : public RemoteMemory {
public:
    /// Receives and sends what it can now. Returns whether anything was received or sent.
    virtual bool serve() = 0;
    /// To be called before a sleep: an arrival then makes one of the returned descriptors readable (-1: none), until
    /// disarm(). Check once more for arrivals after it, then poll. `most_ns` is lowered to the time until the next call
    /// is due.
    virtual std::array<int, 2> arm(std::int64_t& most_ns) = 0;
    virtual void disarm() {}
    /// ok, or what ended this: peer_lost or bug.
    virtual Status trouble() const = 0;
    /// Ends this transport: `peer`, which may be out of reach from here, is lost. Tells all members that this one is
    /// connected with.
    virtual void lose(int peer, Status status) = 0;
    /// Looks for peers that do not answer any more, now and then.
    virtual void check_peers() = 0;
    virtual Traffic traffic() const { return {}; }
};

/// A InternodeMemory that is being opened: what its members tell each other travels with exchanges of the caller.
/// The steps: card(), an exchange, try_out(), an exchange of the outcomes where tries(), finish().
class InternodeOpening {
public:
    virtual ~InternodeOpening() = default;
    /// What this member tells all others; as many bytes on all.
    virtual std::span<const std::byte> card() const = 0;
    /// Why this member cannot take part, as far as it knows before the cards are told.
    virtual const Outcome& outcome() const = 0;
    /// Whether try_out() is to be called and its outcome to be told; alike on all members. `cards`: of all members, by
    /// rank, none of which has failed.
    virtual bool tries(std::span<const std::byte> /*cards*/) const { return false; }
    /// Connects to the other members, all of which are in this call or will be. `window`: where peers write instead of
    /// memory made here; it outlives the memory; empty on a member whose window could not be made, which takes part for
    /// the sake of the others.   Blocks: until the connections work or are given up.   Fails: declined, not alike.
    virtual Outcome try_out(std::span<const std::byte> /*cards*/, std::span<std::byte> /*window*/) { return {}; }
    /// `tried`: how try_out() ended on all members, alike on all.   Fails: declined, on all members alike.
    virtual Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window, const Outcome& tried,
                           std::unique_ptr<InternodeMemory>& into) = 0;
};

}  // namespace shunt::memory
