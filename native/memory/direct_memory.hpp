#pragma once
#include <cstdint>
#include <span>

#include "native/memory/internode_memory.hpp"

namespace shunt::memory {

/// Remote memory with the functions that messages need: access to places outside the windows without waiting, and the
/// names of the peers that have written. Its puts and reads are counted by posted() and completed(), in the order
/// given.   Thread: any one at a time.
class DirectMemory : public InternodeMemory {
public:
    /// How many puts and reads for `peer` are accepted now before one of them returns `again`; transfers that this
    /// memory sends by itself count too.
    virtual std::uint64_t room(int peer) = 0;
    /// As put(), to a place that `peer` has registered and announced. `wakes`: as put_word(): the data arrive after all
    /// earlier puts, wake the peer, and make its next_writer() report this member.
    virtual Status put_at(int peer, Place to, std::span<const std::byte> data, const Registration* from,
                          bool wakes) = 0;
    /// Begins to copy from a place that `peer` has registered and announced into `into`, which `of` covers.   Fails: as
    /// put().
    virtual Status read_at(int peer, Place from, std::span<std::byte> into, const Registration& of) = 0;
    /// A peer that has put a word since it was last reported, each once.   Returns: -1 if there is none.
    virtual int next_writer() = 0;
    /// A peer to which there is and will be no connection, as one of the two has no room for it. Each is reported once;
    /// put() and read_at() to it return declined.   Returns: -1 if there is none.
    virtual int next_declined() { return -1; }
    /// A counter that changes with every arrival or completion that serve() and other calls find.
    virtual std::uint64_t events() const = 0;
};

}  // namespace shunt::memory
