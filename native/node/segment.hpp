#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "native/base/outcome.hpp"

namespace shunt::node {

/// The object that holds a segment's bytes.
enum class Backing : std::uint32_t {
    automatic,    ///< memory_file, or named if the kernel has no memfd_create
    memory_file,  ///< memfd_create: it has no name, and ends with the last process
    named         ///< shm_open: a random name in /dev/shm until all have attached
};

/// The data that another process needs to attach: plain bytes, to be sent by the caller's exchange. It gives access to
/// the memory: do not print it.
struct SegmentTicket {
    std::uint64_t key = 0;            ///< random; also stored in the segment's header
    std::uint64_t bytes = 0;          ///< of the whole segment
    std::uint64_t pid_namespace = 0;  ///< of which `pid` is a number
    std::uint32_t pid = 0;            ///< the creator
    std::int32_t file = -1;           ///< memory_file: its descriptor in the creator
    Backing backing = Backing::automatic;
    char name[84] = {};  ///< named: as for shm_open, NUL-ended
};
static_assert(sizeof(SegmentTicket) <= 128 && std::is_trivially_copyable_v<SegmentTicket>);

/// Memory shared by processes of one user on one node. One creates it and sends the ticket, the others attach.
/// Zero-filled and backed by real memory from the start, so that no access ever faults. A forked child does not inherit
/// it. After the last process nothing is left: with memory_file always, with named from the last attach on. The next
/// creation removes the names of creators that died before that.   Owner: of mapping, descriptor and name.   Thread:
/// any one at a time; the memory: any.
class Segment {
public:
    Segment() = default;
    ~Segment();
    Segment(Segment&& other) noexcept { swap(other); }
    Segment& operator=(Segment&& other) noexcept {
        swap(other);
        return *this;
    }

    /// Creates a segment with room for `bytes`, which others attach `attachers` times (named: the last attach removes
    /// the name). Advises huge pages from 2 MiB on. Fails: no_memory (no room), declined (not possible here), each with
    /// the remedy; the caller then agrees with the others to do without.
    static Outcome create(std::size_t bytes, std::uint32_t attachers, Backing backing, Segment& into);

    /// Attaches a segment that another process (or this one) created, while the creator lives and has not called
    /// close_door(). Fails: declined, with the remedy. If a memory_file fails, all may agree to create it again as
    /// named.
    static Outcome attach(const SegmentTicket& ticket, Segment& into);

    /// The data that the others need.   Only in the creator.
    const SegmentTicket& ticket() const { return ticket_; }

    /// Maps the pages of `memory` into this process now, which costs less than a fault for each of them. If the kernel
    /// cannot do it (before Linux 5.14), accesses map them as usual.   Thread: any.   Blocks: only briefly.
    static void map_pages(std::span<std::byte> memory);

    /// Creator: from now on no process attaches; releases the descriptor, and removes a name that still exists.
    void close_door();

    /// The shared bytes, at an address divisible by 4096; empty if there is no segment.
    std::span<std::byte> memory() const;

private:
    void swap(Segment& other) noexcept;
    Outcome map_new(std::size_t attachers);
    Outcome map_existing();
    void advise(std::size_t bytes) const;
    void unlink_name();

    SegmentTicket ticket_;
    std::byte* base_ = nullptr;
    int file_ = -1;
    bool creator_ = false;
    std::uint32_t owner_pid_ = 0;  // a forked child must not release its parent's resources
};

}  // namespace shunt::node
