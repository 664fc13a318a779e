#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "shim/objects/thread_state.hpp"

namespace shunt {

/// Advances work that peers wait for while the program's threads are inside calls of the host, which do not know of it.
/// It makes no MPI call, so it is allowed at every thread level. While there is work and a thread is in such a call,
/// and for 20 ms after, it polls every 20 us to 1 ms; then it sleeps until a call wakes it.   Thread: any.
class ProgressThread {
public:
    ProgressThread() = default;
    ~ProgressThread();
    ProgressThread(const ProgressThread&) = delete;
    ProgressThread& operator=(const ProgressThread&) = delete;

    /// `drive` does the work that is possible now without waiting, and returns whether work that peers wait for is
    /// left. `always`: also while the program computes.   Returns: whether there is a thread now.
    bool start(std::function<bool()> drive, bool always);
    /// Notes whether `drive` may have work. It may remain set long after the last work.
    void set_work(bool has_work);
    bool has_work() const { return has_work_.load(std::memory_order_relaxed); }
    /// This thread of the program enters a call, which may block. If there is work, it is counted until it leaves the
    /// call (ThreadState::counted_in).
    void enter() {
        if (!has_work() || thread_state.counted_in) return;
        inside_.fetch_add(1);
        thread_state.counted_in = &inside_;
        wake();
    }
    /// From now on also runs while threads compute.
    void drive_always() {
        always_.store(true);
        wake();
    }
    /// Ends the thread.   Blocks: until the current poll has ended.
    void stop();

private:
    void run();
    void look_until_idle();
    bool is_needed() const { return has_work_.load() && (always_.load() || inside_.load() > 0); }
    void wake();

    std::atomic<bool> has_work_{false};
    std::atomic<bool> always_{false};
    std::atomic<int> inside_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::atomic<bool> waits_{false};  ///< for wake_
    std::atomic<bool> stop_{false};
    std::function<bool()> drive_;
    std::thread thread_;
};

}  // namespace shunt
