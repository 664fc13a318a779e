#include "shim/offload/progress_thread.hpp"

#include <time.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "native/base/signals.hpp"
#include "shim/objects/thread_state.hpp"

namespace shunt {
namespace {

constexpr long kShortestSleepNs = 20'000;      // while the program is inside a call
constexpr long kLongestSleepNs = 100'000;      // likewise: the longest time a peer waits, while the thread polls
constexpr long kSleepElsewhereNs = 1'000'000;  // it computes and will soon make a call, or no peer waits
constexpr long kLingerNs = 20'000'000;         // without work, before it sleeps until woken

void sleep_ns(long ns) {
    const timespec time{0, ns};
    nanosleep(&time, nullptr);
}

}  // namespace

ProgressThread::~ProgressThread() { stop(); }

bool ProgressThread::start(std::function<bool()> drive, bool always) {
    if (thread_.joinable()) return true;
    drive_ = std::move(drive);
    always_ = always;
    stop_ = false;
    const WithoutSignals without;
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) { return false; }
    return true;
}

void ProgressThread::set_work(bool has_work) {
    if (!has_work_.exchange(has_work) && has_work) wake();
}

// Waking costs more than a short call takes. Both accesses are sequentially consistent: either this function sees that
// the thread waits, or the thread sees the reason to run.
void ProgressThread::wake() {
    if (!waits_.load() || !is_needed()) return;
    const std::lock_guard<std::mutex> guard(mutex_);
    wake_.notify_one();
}

void ProgressThread::run() {
    thread_state.depth = 1;  // an engine's calls are not the program's
    thread_state.makes_no_calls = true;
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_) {
        waits_.store(true);
        wake_.wait(lock, [this] { return stop_ || is_needed(); });
        waits_.store(false);
        lock.unlock();
        look_until_idle();
        lock.lock();
    }
}

void ProgressThread::look_until_idle() {
    long idle_ns = 0;
    for (long pause = kShortestSleepNs; idle_ns < kLingerNs && !stop_; sleep_ns(pause)) {
        const bool is_used = is_needed();
        idle_ns = is_used ? 0 : idle_ns + pause;
        if (is_used && drive_()) pause = std::min(kLongestSleepNs, pause + pause / 4);
        else pause = std::min(kSleepElsewhereNs, 2 * pause);
    }
}

void ProgressThread::stop() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

}  // namespace shunt
