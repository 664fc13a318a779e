#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "native/base/outcome.hpp"

namespace shunt::memory {

/// A 64-bit word in memory that peers write: flow control, arrivals. A reader that loads it with acquire order then
/// sees all data put to this member before the word.
using Word = std::atomic<std::uint64_t>;

/// Memory of this member from which put() may take data without copying it first.   Owner: the caller of
/// register_memory(), who must deregister() it.
struct Registration {
    std::span<const std::byte> memory;
    std::uint64_t key = 0;
    bool is_writable = true;  ///< false: a device may only read it, as the program may
};

/// A location in a peer's memory outside its window: its address there and the key of the registration that contains
/// it. Plain bytes, announced by the peer, for instance through a window.
struct Place {
    std::uint64_t address = 0;
    std::uint64_t key = 0;
};

/// The test that ends a wait when it is true, such as "the word has reached 7". It may read this member's window and
/// state that this member's own calls change. It must not block; it may retry put(), put_word() and completed(). Owner:
/// of nothing; the function given to it outlives the call.
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
    bool maps_peers = false;  ///< mapped() gives addresses, at least of some peers
    bool reads_peers =
        false;  ///< read() and write() work, with the mapped peers if there are such (cross-memory attach, RDMA)
    std::size_t inline_bytes = 0;  ///< the data of a put up to this length may be changed as soon as put() returns
    std::size_t registration_limit =
        0;  ///< bytes that may be registered at once; 0: registering costs nothing and has no limit
};

/// Memory of every member of a group that every other member may write. The `open` function of a transport makes it,
/// collectively. Then each member has a window of the size it asked for, zero-filled, at an address divisible by 4096.
///
/// Order: puts of one member to one peer take effect in the order given; between different peers no order is promised.
/// End: a member that destroys it while others still wait is lost to them, unless finish() has returned true.
/// Thread: any one at a time.
class RemoteMemory {
public:
    virtual ~RemoteMemory() = default;

    virtual Traits traits() const = 0;
    /// This member's window, which the others write.
    virtual std::span<std::byte> window() = 0;
    /// Address of the window of `peer` in this process if `maps_peers`; otherwise null. Stores there must be announced
    /// by put_word.
    virtual std::byte* mapped(int peer) = 0;

    /// Lets puts send data from `memory` directly. Registrations are cached and counted; the least recently used
    /// unneeded one is dropped for a new one. Fails: no_memory (a limit, with the remedy: put() without registration
    /// still works, through a copy).
    virtual Outcome register_memory(std::span<const std::byte> memory, Registration& into) = 0;
    virtual void deregister(Registration& registration) = 0;

    /// Writes `data` to `offset` of the window of `peer`. `from`: a registration that covers `data`, or null: then the
    /// data are copied first. `data` must stay unchanged until `completed(peer)` has reached the value of
    /// `posted(peer)` after this call. Fails: `again` if the queue to the peer is full (call wait(), then put() again),
    /// peer_lost, bug (outside the window).
    virtual Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) = 0;
    /// Writes one word, after all puts to that peer before it, and wakes the peer if it waits. `offset` divisible by 8.
    /// Fails: as put().
    virtual Status put_word(int peer, std::uint64_t offset, std::uint64_t value) = 0;
    /// Wakes `peer`, if it waits, after stores to mapped memory. Gives no order: a peer just about to sleep may not see
    /// the stores before its wait ends.
    virtual void wake([[maybe_unused]] int peer) {}
    /// Declares that this member will wait for `peer`: connects to it now, so that its death is detected even if the
    /// peer never sends.
    virtual void expect([[maybe_unused]] int peer) {}
    /// Tells for which peer the next waits are, as far as is known; -1: any.
    virtual void awaits([[maybe_unused]] int peer) {}
    /// Copies from the memory of `peer` into `into`. The peer has announced the place and keeps it registered
    /// meanwhile. Only if `reads_peers`. Blocks: until done. Fails: declined (not possible here, or not for this
    /// memory: its program may have protected it), peer_lost, bug.
    virtual Status read([[maybe_unused]] int peer, [[maybe_unused]] Place from,
                        [[maybe_unused]] std::span<std::byte> into) {
        return Status::declined;
    }
    /// Copies `data` into the memory of `peer`, likewise; no order with puts still under way.
    virtual Status write([[maybe_unused]] int peer, [[maybe_unused]] Place to,
                         [[maybe_unused]] std::span<const std::byte> data) {
        return Status::declined;
    }

    /// How many puts to `peer` were posted, and of how many of them the data may be changed again.
    virtual std::uint64_t posted(int peer) const = 0;
    virtual std::uint64_t completed(int peer) = 0;
    /// Hands all posted data to the kernel or the card; returns `again` while some are left. Data move only inside
    /// calls of this object. Before a member waits for any other event, it calls this until the result is `ok`;
    /// otherwise its peers may wait forever.
    virtual Status progress() = 0;
    /// Copies all posted data that is still to be read from the caller's memory, which may then be changed or freed.
    /// For a call that ends without its data. A device keeps registered memory, whatever the program does with it.
    virtual void keep_posted() {}
    /// Waits until `ready()` is true. It is evaluated after every event that may change it: a word of a peer, room,
    /// data sent. Makes progress meanwhile. Spins briefly, then sleeps; while asleep, it checks whether peers live. All
    /// arrivals from a peer are processed before its loss is reported.   Units: ns from now; 0 or less: polls once.
    /// Fails: timeout; peer_lost if any peer is known to be gone, or has closed its end, and `ready()` is still false;
    /// bug.
    virtual Status wait(Condition ready, std::int64_t timeout_ns) = 0;
    /// Declares that this member owes no data and makes no further calls.   Returns: whether it may be destroyed now;
    /// otherwise only after all members have called this.
    virtual bool finish() { return false; }
    /// The lost peer after a call has returned peer_lost; otherwise -1.
    virtual int lost_peer() const = 0;
    /// A faster mechanism that this machine does not allow, with the remedy; empty: none. Owner: this object.
    virtual std::string_view remark() const { return {}; }
};

}  // namespace shunt::memory
