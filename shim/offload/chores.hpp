#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "shim/offload/mailbox.hpp"

namespace shunt {

struct Session;

/// A gathering in the background, and what follows it.
struct Chore {
    std::vector<int> world_ranks;                 ///< of the members
    std::function<bool()> may_begin;              ///< asked again and again until it says yes; empty: at once
    std::function<BackgroundGather()> begin;      ///< this member's contribution
    std::function<void(const BackgroundGather&)> done;
};

/// What this process owes other ranks while its program goes on: every call of MPI that Shunt sees moves it on a little.
/// Thread: any.   Fails: std::bad_alloc.
class Chores {
public:
    /// Whether there is anything to do. Costs one load.
    bool any() const { return count_.load(std::memory_order_relaxed) != 0; }

    void add(Chore chore);
    /// Does what can be done now; at most every few microseconds, as it costs the host a look for messages.   Blocks: never.
    void advance(const Session& s);
    /// The same, whenever it was last done: for who waits.
    void advance_now(const Session& s);
    /// In MPI_Finalize, when all ranks have come there (`peers_alive`) or none is waited for.   Blocks: a second at most.
    void release(const Session& s, bool peers_alive);

private:
    struct Entry {
        Chore chore;
        std::unique_ptr<BackgroundGather> gather;
    };
    using Entries = std::list<Entry>;

    bool advance_one(const Session& s, Entry& entry);

    std::atomic<int> count_{0};
    std::atomic<std::uint64_t> next_look_{0};   ///< in ticks
    std::mutex mutex_;
    Mailbox mailbox_;
    Entries entries_;
};

}  // namespace shunt
