#pragma once
#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "shim/offload/mailbox.hpp"
#include "shim/offload/part_of_sum.hpp"

namespace shunt {

struct Session;

/// Work owed to other ranks: gatherings in the background, one after the other, and the steps that follow them.
/// Thread: any, one at a time.
class Chore {
public:
    enum class Now { wait, begin, end };

    /// `world_ranks`: of the members.
    explicit Chore(std::vector<int> world_ranks) : world_ranks_(std::move(world_ranks)) {}
    virtual ~Chore() = default;
    const std::vector<int>& world_ranks() const { return world_ranks_; }

    /// Whether the next gathering must begin; called repeatedly until it must.   Blocks: never.
    virtual Now now() = 0;
    /// This member's contribution. Not called if now() never asks for it.
    virtual BackgroundGather begin() { return {0, 1, {}, {}}; }
    /// The gathering has ended. May free teams and add chores.
    virtual void done(const BackgroundGather&) {}

private:
    std::vector<int> world_ranks_;
};

/// The work this process owes to other ranks while its program runs: every MPI call that Shunt intercepts advances it a
/// little. Thread: any.   Fails: std::bad_alloc.
class Chores {
public:
    /// `under_way`: a sum that also counts its entries.   Owner: `under_way` outlives it.
    explicit Chores(std::atomic<int>& under_way) : count_(under_way) {}
    /// Whether there is anything to do. Costs one load.
    bool any() const { return count_.get() != 0; }

    void add(std::unique_ptr<Chore> chore);
    /// Does the work that is possible now; at most every few microseconds, as each time the host must poll for
    /// messages.   Blocks: never.
    void advance(const Session& s);
    /// The same, without that limit: for a rank that waits.
    void advance_now(const Session& s);
    /// In MPI_Finalize, when all ranks have reached it (`peers_alive`) or none is waited for.   Blocks: a second at
    /// most.
    void release(const Session& s, bool peers_alive);

private:
    struct Entry {
        std::unique_ptr<Chore> chore;
        std::unique_ptr<BackgroundGather> gather;  ///< under way, or just ended; null: none
    };
    using Entries = std::list<Entry>;

    bool advance_one(const Session& s, Entry& entry);
    void put_back(Entries& entries);

    PartOfSum count_;
    std::atomic<std::uint64_t> next_look_{0};  ///< in ticks
    std::mutex mutex_;
    Mailbox mailbox_;
    Entries entries_;
};

}  // namespace shunt
