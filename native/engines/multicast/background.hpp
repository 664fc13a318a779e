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

/// The exchange of a thread that must not call MPI: what the host has to say of a member is asked later, by a thread of
/// the program.   Thread: any.
class DeferredExchange final : public Exchange {
public:
    /// Owner: `host` outlives this.
    explicit DeferredExchange(Exchange& host) : host_(host) {}

    /// No call in the background exchanges anything: members would have to meet.
    Status all_gather(const void*, std::size_t, void*, const std::function<void()>&) override { return Status::bug; }
    void progress() override {}
    /// The host's last word, which was perhaps on another member: it is final where it is bad.
    Status ask_about(int rank) override {
        asked_.store(rank, std::memory_order_relaxed);
        return answer_.load(std::memory_order_relaxed);
    }
    void warn(const char* text) override { host_.warn(text); }

    /// Asks the host, where something has been asked.   Thread: the program's.
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

/// Carries calls one after the other, in the order of their beginning, on a thread of the team's own. It is made with
/// the first call and sleeps while there is none.   Thread: any.
class Background {
public:
    using Carry = std::function<Status(const CollectiveCall&)>;

    /// `carry` runs on the thread of the team; it ends soon after is_given_up() has become true.   Owner: `host`
    /// outlives this.
    Background(Carry carry, Exchange& host) : carry_(std::move(carry)), host_(host), exchange_(host) {}
    /// Gives up what has not ended.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Behind all others.   Blocks: never.   Fails: std::bad_alloc; the call ends with no_memory without a thread.
    std::unique_ptr<Pending> add(const CollectiveCall& call);
    /// Blocks: until all calls have ended; the host goes on meanwhile.   Thread: the program's.
    void finish();
    /// Whether the calls are to end, however.
    bool is_given_up() const { return given_up_.load(std::memory_order_relaxed); }
    /// For what `carry` does.
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
