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
constexpr std::chrono::milliseconds kBetweenTries{10};  // to make a thread

}  // namespace

void StagedJoin::begin(const Engine& engine, TeamSetup setup, Exchange& exchange) {
    setup.exchange = &exchange;
    begin([this, &engine, setup = std::move(setup)] { team_ = engine.join(setup); });
}

void StagedJoin::begin(std::function<void()> work) {
    const std::lock_guard<std::mutex> guard(mutex_);
    work_ = std::move(work);
    has_started(true);
}

/// Makes the thread if there is none yet, and it is some time since the last try. The caller holds the mutex.
bool StagedJoin::has_started(bool is_urgent) {
    if (!work_ || thread_.joinable()) return true;
    const auto now = std::chrono::steady_clock::now();
    if (!is_urgent && now < next_try_) return false;
    next_try_ = now + kBetweenTries;
    sigset_t all, before;  // signals are for the program's threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(taken_work()); });
    } catch (const std::system_error&) {}
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread_.joinable();
}

void StagedJoin::run_without_thread(const std::function<void()>& advance) {
    std::function<void()> work;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (has_started(true)) return;
        work = std::exchange(work_, nullptr);  // at once: another thread's state() may find room for a thread
        advance_ = &advance;
    }
    run(work);
    advance_ = nullptr;
}

void StagedJoin::cut() {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (!thread_.joinable()) {
            if (std::exchange(work_, nullptr)) state_ = State::ended;
            return;
        }
    }
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

StagedJoin::State StagedJoin::state() {
    const std::lock_guard<std::mutex> guard(mutex_);
    has_started(false);
    return state_;
}

StagedJoin::State StagedJoin::settled_state() {
    std::unique_lock<std::mutex> guard(mutex_);
    while (!has_started(false)) changed_.wait_for(guard, kBetweenTries);
    changed_.wait(guard, [&] { return state_ != State::working; });
    return state_;
}

std::function<void()> StagedJoin::taken_work() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return std::exchange(work_, nullptr);
}

Attendance StagedJoin::attendance() const {
    if (advance_) (*advance_)();
    return attendance_.load(std::memory_order_relaxed);
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
    while (advance_ && !is_over()) {
        guard.unlock();
        if (meanwhile) meanwhile();
        (*advance_)();
        guard.lock();
    }
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
