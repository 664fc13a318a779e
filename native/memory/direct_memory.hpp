#pragma once
#include <cstdint>
#include <span>

#include "native/memory/internode_memory.hpp"

namespace shunt::memory {

/// Remote memory that also reaches places outside the windows without waiting, and says who has written: what messages
/// need. What was put or read is counted by posted() and completed(), in the order given.   Thread: any, one after the
/// other.
class DirectMemory : public InternodeMemory {
public:
    /// How many puts and reads `peer` may be given now before one of them says `again`; what this memory sends by
    /// itself counts too.
    virtual std::uint64_t room(int peer) = 0;
    /// As put(), to a place that `peer` has registered and told. `wakes`: as put_word(): comes after all puts before
    /// it, wakes the peer, and makes it hear of this member by next_writer().
    virtual Status put_at(int peer, Place to, std::span<const std::byte> data, const Registration* from,
                          bool wakes) = 0;
    /// Begins to copy from a place that `peer` has registered and told into `into`, which `of` covers.   Fails: as
    /// put().
    virtual Status read_at(int peer, Place from, std::span<std::byte> into, const Registration& of) = 0;
    /// A peer that has put a word since it was told last, each once.   Returns: -1 if there is none.
    virtual int next_writer() = 0;
    /// Changes with everything that serve() and other calls find to have come or ended.
    virtual std::uint64_t events() const = 0;
};

}  // namespace shunt::memory
