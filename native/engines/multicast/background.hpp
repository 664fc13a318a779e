#pragma once
// Nonblocking calls of a multicast team.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "native/engines/contract.hpp"

namespace shunt::multicast {

/// The exchange of a thread that must not call MPI: a thread of the program asks the host about members later. Thread:
/// any.
class DeferredExchange final : public Exchange {
public:
    /// Owner: `host` outlives this.
    explicit DeferredExchange(Exchange& host) : host_(host) {}

    /// No background call exchanges data: members would have to wait for each other.
    Status all_gather(const void*, std::size_t, void*, const std::function<void()>&) override { return Status::bug; }
    void progress() override {}
    /// The host's last answer, possibly about another member: an answer other than ok is final.
    Status ask_about(int rank) override {
        asked_.store(rank, std::memory_order_relaxed);
        return answer_.load(std::memory_order_relaxed);
    }
    void warn(const char* text) override { host_.warn(text); }

    /// Passes a pending question to the host.   Thread: the program's.
    void answer() {
        if (asked_.load(std::memory_order_relaxed) < 0) return;
        const Status word = host_.ask_about(asked_.exchange(-1, std::memory_order_relaxed));
        if (word != Status::ok) answer_.store(word, std::memory_order_relaxed);
    }

private:
    Exchange& host_;
    std::atomic<int> asked_{-1};
    std::atomic<Status> answer_{Status::ok};
};

/// Carries calls one after the other, in the order of their beginning, on a thread of the team's own. The thread is
/// made with the first call and sleeps while there is none.   Thread: any.
class Background {
public:
    using Carry = std::function<Status(const CollectiveCall&)>;

    /// `carry` runs on the thread of the team; it must return soon after is_given_up() has become true.   Owner: `host`
    /// outlives this.
    Background(Carry carry, Exchange& host) : carry_(std::move(carry)), host_(host), exchange_(host) {}
    /// Gives up the calls that have not ended.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Adds `call` behind all others.   Blocks: never.   Fails: std::bad_alloc; without a thread the call ends with
    /// no_memory.
    std::unique_ptr<Pending> add(const CollectiveCall& call);
    /// Blocks: until all calls have ended; the host progresses meanwhile.   Thread: the program's.
    void finish();
    /// Whether the calls must end, with any result.
    bool is_given_up() const { return given_up_.load(std::memory_order_relaxed); }
    /// The exchange for the use of `carry`.
    DeferredExchange& exchange() { return exchange_; }

private:
    struct Task {
        explicit Task(const CollectiveCall& what) : call(what) {}
        CollectiveCall call;
        std::atomic<Status> status{Status::again};
    };
    class Handle;

    bool start();
    void run();
    void give_up(Task& task);
    bool wait_for(const Task& task, std::int64_t most_ns);

    const Carry carry_;
    Exchange& host_;
    DeferredExchange exchange_;
    std::atomic<bool> given_up_{false};
    std::mutex mutex_;
    std::condition_variable added_, ended_;
    std::deque<std::shared_ptr<Task>> tasks_;  ///< the first is being carried
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace shunt::multicast
