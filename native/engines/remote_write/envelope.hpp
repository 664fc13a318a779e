#pragma once
#include <cstdint>

namespace shunt::remote_write {

/// In a receive or probe: a message of any rank, or with any tag.
inline constexpr std::int32_t kAnySource = -1;
inline constexpr std::int32_t kAnyTag = -1;

/// A communicator's number, equal on all its members. Two communicators that share two processes have different ones.
using Context = std::uint64_t;

/// The fields that match a message, and its length.   Source: MPI-4.0 3.2.3.
struct Envelope {
    Context context = 0;
    std::int32_t source = 0;  ///< rank of the sender in the communicator
    std::int32_t tag = 0;
    std::uint64_t bytes = 0;
};

/// Which messages a receive or probe accepts: those of `source` (or kAnySource) with `tag` (or kAnyTag).
struct Pattern {
    std::int32_t source = kAnySource;
    std::int32_t tag = kAnyTag;

    constexpr bool is_exact() const { return source != kAnySource && tag != kAnyTag; }
    /// True if one message can match both. With a message's own source and tag: whether the pattern accepts it.
    constexpr bool overlaps(const Pattern& other) const {
        return (source == other.source || source == kAnySource || other.source == kAnySource) &&
               (tag == other.tag || tag == kAnyTag || other.tag == kAnyTag);
    }
};

/// How a message reached its receiver. write: the receive was posted first, and the data went straight to its buffer
/// (MPI/MBCF 3.1.1). eager: with its envelope. rendezvous: once the receive was found. eager_rendezvous: the first
/// piece with the envelope, the rest by rendezvous.
enum class Protocol : std::uint8_t { none, eager, write, rendezvous, eager_rendezvous };
inline constexpr int kProtocols = 5;

/// The transport of a message. shared_memory: the ring of the pair, for a long message cross-memory attach too.
/// common_mailbox: the mailbox that all processes of the node write to, for a short message. host: messages of the host
/// MPI, for a pair that nothing else reaches.
enum class Way : std::uint8_t { none, own_process, shared_memory, tcp, common_mailbox, rdma, host };

/// The lower-case name of `protocol`, for the record.   Owner: static storage.
constexpr const char* name_of(Protocol protocol) {
    switch (protocol) {
        case Protocol::none: return "none";
        case Protocol::eager: return "eager";
        case Protocol::write: return "write";
        case Protocol::rendezvous: return "rendezvous";
        case Protocol::eager_rendezvous: return "eager-rendezvous";
    }
    return "unknown protocol";
}

}  // namespace shunt::remote_write
