#pragma once
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "native/base/clock.hpp"

namespace shunt {

/// Keeps the members of a broadcast together where rules give some lengths to an engine and others to the host. MPI
/// wants equal lengths, but bare hosts go on after a program's mistake: then the root's length decides for all. Each
/// member writes, in shared memory, which broadcasts it carries and which it leaves to the host; a broadcast is named
/// by its ordinal among the collectives of the communicator. A root that would have the engine carry looks first
/// whether a member waits in the host already; a member that would leave the call to the host looks whether the root
/// has the engine carry it. Each writes before it looks, so that one of the two sees the other (Dekker). Cost, where
/// lengths are equal: a store with a fence and a look at each member; at the host's root a store. Owner: the memory is
/// the caller's and outlives this.   Thread: that of the call.
class BcastChoices {
public:
    /// Bytes of each member's memory, aligned to a cache line, and all zero at first.
    static constexpr std::size_t bytes_needed() { return 2 * kKept * sizeof(Ordinal); }
    /// How many collectives a root may be ahead: of a call further back it is not known who carries it.
    static constexpr std::uint32_t kKept = 512;

    /// `places`: the memory of each member, by rank.
    BcastChoices(int rank, std::vector<std::byte*> places) : rank_(rank), places_(std::move(places)) {}

    /// At the root, for the engine. Returns whether the engine carries the broadcast; else the host, on all members.
    bool root_carries(std::uint32_t ordinal) {
        by_engine(rank_, ordinal).store(word(ordinal, kDeciding), std::memory_order_seq_cst);
        bool is_free = true;
        for (int member = 0; member < size(); ++member)
            is_free = is_free && by_host(member, ordinal).load(std::memory_order_seq_cst) != word(ordinal, kDecided);
        by_engine(rank_, ordinal).store(is_free ? word(ordinal, kDecided) : 0, std::memory_order_release);
        if (!is_free) root_leaves(ordinal);
        return is_free;
    }
    /// At the root, for the host.
    void root_leaves(std::uint32_t ordinal) {
        by_host(rank_, ordinal).store(word(ordinal, kDecided), std::memory_order_release);
    }
    /// At another member, for the host. Returns whether the host carries the broadcast; else the engine.
    /// Blocks: while the root decides, a second at most.
    bool member_leaves(int root, std::uint32_t ordinal) {
        by_host(rank_, ordinal).store(word(ordinal, kDecided), std::memory_order_seq_cst);
        std::uint64_t found = by_engine(root, ordinal).load(std::memory_order_seq_cst);
        if (found == word(ordinal, kDeciding)) found = decided(root, ordinal);
        return found != word(ordinal, kDecided);
    }
    /// At another member, while it waits in the engine: whether the root has left the broadcast to the host.
    bool is_left(int root, std::uint32_t ordinal) const {
        return by_host(root, ordinal).load(std::memory_order_acquire) == word(ordinal, kDecided);
    }

private:
    using Ordinal = std::atomic<std::uint64_t>;
    static_assert(Ordinal::is_always_lock_free);
    static constexpr std::uint64_t kDecided = 1, kDeciding = 2;  // 0: nothing is known of such a call
    static constexpr std::uint64_t word(std::uint32_t ordinal, std::uint64_t state) {
        return std::uint64_t{ordinal} << 2 | state;
    }

    /// A root that dies in between is the host's to find.
    std::uint64_t decided(int root, std::uint32_t ordinal) const {
        constexpr std::int64_t kMostNs = 1'000'000'000;
        const std::int64_t end = monotonic_ns() + kMostNs;
        std::uint64_t found;
        do {
            sched_yield();
            found = by_engine(root, ordinal).load(std::memory_order_acquire);
        } while (found == word(ordinal, kDeciding) && monotonic_ns() < end);
        return found;
    }
    Ordinal& at(int member, std::size_t place) const {
        return *(reinterpret_cast<Ordinal*>(places_[static_cast<std::size_t>(member)]) + place);
    }
    Ordinal& by_engine(int member, std::uint32_t ordinal) const { return at(member, ordinal % kKept); }
    Ordinal& by_host(int member, std::uint32_t ordinal) const { return at(member, kKept + ordinal % kKept); }
    int size() const { return static_cast<int>(places_.size()); }

    int rank_;
    std::vector<std::byte*> places_;
};

/// An ability of some teams: its members may agree so, if every call of theirs has CollectiveCall::ordinal.
/// Thread: as Team.
class ChoosingTogether {
public:
    /// Owner: the team.
    virtual BcastChoices& bcast_choices() = 0;

protected:
    ~ChoosingTogether() = default;
};

}  // namespace shunt
