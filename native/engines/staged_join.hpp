#pragma once
#include <atomic>
#include <chrono>
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

/// Makes a team, or holds a meeting of an existing team, without making members wait for each other in the program's
/// calls. The engine's join() or meet() runs on a thread of its own. The owner of this object performs the exchanges
/// that the engine requests, in calls of the owner's choice. Thread: any one at a time; the engine's thread calls
/// all_gather() and attendance().
class StagedJoin {
public:
    /// The engine's state: it works, waits for an exchange of mine(), or has ended.
    enum class State { working, exchanging, ended };

    StagedJoin() = default;
    ~StagedJoin() { cut(); }
    StagedJoin(const StagedJoin&) = delete;
    StagedJoin& operator=(const StagedJoin&) = delete;

    /// Begins join(); `exchange` passes its exchanges to all_gather(). The process may have no room for a thread now:
    /// then state() and settled_state() try again, as the other members count on this one.   Fails: std::bad_alloc.
    void begin(const Engine& engine, TeamSetup setup, Exchange& exchange);
    /// Likewise begins `work`, which calls all_gather() for its exchanges.
    void begin(std::function<void()> work);
    /// Does the whole work on this thread if there is still none for it. `advance`: brings exchanges forward; called
    /// until gathered() has been, and in the engine's own steps, as messages of an exchange that is over here may not
    /// have left yet.   Blocks: until all members have made the exchanges.
    void run_without_thread(const std::function<void()>& advance);
    /// Implement Exchange::all_gather and Exchange::attendance for the engine.
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& meanwhile);
    Attendance attendance() const;

    /// From now on, the other members are in the same call as this one.
    void come_together() { attendance_.store(Attendance::together, std::memory_order_relaxed); }
    /// The team is no longer needed: trials of the network end. Exchanges continue, as the other members count on this
    /// one in them.
    void give_up() { attendance_.store(Attendance::given_up, std::memory_order_relaxed); }
    /// Gives the team up; an exchange under way fails.   Blocks: until the engine ends its current step.
    void cut();
    State state();
    /// Waits while the engine works.   Blocks: as long as the engine's own steps take.
    State settled_state();
    /// While the engine waits for an exchange: this member's bytes.
    std::span<const std::byte> mine() const { return mine_; }
    /// Ends the exchange: `all` contains the bytes of all members. The engine continues.
    void gathered(std::span<const std::byte> all);
    /// Once the engine has ended: whether memory was lacking, while the others count on this member; and join()'s team.
    bool has_no_memory() const { return has_no_memory_; }
    std::unique_ptr<Team> team() { return std::move(team_); }

private:
    bool has_started(bool is_urgent);
    std::function<void()> taken_work();
    void run(const std::function<void()>& work);
    void set_state(State state);

    std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::working;
    std::atomic<Attendance> attendance_{Attendance::apart};
    std::span<const std::byte> mine_;
    void* into_ = nullptr;
    bool has_no_memory_ = false, is_cut_ = false;
    std::unique_ptr<Team> team_;
    std::function<void()> work_;  ///< null: it has been given to a thread, or to run_without_thread()
    const std::function<void()>* advance_ = nullptr;  ///< of run_without_thread()
    std::chrono::steady_clock::time_point next_try_;  ///< to make the thread
    std::thread thread_;
};

}  // namespace shunt
