#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "native/engines/contract.hpp"

namespace shunt {

/// The making of a team whose members do not wait for each other in the program's calls, or a meeting of one that is
/// there. The engine's join() or meet() runs on a thread of its own; the caller of this class makes the exchanges that
/// it asks for, at calls of its choice. Thread: any one at a time, but for all_gather() and attendance(), which the
/// engine's thread calls.
class StagedJoin {
public:
    /// What the engine does now: it works, waits for an exchange of mine(), or is over.
    enum class State { working, exchanging, ended };

    StagedJoin() = default;
    ~StagedJoin() { cut(); }
    StagedJoin(const StagedJoin&) = delete;
    StagedJoin& operator=(const StagedJoin&) = delete;

    /// Begins join(), whose exchanges `exchange` hands to all_gather().   Fails: no_memory, also without a thread.
    Status begin(const Engine& engine, TeamSetup setup, Exchange& exchange);
    /// Likewise begins `work`, whose exchanges come to all_gather().
    Status begin(std::function<void()> work);
    /// What Exchange::all_gather and Exchange::attendance do for the engine.
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& meanwhile);
    Attendance attendance() const { return attendance_.load(std::memory_order_relaxed); }

    /// The other members are in the same call as this one, from now on.
    void come_together() { attendance_.store(Attendance::together, std::memory_order_relaxed); }
    /// The team is of no use any more: trials of the network end. Exchanges go on, as the other members count on this
    /// one in them.
    void give_up() { attendance_.store(Attendance::given_up, std::memory_order_relaxed); }
    /// Gives it up, and an exchange under way fails.   Blocks: while the engine ends what it is at.
    void cut();
    State state() const;
    /// Waits while it works.   Blocks: as long as the engine's own steps take.
    State settled_state();
    /// While it is exchanging: this member's bytes.
    std::span<const std::byte> mine() const { return mine_; }
    /// Ends the exchange: `all` has the bytes of all members. The engine works on.
    void gathered(std::span<const std::byte> all);
    /// Once it has ended: whether memory was lacking, while the others count on this member; and what join() gave.
    bool has_no_memory() const { return has_no_memory_; }
    std::unique_ptr<Team> team() { return std::move(team_); }

private:
    void run(const std::function<void()>& work);
    void set_state(State state);

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::working;
    std::atomic<Attendance> attendance_{Attendance::apart};
    std::span<const std::byte> mine_;
    void* into_ = nullptr;
    bool has_no_memory_ = false, is_cut_ = false;
    std::unique_ptr<Team> team_;
    std::thread thread_;
};

}  // namespace shunt
