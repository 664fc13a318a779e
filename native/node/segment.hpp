#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "native/base/outcome.hpp"

namespace shunt::node {

/// What holds a segment's bytes.
enum class Backing : std::uint32_t {
    automatic,    ///< memory_file, or named where the kernel has no memfd_create
    memory_file,  ///< memfd_create: no name anywhere, gone with the last process
    named         ///< shm_open: a random name in /dev/shm until all have attached
};

/// All that another process needs to attach: plain bytes, to be sent by the caller's exchange. It is as good as a key:
/// do not print it.
struct SegmentTicket {
    std::uint64_t key = 0;            ///< random; the segment's header must hold it too
    std::uint64_t bytes = 0;          ///< of the whole segment
    std::uint64_t pid_namespace = 0;  ///< in which `pid` is meant
    std::uint32_t pid = 0;            ///< the creator
    std::int32_t file = -1;           ///< memory_file: its descriptor in the creator
    Backing backing = Backing::automatic;
    char name[84] = {};  ///< named: as for shm_open, NUL-ended
};
static_assert(sizeof(SegmentTicket) <= 128 && std::is_trivially_copyable_v<SegmentTicket>);

/// Memory that processes of one user on one node share. One creates it and tells the ticket, the others attach.
/// Zero-filled and backed by real memory from the start, so that no access ever faults. A forked child does not have
/// it. When no process is left, nothing is left: with memory_file always, with named from the last attach on; names of
/// creators that died before are removed by the next creation.   Owner: of mapping, descriptor and name.   Thread: any
/// one at a time; the memory: any.
class Segment {
public:
    Segment() = default;
    ~Segment();
    Segment(Segment&& other) noexcept { swap(other); }
    Segment& operator=(Segment&& other) noexcept {
        swap(other);
        return *this;
    }

    /// Creates a segment with room for `bytes`, to be attached `attachers` times by others (named: the last attach
    /// removes the name). Advises huge pages from 2 MiB on. Fails: no_memory (no room), declined (not possible here),
    /// each with the remedy; the caller then agrees with the others to do without.
    static Outcome create(std::size_t bytes, std::uint32_t attachers, Backing backing, Segment& into);

    /// Attaches what another process (or this one) created, while the creator lives and has not called close_door().
    /// Fails: declined, with the remedy. After a failed memory_file all may agree to create it again as named.
    static Outcome attach(const SegmentTicket& ticket, Segment& into);

    /// What the others need.   Only in the creator.
    const SegmentTicket& ticket() const { return ticket_; }

    /// Maps the pages of `memory` into this process at once, which costs less than a fault for each of them. Where the
    /// kernel cannot do it (before Linux 5.14), accesses map them as ever.   Thread: any.   Blocks: never for long.
    static void map_pages(std::span<std::byte> memory);

    /// Creator: nobody attaches from now on; gives back the descriptor, removes a name that is still there.
    void close_door();

    /// The shared bytes, at an address divisible by 4096; empty when there is no segment.
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
    std::uint32_t owner_pid_ = 0;  // a forked child must not undo what is its parent's
};

}  // namespace shunt::node
