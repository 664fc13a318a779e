#pragma once
#include <cstdint>

namespace shunt::remote_write {

/// In a receive or probe: a message of any rank, or with any tag.
inline constexpr std::int32_t kAnySource = -1;
inline constexpr std::int32_t kAnyTag = -1;

/// A communicator, by a number that is equal on all its members. Two communicators that share two processes differ.
using Context = std::uint64_t;

/// What a message is matched by, and how long it is.   Source: MPI-4.0 3.2.3.
struct Envelope {
    Context context = 0;
    std::int32_t source = 0;  ///< rank of the sender in the communicator
    std::int32_t tag = 0;
    std::uint64_t bytes = 0;
};

/// Which messages a receive or probe takes: those of `source` (or kAnySource) with `tag` (or kAnyTag).
struct Pattern {
    std::int32_t source = kAnySource;
    std::int32_t tag = kAnyTag;

    constexpr bool is_exact() const { return source != kAnySource && tag != kAnyTag; }
    /// True if a message can match both. Of a message's own source and tag: if the pattern takes it.
    constexpr bool overlaps(const Pattern& other) const {
        return (source == other.source || source == kAnySource || other.source == kAnySource) &&
               (tag == other.tag || tag == kAnyTag || other.tag == kAnyTag);
    }
};

/// How a message came to its receiver. write: the receive was first, and the data went straight to its buffer
/// (MPI/MBCF 3.1.1). eager: with its envelope. rendezvous: when the receive had been found. eager_rendezvous: its first
/// piece with the envelope, the rest by rendezvous.
enum class Protocol : std::uint8_t { none, eager, write, rendezvous, eager_rendezvous };
inline constexpr int kProtocols = 5;

/// What has moved a message. shared_memory: the ring of the pair, or, of a long one, cross-memory attach too.
/// common_mailbox: the mailbox that all processes of the node write to, of a short one.
enum class Way : std::uint8_t { none, own_process, shared_memory, tcp, common_mailbox, rdma };

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
