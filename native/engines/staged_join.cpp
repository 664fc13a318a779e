#include "native/engines/staged_join.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace shunt {
namespace {

constexpr std::chrono::milliseconds kLeastBetweenLooks{10}, kMostBetweenLooks{200};

}  // namespace

Status StagedJoin::begin(const Engine& engine, TeamSetup setup, Exchange& exchange) {
    setup.exchange = &exchange;
    return begin([this, &engine, setup = std::move(setup)] { team_ = engine.join(setup); });
}

Status StagedJoin::begin(std::function<void()> work) {
    sigset_t all, before;  // signals are for the program's threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this, work = std::move(work)] { run(work); });
    } catch (const std::system_error&) {}
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread_.joinable() ? Status::ok : Status::no_memory;
}

void StagedJoin::cut() {
    if (!thread_.joinable()) return;
    give_up();
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        is_cut_ = true;
        changed_.notify_all();
    }
    thread_.join();
}

void StagedJoin::set_state(State state) {
    const std::lock_guard<std::mutex> guard(mutex_);
    state_ = state;
    changed_.notify_all();
}

StagedJoin::State StagedJoin::state() const {
    const std::lock_guard<std::mutex> guard(mutex_);
    return state_;
}

StagedJoin::State StagedJoin::settled_state() {
    std::unique_lock<std::mutex> guard(mutex_);
    changed_.wait(guard, [&] { return state_ != State::working; });
    return state_;
}

void StagedJoin::run(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::bad_alloc&) { has_no_memory_ = true; }
    set_state(State::ended);
}

Status StagedJoin::all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& meanwhile) {
    std::unique_lock<std::mutex> guard(mutex_);
    mine_ = {static_cast<const std::byte*>(mine), bytes};
    into_ = all;
    state_ = State::exchanging;
    changed_.notify_all();
    const auto is_over = [&] { return state_ == State::working || is_cut_; };
    if (!meanwhile) changed_.wait(guard, is_over);
    for (auto pause = kLeastBetweenLooks; !changed_.wait_for(guard, pause, is_over);
         pause = std::min(2 * pause, kMostBetweenLooks)) {
        guard.unlock();
        meanwhile();
        guard.lock();
    }
    if (state_ == State::working) return Status::ok;
    state_ = State::working;
    return Status::peer_lost;
}

void StagedJoin::gathered(std::span<const std::byte> all) {
    std::memcpy(into_, all.data(), all.size());
    set_state(State::working);
}

}  // namespace shunt
