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
/// requires equal lengths, but a host alone continues after such a mistake of the program; here the root's length then
/// decides for all. Each member writes in shared memory which broadcasts it carries and which it leaves to the host. A
/// broadcast's name is its ordinal among the collectives of the communicator. A root that chooses the engine first
/// checks whether a member already waits in the host. A member that chooses the host checks whether the root has chosen
/// the engine. Each writes before it reads, so that one of the two sees the other's word (Dekker). Cost, where lengths
/// are equal: a store with a fence and a load for each member; a store where the root chooses the host. Owner: the
/// memory is the caller's and outlives this.   Thread: that of the call.
class BcastChoices {
public:
    /// Bytes of each member's memory, which is aligned to a cache line and initially zero.
    static constexpr std::size_t bytes_needed() { return 2 * kKept * sizeof(Ordinal); }
    /// How many collectives a root may be ahead. Who carries an older call is not known.
    static constexpr std::uint32_t kKept = 512;

    /// `places`: the memory of each member, by rank.
    BcastChoices(int rank, std::vector<std::byte*> places) : rank_(rank), places_(std::move(places)) {}

    /// For the root, which chooses the engine. Returns whether the engine carries the broadcast; if not, the host does,
    /// on all members.
    bool root_carries(std::uint32_t ordinal) {
        by_engine(rank_, ordinal).store(word(ordinal, kDeciding), std::memory_order_seq_cst);
        bool is_free = true;
        for (int member = 0; member < size(); ++member)
            is_free = is_free && by_host(member, ordinal).load(std::memory_order_seq_cst) != word(ordinal, kDecided);
        by_engine(rank_, ordinal).store(is_free ? word(ordinal, kDecided) : 0, std::memory_order_release);
        if (!is_free) root_leaves(ordinal);
        return is_free;
    }
    /// For the root, which chooses the host.
    void root_leaves(std::uint32_t ordinal) {
        by_host(rank_, ordinal).store(word(ordinal, kDecided), std::memory_order_release);
    }
    /// For another member, which chooses the host. Returns whether the host carries the broadcast; if not, the engine.
    /// Blocks: while the root decides, a second at most.
    bool member_leaves(int root, std::uint32_t ordinal) {
        by_host(rank_, ordinal).store(word(ordinal, kDecided), std::memory_order_seq_cst);
        std::uint64_t found = by_engine(root, ordinal).load(std::memory_order_seq_cst);
        if (found == word(ordinal, kDeciding)) found = decided(root, ordinal);
        return found != word(ordinal, kDecided);
    }
    /// For another member that waits in the engine: whether the root has left the broadcast to the host.
    bool is_left(int root, std::uint32_t ordinal) const {
        return by_host(root, ordinal).load(std::memory_order_acquire) == word(ordinal, kDecided);
    }

private:
    using Ordinal = std::atomic<std::uint64_t>;
    static_assert(Ordinal::is_always_lock_free);
    static constexpr std::uint64_t kDecided = 1, kDeciding = 2;  // 0: no such call is known
    static constexpr std::uint64_t word(std::uint32_t ordinal, std::uint64_t state) {
        return std::uint64_t{ordinal} << 2 | state;
    }

    /// The host must detect a root that dies in between.
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

/// An ability of some teams: members agree by BcastChoices, if all their calls have CollectiveCall::ordinal.
/// Thread: as Team.
class ChoosingTogether {
public:
    /// Owner: the team.
    virtual BcastChoices& bcast_choices() = 0;

protected:
    ~ChoosingTogether() = default;
};

}  // namespace shunt
