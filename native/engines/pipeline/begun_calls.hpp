#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

#include "native/base/clock.hpp"
#include "native/engines/contract.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// One call of a team that goes on while the program does something else.   Thread: that which holds the team's
/// BegunCalls.
class BegunCall {
public:
    virtual ~BegunCall() = default;
    /// Does what can be done without waiting.   Returns `again` until the call has ended, then how (Team::carry).
    virtual Status advance() = 0;
    /// Whether the last advance() did anything, and whom this member waits for (below 0: nobody in particular).
    virtual bool moved() const = 0;
    virtual int waits_for() const = 0;
    /// The program gives the call up: its peers may never end theirs, and the team carries nothing any more.
    virtual void abandon() = 0;
};

/// The calls that have been begun on a team and have not ended, in the order of their beginning, which is the same on
/// all members. Only the first is advanced, by whoever looks at any of them: the calls of a team share its rings, and
/// members that wait for different calls bring forward the same one.
/// Thread: any.   Owner: the team, which outlives every Pending.
class BegunCalls {
public:
    BegunCalls() = default;
    BegunCalls(const BegunCalls&) = delete;
    BegunCalls& operator=(const BegunCalls&) = delete;

    /// Whether a call has been begun and has not ended. Costs one load.
    bool any() const { return any_.load(std::memory_order_acquire); }

    /// Begins `call` behind all others.   Blocks: never for long.
    std::unique_ptr<Pending> add(std::unique_ptr<BegunCall> call);
    /// Advances the first calls as far as they go; nothing while another thread does so.   Blocks: never for long.
    void go_on();

    /// Ends all calls begun so far; how each has ended its Pending tells. Other threads may look at theirs meanwhile:
    /// the team's memory is used under this object's lock alone as long as a call is under way.
    /// Blocks: until this member's part of each is done.
    void finish(Exchange& exchange);

private:
    struct Entry {
        std::unique_ptr<BegunCall> call;  ///< null once it has ended
        std::atomic<Status> status{Status::again};
    };
    class Handle;

    void advance_first_calls();
    void abandon(Entry& entry);

    std::mutex mutex_;
    std::deque<std::shared_ptr<Entry>> calls_;
    std::atomic<bool> any_{false};
    bool moved_ = false;  // by the last look
};

/// How long a begun call does not move before the host is asked about the member that it waits for.
class LostPeerWatch {
public:
    /// After each advance of a call.   Fails: peer_lost, by the host's word.
    template <class Call>
    Status look(const Call& call, Exchange& exchange) {
        constexpr std::int64_t kAskEveryNs = 1'000'000'000;
        if (call.moved()) {
            ask_at_ns_ = 0;
            return Status::again;
        }
        const std::int64_t now = monotonic_ns();
        if (ask_at_ns_ == 0) ask_at_ns_ = now + kAskEveryNs;
        if (now < ask_at_ns_) return Status::again;
        ask_at_ns_ = 0;
        const int peer = call.waits_for();
        return peer >= 0 && exchange.ask_about(peer) != Status::ok ? Status::peer_lost : Status::again;
    }

private:
    std::int64_t ask_at_ns_ = 0;
};

/// One look at `call`, and at what has arrived for it in `memory`.   Returns as BegunCall::advance.   Blocks: never for
/// long.   Fails: as RemoteMemory::wait.
template <class Call>
Status look_once(Call& call, memory::RemoteMemory& memory) {
    Status status = Status::again;
    const auto ready = [&] {
        status = call.advance();
        return status != Status::again || call.moved();
    };
    const Status waited = memory.wait(ready, 0);
    return status != Status::again || waited == Status::ok || waited == Status::timeout ? status : waited;
}

}  // namespace shunt::pipeline
