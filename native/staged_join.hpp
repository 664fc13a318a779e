#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "native/engine.hpp"

namespace shunt {

/// The making of a team whose members never wait for each other in it. The engine's join() runs on a thread of its own, and only while this
/// process waits for that thread: up to the next exchange that the engine asks for, or to its end. Whoever drives this makes the exchanges,
/// when it suits.
/// Thread: any one at a time.   Blocks: as long as the engine's own steps take.
class StagedJoin {
public:
    StagedJoin() = default;
    /// Ends it: an exchange under way fails.
    ~StagedJoin();
    StagedJoin(const StagedJoin&) = delete;
    StagedJoin& operator=(const StagedJoin&) = delete;

    /// Runs join() up to its first exchange, which `exchange` hands to all_gather().   Fails: no_memory, also without a thread.
    Status begin(const Engine& engine, TeamSetup setup, Exchange& exchange);
    /// Called by the engine's thread.
    Status all_gather(const void* mine, std::size_t bytes, void* all);

    /// Whether join() is over; else it wants an exchange of mine().
    bool has_ended() const { return has_ended_; }
    std::span<const std::byte> mine() const { return mine_; }
    /// Ends the exchange: `all` has the bytes of all members. Runs join() up to its next one.
    /// Fails: no_memory, while the others count on this member's further exchanges.
    Status gathered(std::span<const std::byte> all);
    /// What join() gave, once it has ended.
    std::unique_ptr<Team> team() { return std::move(team_); }

private:
    enum class Turn { engine, driver };
    void run(const Engine& engine, const TeamSetup& setup);
    void await_engine();
    void resume_engine(Status status);
    Status memory() const { return has_no_memory_ ? Status::no_memory : Status::ok; }

    std::mutex mutex_;
    std::condition_variable changed_;
    Turn turn_ = Turn::engine;
    Status status_ = Status::ok;            ///< of the exchange
    std::span<const std::byte> mine_;
    void* into_ = nullptr;
    bool has_ended_ = false, has_no_memory_ = false;
    std::unique_ptr<Team> team_;
    std::thread thread_;
};

}  // namespace shunt
