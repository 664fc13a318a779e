#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

#include "native/engines/contract.hpp"
#include "native/engines/shared/waiting.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt {

/// One call of a team that goes on while the program does something else.   Thread: that which holds the team's
/// BegunCalls.
class BegunCall {
public:
    virtual ~BegunCall() = default;
    /// Does what can be done with what has arrived.   Returns `again` until the call has ended, then how (Team::carry).
    virtual Status advance() = 0;
    /// Whether the last advance() did anything, and whom this member waits for (below 0: nobody in particular).
    virtual bool moved() const = 0;
    virtual int waits_for() const = 0;
    /// The call has failed so, or cannot be ended: its peers may never end theirs, and the team carries nothing any
    /// more.   Returns how all calls of the team end from now on.   Blocks: never.
    virtual Status fail(Status why) = 0;
};

/// The calls that have been begun on a team and have not ended, in the order of their beginning, which is the same on
/// all members. Only the first is advanced, by a look at any of them: the calls of a team share its rings, and
/// members that wait for different calls bring forward the same one.
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
    /// Ends all calls begun so far; how each has ended its Pending tells. Other threads may look at theirs meanwhile:
    /// the team's memory is used under this object's lock alone as long as a call is under way.
    /// Blocks: until this member's part of each is done.
    void finish() { wait_for(nullptr, INT64_MAX); }

    /// Calls `use()`, which uses the team's memory, while nobody looks at a call.   Returns likewise; false where
    /// somebody does.   Blocks: never.
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
    LostPeerWatch watch_;       // of the first
    unsigned later_looks_ = 0;  // by those who ask for others than the first
};

}  // namespace shunt
