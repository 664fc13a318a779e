#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "native/base/outcome.hpp"

namespace shunt::memory {

/// A 64-bit word in memory that peers write: flow control, arrivals. Its reader loads it with acquire order, and then
/// sees everything put to this member before the word.
using Word = std::atomic<std::uint64_t>;

/// Memory of this member from which put() may take data without copying it first.   Owner: the caller of
/// register_memory(), who must deregister() it.
struct Registration {
    std::span<const std::byte> memory;
    std::uint64_t key = 0;
};

/// A place in the memory of a peer outside its window: the address there and the key of the registration it lies in.
/// Plain bytes, to be told by the peer, through a window for one.
struct Place {
    std::uint64_t address = 0;
    std::uint64_t key = 0;
};

/// The test that a wait is for, such as "the word has reached 7": true ends the wait. What it looks at lies in this
/// member's window or is changed by this member's own calls. It must not block; it may try put(), put_word() and
/// completed() again. Owner: of nothing; the function given to it outlives the call.
class Condition {
public:
    template <class Test>
    requires(!std::is_same_v<std::remove_cvref_t<Test>, Condition>) Condition(Test&& test)
        : test_(const_cast<void*>(static_cast<const void*>(&test))),
          call_([](void* it) -> bool { return (*static_cast<std::remove_reference_t<Test>*>(it))(); }) {}
    bool operator()() const { return call_(test_); }

private:
    void* test_;
    bool (*call_)(void*);
};

/// Abilities of a transport; for choosing block sizes.
struct Traits {
    const char* name = "";    ///< "shm", "tcp", "mixed", "verbs": static
    bool maps_peers = false;  ///< mapped() gives addresses, of some peers at least
    bool reads_peers =
        false;  ///< read() and write() work; where peers are mapped, with those (cross-memory attach, RDMA)
    std::size_t inline_bytes = 0;  ///< the data of a put of at most this length may be changed as soon as put() returns
    std::size_t registration_limit =
        0;  ///< bytes that may be registered at once; 0: registering costs nothing and has no limit
};

/// Memory of every member of a group that every other member may write. Made by the `open` function of one transport,
/// collectively; after it each member has a window of the size it asked for, zero-filled, at an address divisible by
/// 4096.
///
/// Order: puts of one member to one peer take effect in the order given; nothing is promised between different peers.
/// End: a member that destroys it while others still wait is lost to them, unless finish() said that nothing is owed.
/// Thread: any one at a time.
class RemoteMemory {
public:
    virtual ~RemoteMemory() = default;

    virtual Traits traits() const = 0;
    /// This member's window, which the others write.
    virtual std::span<std::byte> window() = 0;
    /// Where the window of `peer` lies in this process, when `maps_peers`; null else. What is stored there must be
    /// announced by put_word.
    virtual std::byte* mapped(int peer) = 0;

    /// Lets puts take data from `memory` directly. Registrations are cached and counted; the least recently used
    /// unneeded one gives way. Fails: no_memory (a limit, with the remedy: put() without registration still works,
    /// through a copy).
    virtual Outcome register_memory(std::span<const std::byte> memory, Registration& into) = 0;
    virtual void deregister(Registration& registration) = 0;

    /// Writes `data` to `offset` of the window of `peer`. `from`: a registration that covers `data`, or null: then it
    /// is copied first. `data` must stay as it is until `completed(peer)` has reached the number returned by
    /// `posted(peer)` after this call. Fails: `again` when the queue to the peer is full (call wait(), then put()
    /// again), peer_lost, bug (outside the window).
    virtual Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) = 0;
    /// Writes one word, after all puts to that peer before it, and wakes the peer if it waits. `offset` divisible by 8.
    /// Fails: as put().
    virtual Status put_word(int peer, std::uint64_t offset, std::uint64_t value) = 0;
    /// Wakes `peer`, if it waits, after something has been stored in mapped memory. Orders nothing: a peer just about
    /// to sleep may not see it before its wait is over.
    virtual void wake([[maybe_unused]] int peer) {}
    /// Says that this member will wait for `peer`: connects to it now, so that its death is found even if the peer
    /// never sends.
    virtual void expect([[maybe_unused]] int peer) {}
    /// Says for whom the next waits are, as far as is known; -1: for anyone.
    virtual void awaits([[maybe_unused]] int peer) {}
    /// Copies from the memory of `peer`, which told the place and keeps it registered meanwhile, into `into`. Only when
    /// `reads_peers`. Blocks: until done. Fails: declined (not possible here, or not for this memory: its program may
    /// have protected it), peer_lost, bug.
    virtual Status read([[maybe_unused]] int peer, [[maybe_unused]] Place from,
                        [[maybe_unused]] std::span<std::byte> into) {
        return Status::declined;
    }
    /// Copies `data` into the memory of `peer`, likewise; its order with puts still under way is undefined.
    virtual Status write([[maybe_unused]] int peer, [[maybe_unused]] Place to,
                         [[maybe_unused]] std::span<const std::byte> data) {
        return Status::declined;
    }

    /// How many puts to `peer` were posted, and of how many the data may be changed again.
    virtual std::uint64_t posted(int peer) const = 0;
    virtual std::uint64_t completed(int peer) = 0;
    /// Hands everything posted to the kernel or the card; returns `again` while something is left. Data moves only
    /// inside calls of this object: before a member waits for anything else, it calls this until the result is `ok`, or
    /// its peers may wait in vain.
    virtual Status progress() = 0;
    /// Waits until `ready()` is true. It is evaluated after every event that may change it: a word of a peer, room,
    /// data sent. Makes progress meanwhile. Spins briefly, then sleeps; while asleep, it checks whether peers live.
    /// What a peer did before it was lost is seen first.   Units: ns from now; 0 or less: asks once. Fails: timeout;
    /// peer_lost once any peer is known to be gone, or has closed its end, and `ready()` is still false; bug.
    virtual Status wait(Condition ready, std::int64_t timeout_ns) = 0;
    /// Says that this member owes nothing and will call nothing more.   Returns whether it may be destroyed now; else
    /// only when all members have said so.
    virtual bool finish() { return false; }
    /// Who was lost, when something returned peer_lost; -1 else.
    virtual int lost_peer() const = 0;
    /// What this machine does not allow although it would be faster, with the remedy; empty: nothing. Owner:
    /// this object.
    virtual std::string_view remark() const { return {}; }
};

}  // namespace shunt::memory
