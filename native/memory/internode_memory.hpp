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
    std::uint64_t reminders = 0;  ///< of devices that seemed to have forgotten what they owe
};

/// Remote memory to members of other nodes, for who waits for other things at the same time.   Thread: any one at a
/// time.
class FarMemory : public RemoteMemory {
public:
    /// Does what can be done now; whether anything came, or left.
    virtual bool serve() = 0;
    /// For who is about to sleep: from now on what comes makes one of the descriptors returned readable (-1: none),
    /// until rise(). Look once more for news after it, then poll. `most_ns` is lowered to when something must be done
    /// in any case.
    virtual std::array<int, 2> doze(std::int64_t& most_ns) = 0;
    virtual void rise() {}
    /// ok, or what ended this: peer_lost or bug.
    virtual Status trouble() const = 0;
    /// Ends this: `peer`, which may be out of reach from here, is lost, and all members this one is connected with are
    /// told so.
    virtual void lose(int peer, Status status) = 0;
    /// Looks for peers that do not answer any more, now and then.
    virtual void check_peers() = 0;
    virtual Traffic traffic() const { return {}; }
};

/// A FarMemory that is being opened: what it tells the other members goes with an exchange of somebody else's.
class FarOpening {
public:
    virtual ~FarOpening() = default;
    /// What this member tells all others; as many bytes on all. Empty: finish() makes exchanges of its own.
    virtual std::span<const std::byte> card() const = 0;
    /// Why this member cannot take part, as far as it knows before finish().
    virtual const Outcome& outcome() const = 0;
    /// `cards`: of all members, by rank, none of which has failed. `window`: where peers write instead of memory made
    /// here; it outlives the memory.   Fails: declined, on all members alike.   Blocks: collective over the group where
    /// card() is empty.
    virtual Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window,
                           std::unique_ptr<FarMemory>& into) = 0;
};

}  // namespace shunt::memory
