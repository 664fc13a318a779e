#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

#include "native/engines/contract.hpp"
#include "native/engines/shared/waiting.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt {

/// One call of a team that continues while the program does other work.   Thread: the one that holds the team's
/// BegunCalls.
class BegunCall {
public:
    virtual ~BegunCall() = default;
    /// Processes the data that has arrived.   Returns `again` until the call has ended, then its result (Team::carry).
    virtual Status advance() = 0;
    /// Whether the last advance() made progress, and the member this one waits for (below 0: no particular one).
    virtual bool moved() const = 0;
    virtual int waits_for() const = 0;
    /// The call has failed with `why`, or cannot be ended. Its peers may never end theirs, and the team carries nothing
    /// any more.   Returns the result of all later calls of the team.   Blocks: never.
    virtual Status fail(Status why) = 0;
};

/// The calls of a team that have begun and not ended, in the order of their beginning, which is the same on all
/// members. A poll of any call advances only the first one. The reason: the calls share the team's rings, and so
/// members that wait for different calls advance the same one.
/// Thread: any.   Owner: the team, which outlives every Pending.
class BegunCalls {
public:
    /// `memory`: through which the calls move. `has_core`: as in Waiting.   Owner: both outlive it.
    BegunCalls(memory::RemoteMemory& memory, Exchange& exchange, bool has_core)
        : memory_(memory), exchange_(exchange), has_core_(has_core) {}
    BegunCalls(const BegunCalls&) = delete;
    BegunCalls& operator=(const BegunCalls&) = delete;

    /// Whether a call has been begun and has not ended. Costs one load.
    bool any() const { return any_.load(std::memory_order_acquire); }

    /// Begins `call` behind all others.   Blocks: never for long.
    std::unique_ptr<Pending> add(std::unique_ptr<BegunCall> call);
    /// Ends all calls begun so far; the Pending of each reports its result. Other threads may poll theirs meanwhile:
    /// while a call is under way, the team's memory is used only under this object's lock.
    /// Blocks: until this member's part of each is done.
    void finish() { wait_for(nullptr, INT64_MAX); }

    /// Calls `use()`, which uses the team's memory, while no thread polls a call.   Returns its result; false where a
    /// thread polls one.   Blocks: never.
    template <class Use>
    bool apart(Use use) {
        const std::unique_lock locked(mutex_, std::try_to_lock);
        return locked.owns_lock() && use();
    }

private:
    struct Entry {
        std::unique_ptr<BegunCall> call;  ///< null once it has ended
        std::atomic<Status> status{Status::again};
    };
    class Handle;

    void go_on(const Entry& entry);
    void wait_for(const Entry* entry, std::int64_t end_ns);
    bool look(std::int64_t wait_ns);
    bool advance_first_calls(Status& failure);
    void end_first(Status status);
    void fail_all(Status why);
    void abandon(Entry& entry);

    memory::RemoteMemory& memory_;
    Exchange& exchange_;
    const bool has_core_;
    std::mutex mutex_;
    std::deque<std::shared_ptr<Entry>> calls_;
    std::atomic<bool> any_{false};
    LostPeerWatch watch_;       // of the first call
    unsigned later_looks_ = 0;  // polls of calls other than the first
};

}  // namespace shunt
