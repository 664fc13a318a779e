#include "native/staged_join.hpp"

#include <pthread.h>

#include <csignal>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace shunt {

Status StagedJoin::begin(const Engine& engine, TeamSetup setup, Exchange& exchange) {
    setup.exchange = &exchange;
    sigset_t all, before;   // signals are for the program's threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this, &engine, setup = std::move(setup)] { run(engine, setup); });
    } catch (const std::system_error&) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!thread_.joinable()) return Status::no_memory;
    await_engine();
    return memory();
}

StagedJoin::~StagedJoin() {
    if (!thread_.joinable()) return;
    while (!has_ended_) resume_engine(Status::peer_lost);
    thread_.join();
}

void StagedJoin::run(const Engine& engine, const TeamSetup& setup) {
    std::unique_ptr<Team> made;
    bool has_memory = true;
    try {
        made = engine.join(setup);
    } catch (const std::bad_alloc&) {
        has_memory = false;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    team_ = std::move(made);
    has_no_memory_ = !has_memory;
    has_ended_ = true;
    turn_ = Turn::driver;
    changed_.notify_all();
}

/// Blocks: until the engine wants an exchange, or has ended.
void StagedJoin::await_engine() {
    std::unique_lock<std::mutex> guard(mutex_);
    changed_.wait(guard, [&] { return turn_ == Turn::driver; });
}

/// Ends the exchange that the engine is in.
void StagedJoin::resume_engine(Status status) {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        status_ = status;
        turn_ = Turn::engine;
        changed_.notify_all();
    }
    await_engine();
}

Status StagedJoin::all_gather(const void* mine, std::size_t bytes, void* all) {
    std::unique_lock<std::mutex> guard(mutex_);
    mine_ = {static_cast<const std::byte*>(mine), bytes};
    into_ = all;
    turn_ = Turn::driver;
    changed_.notify_all();
    changed_.wait(guard, [&] { return turn_ == Turn::engine; });
    return status_;
}

Status StagedJoin::gathered(std::span<const std::byte> all) {
    std::memcpy(into_, all.data(), all.size());
    resume_engine(Status::ok);
    return memory();
}

}  // namespace shunt
